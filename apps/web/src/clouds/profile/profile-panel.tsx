import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import IconButton from "@mui/material/IconButton";
import Close from "@mui/icons-material/Close";
import Typography from "@mui/material/Typography";
import type { FindingPlace } from "@swath/contract/processing";
import { useMemo, useRef, useState } from "react";
import { SelectField } from "../../ui/form/select-field.tsx";
import { formatCount } from "../../ui/text/format.ts";
import { Tooltip } from "../../ui/text/tooltip.tsx";
import { type AddressChange, PROFILE_COLORS, type ProfileColor } from "../cloud-address.ts";
import { colorPoints } from "../look/color-points.ts";
import type { Look } from "../look/look.ts";
import type { Cloud } from "../read/cloud.ts";
import { HeightTable } from "./height-table.tsx";
import type { Section } from "./load-section.ts";
import { lineHeights } from "./measure-section.ts";
import { PointFacts } from "./point-facts.tsx";
import { ProfileCanvas, type ProfilePicture } from "./profile-canvas.tsx";
import { type Corridor, directionOf, lengthOf } from "../points/section-points.ts";
import { useSection } from "./use-section.ts";

interface ProfilePanelProps {
  readonly cloud: Cloud;
  readonly corridor: Corridor;
  /** Of its points, by `color`. */
  readonly look: Look;
  readonly color: ProfileColor;
  readonly higher: number | undefined;
  readonly unit: string;
  readonly cursor: number;
  readonly onCursor: (along: number) => void;
  readonly onCorridor: (corridor: Corridor | undefined) => void;
  readonly onAddress: (change: AddressChange) => void;
  /** Marks a place of a line, with a picture of the profile; undefined where no findings are kept. */
  readonly onMark:
    | ((place: FindingPlace, line: number, picture: string | null) => void)
    | undefined;
}

const COLOR_NAMES: Readonly<Record<ProfileColor, string>> = {
  line: /* text */ "Line",
  class: /* text */ "Class",
  return: /* text */ "Return",
  intensity: /* text */ "Intensity",
};
const HIGHER = [
  ["fit", /* text */ "As it fits"],
  ["1", /* text */ "True to scale"],
  ["2", "× 2"],
  ["5", "× 5"],
  ["10", "× 10"],
  ["20", "× 20"],
  ["50", "× 50"],
] as const;
const WINDOWS = [
  ["0.5", "0.5"],
  ["1", "1"],
  ["2", "2"],
  ["5", "5"],
  ["10", "10"],
] as const;

/** A line that is moved by so many of its widths to the left, and of its lengths onwards. */
export function moved(corridor: Corridor, sideways: number, onwards: number): Corridor {
  const [dx, dy] = directionOf(corridor);
  const [left, on] = [sideways * corridor.width, onwards * lengthOf(corridor)];
  const by = [dx * on - dy * left, dy * on + dx * left] as const;
  const { from, to, width } = corridor;
  return { from: [from[0] + by[0], from[1] + by[1]], to: [to[0] + by[0], to[1] + by[1]], width };
}

/** What a profile shows, in words. */
export function profileSummary({ corridor, points }: Section, unit: string): string {
  const { count, heights, lines } = points;
  const size = `${lengthOf(corridor).toFixed(1)} ${unit} long and ${corridor.width} ${unit} wide`;
  if (count === 0) return `A profile ${size}: no points lie there.`;
  let [least, most] = [Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY];
  const found = new Set<number>();
  for (let point = 0; point < count; point += 1) {
    least = Math.min(least, heights[point]!);
    most = Math.max(most, heights[point]!);
    found.add(lines[point]!);
  }
  const of = [...found].toSorted((a, b) => a - b).join(", ");
  return `A profile ${size}: ${formatCount(count)} points of lines ${of}, from ${least.toFixed(2)} to ${most.toFixed(2)} ${unit} high.`;
}

/** The section of a cloud along a line, with what is measured on it. */
export function ProfilePanel(props: ProfilePanelProps) {
  const { cloud, corridor, onCorridor } = props;
  const { section, isBusy, error } = useSection(cloud, corridor);
  return (
    <Box
      component="section"
      aria-labelledby="profile-title"
      aria-busy={isBusy}
      sx={{ display: "flex", flexDirection: "column", flex: 1, minHeight: 0, gap: 1, p: 1 }}
    >
      <Tools {...props} section={section} isBusy={isBusy} onClose={() => onCorridor(undefined)} />
      {error === undefined ? null : <Alert severity="error">{error.message}</Alert>}
      {section === undefined ? null : <Shown {...props} section={section} />}
    </Box>
  );
}

