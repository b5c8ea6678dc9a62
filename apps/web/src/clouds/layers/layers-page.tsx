import LayersClearOutlined from "@mui/icons-material/LayersClearOutlined";
import Box from "@mui/material/Box";
import Paper from "@mui/material/Paper";
import Typography from "@mui/material/Typography";
import type { JobLayers, ProcessingLayers } from "@swath/contract/clouds";
import type { CloudFinding } from "@swath/contract/processing";
import { type Extent, mercatorX, mercatorY, wholeExtent } from "@swath/plan/model";
import { useQuery } from "@tanstack/react-query";
import { type ReactNode, useState } from "react";
import { findingsQuery } from "../../data/findings/finding-queries.ts";
import { FindingsPanel } from "../../data/findings/findings-panel.tsx";
import type { FeatureRef, MapLayer } from "../../map/map-layer.ts";
import { useApi } from "../../platform/api/api.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { LoadedPart } from "../../ui/feedback/loaded.tsx";
import { Notice } from "../../ui/feedback/notice.tsx";
import { SelectField } from "../../ui/form/select-field.tsx";
import { TextLink } from "../../ui/links.tsx";
import { PAGE_HEAD } from "../../ui/page/page-layout.ts";
import { corridorOf, readView } from "../cloud-address.ts";
import { sideColumns, VIEW } from "../page/side-layout.ts";
import {
  type LayersAddress,
  type LayersChange,
  readNumbers,
  shownIn,
  writeLine,
} from "./layer-address.ts";
import { FINDINGS, FOOTPRINTS, usualLayers } from "./layer-list.ts";
import { LayerPanel } from "./layer-panel.tsx";
import { LayerProfile } from "./layer-profile.tsx";
import { Faults, Summary } from "./layer-summary.tsx";
import { LayersMap } from "./layers-map.tsx";
import { QuickLook } from "./quick-look.tsx";
import type { OpenRasters } from "./rasters.ts";
import { systemOf } from "./systems.ts";
import {
  type OpeningRaster,
  shownRasters,
  useChosenLayers,
  useFlightLayers,
  useLines,
  useMapRasters,
  useMarks,
  useOpenRasters,
  useProfileLine,
  useRasters,
  useStable,
} from "./use-layers.ts";

interface LayersPageProps {
  readonly address: LayersAddress;
  readonly onAddress: (change: LayersChange) => void;
}

/** Everything of a flight that lies on a map: rasters of its processings, lines, areas and findings. */
export function LayersPage({ address, onAddress }: LayersPageProps) {
  usePageTitle("Map layers");
  const { flight } = address;
  if (flight === undefined)
    return (
      <Frame>
        <Notice Icon={LayersClearOutlined} title="No flight is named">
          Open the layers from the page of a flight or from the review of a job.
        </Notice>
      </Frame>
    );
  return <FlightLayers key={flight} flightId={flight} address={address} onAddress={onAddress} />;
}

function Frame({ children, head }: { readonly children: ReactNode; readonly head?: ReactNode }) {
  return (
    <Box sx={FRAME}>
      <Box sx={{ ...PAGE_HEAD, flexWrap: "wrap" }}>
        <Typography variant="h1">Map layers</Typography>
        {head}
      </Box>
      {children}
    </Box>
  );
}

type FlightProps = LayersPageProps & { readonly flightId: string };

function FlightLayers({ flightId, address, onAddress }: FlightProps) {
  const query = useFlightLayers(flightId);
  const listed = query.data;
  const processing =
    listed?.find(({ processingId }) => processingId === address.processing) ?? listed?.[0];
  const head = (
    <>
      <TextLink to="/post/$flightId" params={{ flightId }}>
        Flight {flightId}
      </TextLink>
      {processing === undefined || listed === undefined || listed.length < 2 ? null : (
        <SelectField
          label="Processing"
          minWidth={180}
          value={processing.processingId}
          options={listed.map((each) => [each.processingId, nameOf(each)])}
          onChange={(next) =>
            onAddress({ processing: next, shown: undefined, attempts: undefined, swipe: undefined })
          }
        />
      )}
    </>
  );
  return (
    <Frame head={head}>
      <LoadedPart
        query={query}
        loading="Loading the layers..."
        failed="The layers could not be loaded"
      >
        {() =>
          processing === undefined ? (
            <Notice Icon={LayersClearOutlined} title="Nothing is published that lies on a map">
              The stages of terrain, quality and strip adjustment publish rasters; of this flight
              none has done so yet.
            </Notice>
          ) : (
            <Layers
              key={processing.processingId}
              flightId={flightId}
              processing={processing}
              address={address}
              onAddress={onAddress}
            />
          )
        }
      </LoadedPart>
    </Frame>
  );
}

/** The log, the project and the number of a custom processing. */
const nameOf = ({ sensorId, projectId, custom }: ProcessingLayers): string =>
  [sensorId, projectId, custom === 0 ? null : `custom ${custom}`]
    .filter((part) => part !== null)
    .join(" · ");

type LayersProps = FlightProps & { readonly processing: ProcessingLayers };

