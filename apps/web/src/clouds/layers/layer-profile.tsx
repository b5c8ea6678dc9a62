import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import { MOST_CLOUD_FILES } from "@swath/contract/cloud-names";
import type { JobLayers } from "@swath/contract/clouds";
import { useMemo, useState } from "react";
import { LoadFailure } from "../../ui/feedback/notice.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { TextLink } from "../../ui/links.tsx";
import { nodesOfMap, viewOfBox } from "../choose/map-view.ts";
import { type CloudAddress, DEFAULT_WIDTH, writeCorridor, writeView } from "../cloud-address.ts";
import { MarkDialog, type MarkedPlace } from "../page/mark-dialog.tsx";
import { boundsOf, unitOf, useLooks } from "../page/use-looks.ts";
import { useCursor } from "../page/use-views.ts";
import type { Corridor } from "../points/section-points.ts";
import { ProfilePanel } from "../profile/profile-panel.tsx";
import type { Cloud } from "../read/cloud.ts";
import { type CloudFiles, useCloud } from "../use-cloud.ts";
import { useSeenCloud } from "../use-seen-cloud.ts";
import { type LayersAddress, type LayersChange, readLine, writeLine } from "./layer-address.ts";
import { type PlaceSystem, systemOf } from "./systems.ts";

interface LayerProfileProps {
  readonly processingId: string;
  /** The last job that published clouds. */
  readonly clouds: JobLayers;
  readonly address: LayersAddress;
  readonly onAddress: (change: LayersChange) => void;
}

/** The points of an attempt along the line that is drawn on the map. */
export function LayerProfile(props: LayerProfileProps) {
  const { clouds } = props;
  const files = useMemo((): CloudFiles => {
    const points = clouds.files.filter(({ kind }) => kind === "points").slice(0, MOST_CLOUD_FILES);
    return {
      bucket: points[0]!.bucket,
      keys: points.map(({ key }) => key),
      names: points.map(({ path }) => path),
    };
  }, [clouds]);
  const opening = useCloud(files);
  if (opening.state === "opening") return <Waiting text="Opening the point cloud..." />;
  if (opening.state === "failed")
    return (
      <LoadFailure
        title="The point cloud could not be opened"
        failure={opening.error}
        onRetry={opening.retry}
      />
    );
  const { epsg } = opening.cloud.files[0]!.crs;
  const system = epsg === null ? undefined : systemOf(epsg);
  if (system === undefined)
    return (
      <Alert severity="warning">
        It is not known how the system of these points lies on the map. Draw the line in the{" "}
        <TextLink to="/clouds" search={{ processing: props.processingId, job: clouds.job }}>
          point cloud
        </TextLink>{" "}
        itself.
      </Alert>
    );
  return <Section {...props} cloud={opening.cloud} system={system} />;
}

interface SectionProps extends LayerProfileProps {
  readonly cloud: Cloud;
  readonly system: PlaceSystem;
}

/** A look at all of a cloud from far away, by which its lines are known. */
const FAR = { width: 320, height: 240 };
const FAR_BUDGET = 100_000;

/** The line of the address in the cloud's system. */
function useCorridor({ line, width }: LayersAddress, system: PlaceSystem): Corridor | undefined {
  return useMemo(() => {
    const ends = readLine(line);
    if (ends === undefined) return undefined;
    const [from, to] = [system.forward(...ends[0]), system.forward(...ends[1])];
    return { from, to, width: width === undefined ? DEFAULT_WIDTH : width / 100 };
  }, [line, width, system]);
}

function Section({ processingId, clouds, cloud, system, address, onAddress }: SectionProps) {
  const corridor = useCorridor(address, system);
  const [cursor, setCursor] = useCursor(corridor);
  const view = useMemo(() => nodesOfMap(viewOfBox(boundsOf(cloud.files), FAR), FAR), [cloud]);
  const seen = useSeenCloud(cloud, { view, budget: FAR_BUDGET, color: undefined });
  const { profileColor = "line", higher } = address;
  const { profileLook } = useLooks(cloud, seen, { profileColor });
  const [marked, setMarked] = useState<MarkedPlace>();
  if (corridor === undefined) return null;
  const { job, attempt } = clouds;
  const inCloud: CloudAddress = {
    ...writeCorridor(corridor),
    profileColor,
    ...(higher === undefined ? {} : { higher }),
  };
  const onCorridor = (next: Corridor | undefined): void =>
    onAddress(
      next === undefined
        ? { line: undefined, width: undefined }
        : {
            line: writeLine(system.inverse(...next.from), system.inverse(...next.to)),
            width: Math.max(1, Math.round(next.width * 100)),
          },
    );
  return (
    <>
      <Box sx={{ fontSize: "0.8125rem", color: "text.secondary" }}>
        Points of {job}, attempt {attempt}.{" "}
        <TextLink to="/clouds" search={{ processing: processingId, job, ...inCloud }}>
          Open the point cloud at this line
        </TextLink>
      </Box>
      <Paper variant="outlined" sx={PROFILE}>
        <ProfilePanel
          cloud={cloud}
          corridor={corridor}
          look={profileLook}
          color={profileColor}
          higher={higher}
          unit={unitOf(cloud.files)}
          cursor={cursor}
          onCursor={setCursor}
          onCorridor={onCorridor}
          onAddress={(change) =>
            onAddress({
              profileColor: "profileColor" in change ? change.profileColor : address.profileColor,
              higher: "higher" in change ? change.higher : higher,
            })
          }
          onMark={(place, line, picture) =>
            setMarked({
              processingId,
              job,
              attempt,
              place,
              line,
              picture,
              view: writeView(inCloud),
            })
          }
        />
      </Paper>
      {marked === undefined ? null : (
        <MarkDialog place={marked} onClose={() => setMarked(undefined)} />
      )}
    </>
  );
}

const PROFILE = {
  display: "flex",
  flex: { xs: "none", md: "1 1 0" },
  minHeight: 260,
  overflow: "hidden",
} as const;
