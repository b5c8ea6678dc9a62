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
import {
  type AddressChange,
  PROFILE_COLORS,
  type ProfileColor,
  type PublishedCloud,
  writeCompared,
} from "../cloud-address.ts";
import type { Look } from "../look/look.ts";
import type { Cloud } from "../read/cloud.ts";
import { CompareChoice, titleOf } from "./compare-choice.tsx";
import { ComparedSection } from "./compared-section.tsx";
import type { Section } from "./load-section.ts";
import { jpegOf, type ProfilePicture } from "./profile-canvas.tsx";
import { type HeightRange, heightRange } from "./profile-view.ts";
import { SectionRow } from "./section-row.tsx";
import { type Corridor, directionOf, lengthOf } from "../points/section-points.ts";
import { useSection } from "./use-section.ts";
import { useSharedView } from "./use-shared-view.ts";

interface ProfilePanelProps {
  readonly cloud: Cloud;
  readonly corridor: Corridor;
  /** Of its points, by `color`. */
  readonly look: Look;
  readonly color: ProfileColor;
  readonly higher: number | undefined;
  readonly unit: string;
  /** What published the cloud; undefined of a single file, which nothing is compared with. */
  readonly published: PublishedCloud | undefined;
  /** Whose section is drawn below. */
  readonly compared: PublishedCloud | undefined;
  readonly cursor: number;
  readonly onCursor: (along: number) => void;
  readonly onCorridor: (corridor: Corridor | undefined) => void;
  readonly onAddress: (change: AddressChange) => void;
  /** Marks a place of a line, with a picture of the profile; undefined where no findings are kept. */
  readonly onMark:
    | ((place: FindingPlace, line: number, picture: string | null) => void)
    | undefined;
  /** Saves the profile, with a picture of it; undefined where none are kept. */
  readonly onSave: ((picture: string | null) => void) | undefined;
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

/** The section of a cloud along a line, with what is measured on it, and that of another below it. */
export function ProfilePanel(props: ProfilePanelProps) {
  const { cloud, corridor, higher, unit, published, compared, onCorridor, onMark, onSave } = props;
  const { section, isBusy, error } = useSection(cloud, corridor);
  const picture = useRef<ProfilePicture>(null);
  const pictureBelow = useRef<ProfilePicture>(null);
  const [window, setWindow] = useState<(typeof WINDOWS)[number][0]>("1");
  const [below, setBelow] = useState<HeightRange>();
  const points = section?.points;
  const range = useMemo(() => points && heightRange(points), [points]);
  const common = {
    look: props.look,
    unit,
    shared: useSharedView(corridor, higher, [range, below]),
    cursor: props.cursor,
    window: Number(window),
    onCursor: props.onCursor,
    onMove: (sideways: number, onwards: number) => onCorridor(moved(corridor, sideways, onwards)),
  };
  const sheet = () => picture.current?.sheet();
  return (
    <Box
      component="section"
      aria-labelledby="profile-title"
      aria-busy={isBusy}
      sx={{
        display: "flex",
        flexDirection: "column",
        flex: 1,
        minWidth: 0,
        minHeight: 0,
        gap: 1,
        p: 1,
      }}
    >
      <Tools
        {...props}
        section={section}
        isBusy={isBusy}
        onClose={() => onCorridor(undefined)}
        onSave={onSave && (() => onSave(jpegOf([sheet(), pictureBelow.current?.sheet()])))}
      />
      {error === undefined ? null : <Alert severity="error">{error.message}</Alert>}
      {section === undefined ? null : (
        <SectionRow
          {...common}
          label="Profile"
          section={section}
          files={cloud.files}
          title={published && compared && titleOf(published, published.processingId)}
          picture={picture}
          onMark={onMark && ((place, line) => onMark(place, line, jpegOf([sheet()])))}
        >
          <SelectField
            label={`Window, ${unit}`}
            minWidth={100}
            value={window}
            options={WINDOWS}
            onChange={setWindow}
          />
        </SectionRow>
      )}
      {compared === undefined || published === undefined ? null : (
        <ComparedSection
          {...common}
          key={writeCompared(compared)}
          cloud={cloud}
          corridor={corridor}
          compared={compared}
          title={titleOf(compared, published.processingId)}
          picture={pictureBelow}
          onRange={setBelow}
        />
      )}
    </Box>
  );
}

interface ToolsProps extends Omit<ProfilePanelProps, "onSave"> {
  readonly section: Section | undefined;
  readonly isBusy: boolean;
  readonly onClose: () => void;
  readonly onSave: (() => void) | undefined;
}

function Tools({ section, isBusy, onClose, onSave, ...props }: ToolsProps) {
  const { corridor, color, higher, unit, published, compared, onCorridor, onAddress } = props;
  return (
    <Box sx={{ display: "flex", flexWrap: "wrap", alignItems: "center", gap: 1 }}>
      <Typography id="profile-title" variant="h2" sx={{ fontSize: "1rem" }}>
        Profile
      </Typography>
      <Box
        component="output"
        sx={{ flex: "1 1 260px", fontSize: "0.8125rem", color: "text.secondary" }}
      >
        {isBusy ? "Reading the points of the profile..." : section && profileSummary(section, unit)}
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
      {published === undefined ? null : (
        <CompareChoice published={published} compared={compared} onAddress={onAddress} />
      )}
      {onSave === undefined ? null : (
        <Button size="small" disabled={section === undefined || isBusy} onClick={onSave}>
          Save profile
        </Button>
      )}
      <IconButton size="small" aria-label="Close the profile" onClick={onClose}>
        <Close fontSize="small" />
      </IconButton>
    </Box>
  );
}