function Layers({ flightId, processing, address, onAddress }: LayersProps) {
  const { processingId } = processing;
  const { layers, jobs, right, error } = useChosenLayers(processing, address);
  const shown = shownIn(address.shown, usualLayers(layers));
  const { rasters: reader, faults } = useRasters();
  const opening = useOpenRasters(reader, processingId, shownRasters(layers, right, shown));
  const lines = useLines({ rasters: reader, flightId, processingId }, layers, {
    shown,
    opacity: address.opacity,
  });
  const profile = useProfileLine(address.line);
  const drawn = useStable([...lines.drawn, ...profile]);
  const rasters = useMapRasters(reader, opening, address.opacity);
  const findings = useQuery(findingsQuery(useApi(), processingId)).data;
  const marks = useMarks(shown.has(FINDINGS) ? findings : undefined);
  const [goal, setGoal] = useState<Extent>();
  const [image, setImage] = useState<string>();
  const clouds = jobs.findLast(({ files }) => files.some(({ kind }) => kind === "points"));
  const failed = opening.filter((each) => each.error !== undefined);
  const retry = (): void => {
    for (const each of failed) each.retry();
    lines.retry();
  };
  const show = (finding: CloudFinding): void => {
    setGoal(around(finding));
    const line = lineOf(finding);
    if (line !== undefined) onAddress({ line });
  };
  return (
    <Box sx={COLUMNS}>
      <Paper variant="outlined" sx={{ gridArea: "side", minHeight: 0, overflow: "auto" }}>
        <LayerPanel
          processing={processing}
          layers={layers}
          shown={shown}
          rasters={opening}
          address={address}
          onAddress={onAddress}
        />
        <FindingsPanel processingId={processingId} onShow={show} />
      </Paper>
      <Box sx={VIEW}>
        <Faults
          texts={[
            ...(error === undefined ? [] : [error.message]),
            ...opening.flatMap((each) => faultsOf(each, faults)),
            ...lines.errors,
          ]}
          onRetry={failed.length + lines.errors.length === 0 ? undefined : retry}
        />
        <LayersMap
          label={`Layers of flight ${flightId}`}
          layers={drawn}
          rasters={rasters}
          marks={marks}
          extent={extentOf(opening, lines)}
          sides={sidesOf(opening, address.swipe)}
          address={address}
          onAddress={onAddress}
          goal={goal}
          mayDraw={clouds !== undefined}
          onFeature={(feature) => setImage(imageOf(feature, drawn))}
          onMark={(id) => {
            const finding = findings?.find((each) => each.id === id);
            if (finding !== undefined) show(finding);
          }}
        />
        <Summary layers={layers} shown={shown} opening={opening} findings={marks.length} />
        <Below
          {...{ processingId, clouds, address, onAddress, image }}
          onClose={() => setImage(undefined)}
        />
      </Box>
    </Box>
  );
}

interface BelowProps extends LayersPageProps {
  readonly processingId: string;
  readonly clouds: JobLayers | undefined;
  readonly image: string | undefined;
  readonly onClose: () => void;
}

/** The quick-look of an image, and the profile of the line on the map. */
function Below({ processingId, clouds, image, onClose, address, onAddress }: BelowProps) {
  return (
    <>
      {image === undefined ? null : (
        <QuickLook processingId={processingId} name={image} onClose={onClose} />
      )}
      {clouds === undefined || address.line === undefined ? null : (
        <LayerProfile
          processingId={processingId}
          clouds={clouds}
          address={address}
          onAddress={onAddress}
        />
      )}
    </>
  );
}

/** The image whose footprint a feature is; undefined of other features. */
function imageOf({ layerId, feature }: FeatureRef, drawn: readonly MapLayer[]): string | undefined {
  if (!layerId.endsWith(`.${FOOTPRINTS}`)) return undefined;
  return drawn.find(({ id }) => id === layerId)?.geometry.names[feature];
}

const AROUND_METRES = 60;

function around({ place: { longitude, latitude } }: CloudFinding): Extent | undefined {
  if (longitude === null || latitude === null) return undefined;
  const [x, y] = [mercatorX(longitude), mercatorY(latitude)];
  return [x - AROUND_METRES, y - AROUND_METRES, x + AROUND_METRES, y + AROUND_METRES];
}

/** The profile that a finding was marked in, where its cloud's system is known. */
function lineOf({ place: { epsg }, view }: CloudFinding): string | undefined {
  const corridor = corridorOf(readView(view));
  const system = epsg === null ? undefined : systemOf(epsg);
  if (corridor === undefined || system === undefined) return undefined;
  return writeLine(system.inverse(...corridor.from), system.inverse(...corridor.to));
}

const faultsOf = (
  { open, error, layer }: OpeningRaster,
  faults: ReadonlyMap<OpenRasters, readonly string[]>,
): readonly string[] => {
  if (error !== undefined) return [`${layer.name}: ${error.message}`];
  return open === undefined ? [] : [...open.faults, ...(faults.get(open) ?? [])];
};

function extentOf(
  opening: readonly OpeningRaster[],
  { drawn }: ReturnType<typeof useLines>,
): Extent | undefined {
  const rasters = opening.flatMap(({ open }) =>
    open === undefined || open.files.length === 0 ? [] : [open.extent],
  );
  if (rasters.length > 0) return rasters[0];
  // A raster that is still being opened is worth the wait: lines reach beyond it.
  if (opening.some(({ open, error }) => open === undefined && error === undefined))
    return undefined;
  return wholeExtent(drawn.map(({ geometry }) => geometry));
}

/** The names of the two sides, where a raster is on one of them alone. */
function sidesOf(
  opening: readonly OpeningRaster[],
  swipe: string | undefined,
): readonly [string, string] | undefined {
  const left = opening.find(({ side }) => side === "left")?.layer.attempt;
  const [right] = readNumbers(swipe).values();
  if (left === undefined || right === undefined) return undefined;
  return [`Attempt ${left}`, `Attempt ${right}`];
}

const FRAME = {
  display: "flex",
  flexDirection: "column",
  flex: 1,
  gap: 1,
  p: { xs: 1, sm: 1.5 },
  minHeight: 0,
} as const;
const COLUMNS = sideColumns(300);
