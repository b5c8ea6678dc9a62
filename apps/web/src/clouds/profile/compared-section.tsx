import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import type { JobClouds } from "@swath/contract/clouds";
import { type ReactNode, type RefObject, useEffect, useMemo } from "react";
import { Fetched } from "../../ui/feedback/loaded.tsx";
import { Waiting } from "../../ui/feedback/waiting.tsx";
import { useAttemptClouds } from "../attempt-layers.ts";
import type { PublishedCloud } from "../cloud-address.ts";
import type { Corridor } from "../points/section-points.ts";
import type { Cloud } from "../read/cloud.ts";
import { filesOf, useCloud } from "../use-cloud.ts";
import type { ProfilePicture } from "./profile-canvas.tsx";
import { type HeightRange, heightRange } from "./profile-view.ts";
import { SectionRow, type SharedSection } from "./section-row.tsx";
import { useSection } from "./use-section.ts";

interface ComparedProps extends SharedSection {
  /** The cloud that the line was drawn in. */
  readonly cloud: Cloud;
  readonly corridor: Corridor;
  readonly compared: PublishedCloud;
  readonly title: string;
  readonly picture: RefObject<ProfilePicture | null>;
  /** Gets between which heights its points lie; undefined where there are none. */
  readonly onRange: (range: HeightRange | undefined) => void;
}

/** The section of another cloud on the same line; what is wrong with it leaves the first one as it is. */
export function ComparedSection(props: ComparedProps) {
  const { compared, title } = props;
  const query = useAttemptClouds(compared);
  return (
    <Box component="section" aria-label={title} sx={FRAME}>
      <Fetched query={query} loading={OPENING} failed="The compared cloud could not be opened">
        {(clouds) => <OpenedSection {...props} clouds={clouds} />}
      </Fetched>
    </Box>
  );
}

const OPENING = /* text */ "Opening the compared cloud...";

function OpenedSection({ clouds, ...props }: ComparedProps & { readonly clouds: JobClouds }) {
  const files = useMemo(() => filesOf(clouds), [clouds]);
  const opening = useCloud(files);
  if (opening.state === "opening") return <Waiting text={OPENING} />;
  if (opening.state === "failed")
    return (
      <Alert
        severity="error"
        action={
          <Button color="inherit" size="small" onClick={opening.retry}>
            Try again
          </Button>
        }
      >
        The compared cloud could not be opened: {opening.error.message}
      </Alert>
    );
  if (!isOfOneSystem(props.cloud, opening.cloud))
    return (
      <Alert severity="warning">
        The compared cloud is of another coordinate system: the line lies elsewhere in it.
      </Alert>
    );
  return <LoadedSection {...props} other={opening.cloud} />;
}

/** Whether places of two clouds mean the same, as far as their files say. */
function isOfOneSystem({ files: [one] }: Cloud, { files: [other] }: Cloud): boolean {
  const [a, b] = [one!.crs, other!.crs];
  const differs = (of: "epsg" | "horizontalUnit"): boolean =>
    a[of] !== null && b[of] !== null && a[of] !== b[of];
  return a.geographic === b.geographic && !differs("epsg") && !differs("horizontalUnit");
}

function LoadedSection(props: ComparedProps & { readonly other: Cloud }) {
  const { other, corridor, look, title, picture, onRange } = props;
  const { section, isBusy, error } = useSection(other, corridor);
  const points = section?.points;
  const range = useMemo(() => points && heightRange(points), [points]);
  useEffect(() => {
    onRange(range);
    return () => onRange(undefined);
  }, [range, onRange]);
  // Lines that this cloud alone has are coloured behind those of the other.
  const own = useMemo(() => {
    const further = [...new Set(points?.lines)].filter((line) => !look.lines.includes(line));
    return { ...look, lines: [...look.lines, ...further.toSorted((a, b) => a - b)] };
  }, [points, look]);
  if (error !== undefined) return <Alert severity="error">{error.message}</Alert>;
  if (section === undefined || (isBusy && section.points.count === 0))
    return <Waiting text="Reading the points of the compared cloud..." />;
  if (section.points.count === 0) return <Empty>No points of this cloud lie here.</Empty>;
  return (
    <SectionRow
      {...props}
      label={`Profile of ${title}`}
      section={section}
      look={own}
      files={other.files}
      picture={picture}
      onMark={undefined}
    />
  );
}

const Empty = ({ children }: { readonly children: ReactNode }) => (
  <Box component="output" sx={{ m: "auto", color: "text.secondary" }}>
    {children}
  </Box>
);

const FRAME = {
  display: "flex",
  flexDirection: "column",
  flex: { xs: "none", md: "1 1 0" },
  minHeight: { xs: 80, md: 0 },
  borderTop: 1,
  borderColor: "divider",
  pt: 1,
} as const;