interface ToolsProps extends ProfilePanelProps {
  readonly section: Section | undefined;
  readonly isBusy: boolean;
  readonly onClose: () => void;
}

function Tools({ section, isBusy, onClose, ...props }: ToolsProps) {
  const { corridor, color, higher, unit, onCorridor, onAddress } = props;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Typography id="profile-title" variant="h2" sx={{ fontSize: "1rem" }}>
        Profile
      </Typography>
      <Box
        component="output"
        sx={{ flex: "1 1 260px", fontSize: "0.8125rem", color: "text.secondary" }}
      >
        {section === undefined || isBusy
          ? "Reading the points of the profile..."
          : profileSummary(section, unit)}
      </Box>
      <Tooltip title="Move the line to the left by its width ([)" describeChild>
        <Button size="small" onClick={() => onCorridor(moved(corridor, 1, 0))}>
          Left
        </Button>
      </Tooltip>
      <Tooltip title="Move the line to the right by its width (])" describeChild>
        <Button size="small" onClick={() => onCorridor(moved(corridor, -1, 0))}>
          Right
        </Button>
      </Tooltip>
      <SelectField
        label="Colour by"
        minWidth={110}
        value={color}
        options={PROFILE_COLORS.map((each) => [each, COLOR_NAMES[each]] as const)}
        onChange={(profileColor) => onAddress({ profileColor })}
      />
      <SelectField
        label="Height"
        minWidth={130}
        value={higher === undefined ? "fit" : String(higher)}
        options={HIGHER}
        onChange={(value) => onAddress({ higher: value === "fit" ? undefined : Number(value) })}
      />
      <IconButton size="small" aria-label="Close the profile" onClick={onClose}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}

function Shown({ section, ...props }: ProfilePanelProps & { readonly section: Section }) {
  const { cloud, corridor, look, higher, unit, cursor, onCursor, onCorridor, onMark } = props;
  const picture = useRef<ProfilePicture>(null);
  const { points } = section;
  const [window, setWindow] = useState<(typeof WINDOWS)[number][0]>("1");
  const [picked, setPicked] = useState<{
    readonly of: Section;
    readonly points: readonly number[];
  }>();
  const marks = picked?.of === section ? picked.points : NONE;
  const colors = useMemo(
    () => colorPoints({ ...points, heightOf: (point) => points.heights[point]! }, look),
    [points, look],
  );
  const heights = useMemo(
    () => lineHeights(points, colors, { at: cursor, window: Number(window) }),
    [points, colors, cursor, window],
  );
  const pick = (point: number | undefined): void => {
    const kept = marks.length === 1 ? marks : NONE;
    setPicked({ of: section, points: point === undefined ? NONE : [...kept, point] });
  };
  return (
    <Box sx={SHOWN}>
      <Box sx={{ position: "relative", flex: "1 1 320px", minWidth: 0, minHeight: 180 }}>
        <ProfileCanvas
          label="Profile. Left and right arrows move the place whose heights are told, plus and minus zoom, brackets move the line sideways, comma and full stop along itself."
          section={section}
          colors={colors}
          higher={higher}
          cursor={cursor}
          window={Number(window)}
          measured={marks}
          picture={picture}
          onCursor={onCursor}
          onPoint={pick}
          onMove={(sideways, onwards) => onCorridor(moved(corridor, sideways, onwards))}
        />
      </Box>
      <Box
        sx={{
          flex: "0 0 auto",
          overflow: "auto",
          display: "flex",
          flexDirection: "column",
          gap: 1,
        }}
      >
        <HeightTable
          at={cursor}
          window={Number(window)}
          heights={heights}
          lines={look.lines}
          unit={unit}
        />
        <SelectField
          label={`Window, ${unit}`}
          minWidth={100}
          value={window}
          options={WINDOWS}
          onChange={setWindow}
        />
        <PointFacts
          section={section}
          points={marks}
          files={cloud.files}
          unit={unit}
          onMark={onMark && ((place, line) => onMark(place, line, picture.current?.take() ?? null))}
        />
      </Box>
    </Box>
  );
}

const NONE: readonly number[] = [];
const SHOWN = {
  display: "flex",
  flexWrap: { xs: "wrap", md: "nowrap" },
  gap: 1.5,
  flex: 1,
  minHeight: 0,
} as const;
