import Alert from "@mui/material/Alert";
import Box from "@mui/material/Box";
import Button from "@mui/material/Button";
import Paper from "@mui/material/Paper";
import TextField from "@mui/material/TextField";
import { useQuery } from "@tanstack/react-query";
import { type FormEvent, useState } from "react";
import { formatArea } from "../../map/tools/figures.ts";
import { MeasureButtons } from "../../map/tools/measure-buttons.tsx";
import { queryKeys } from "../../platform/query/query-keys.ts";
import { loadPart } from "../../ui/load-part.ts";
import { Detail, Details } from "../../ui/text/details.tsx";
import { formatCount } from "../../ui/text/format.ts";
import type { Look } from "../look/look.ts";
import { type CloudMeasuring, type Corner, nearestDrawn } from "../map/nearest-drawn.ts";
import { Between } from "../profile/point-facts.tsx";
import type { LoadedNode } from "../read/shown-nodes.ts";
import {
  betweenCorners,
  type CloudUnits,
  crossesItself,
  type Geodesy,
  MOST_CORNERS,
  outlineOf,
  typedCorners,
} from "./measured-corners.ts";

type Place = readonly [x: number, y: number];

/** What somebody measures from above, or in 3D. */
export interface Measuring extends CloudMeasuring {
  readonly clear: () => void;
  /** Corners at these places exactly, with heights of the points that are drawn near them. */
  readonly type: (places: readonly Place[]) => void;
}

const at = ([x, y]: Place, z?: number): Corner => ({ x, y, z });

/** Corners on what is drawn, seen from above so many units in a pixel; undefined while nobody measures. */
export function useMeasuring(
  nodes: readonly LoadedNode[],
  look: Look,
  scale: number,
): readonly [Measuring | undefined, toggle: () => void] {
  const [corners, setCorners] = useState<readonly Corner[]>();
  const near = (place: Place): Corner | undefined => nearestDrawn(nodes, look, place, scale);
  const end = (): void => setCorners(undefined);
  const putPoint = (corner: Corner): void => {
    if (corners !== undefined && corners.length < MOST_CORNERS) setCorners([...corners, corner]);
  };
  const measuring = corners && {
    corners,
    put: (place: Place) => putPoint(near(place) ?? at(place)),
    putPoint,
    undo: () => setCorners(corners.slice(0, -1)),
    clear: () => setCorners([]),
    end,
    type: (places: readonly Place[]) =>
      setCorners(places.map((place) => at(place, near(place)?.z))),
  };
  return [measuring, () => setCorners(corners === undefined ? [] : undefined)];
}

/** As many digits as tell a centimetre, in degrees too. */
const written = (value: number): string =>
  String(Number(value.toFixed(Math.abs(value) > 400 ? 3 : 8)));
const textOf = (corners: readonly Corner[]): string =>
  corners.map(({ x, y }) => `${written(x)} ${written(y)}`).join("\n");

interface MeasurePanelProps {
  readonly measuring: Measuring;
  readonly units: CloudUnits;
}

/** Distance, height difference and slope of two corners, area and perimeter of more; corners can be typed. */
export function MeasurePanel({ measuring, units }: MeasurePanelProps) {
  const { corners, undo, clear, end, type } = measuring;
  const isEmpty = corners.length === 0;
  return (
    <Paper component="fieldset" variant="outlined" aria-label="Measuring" sx={FRAME}>
      <Box sx={{ flex: "1 1 240px", fontSize: "0.8125rem" }}>
        <Box component="output" sx={{ display: "block" }}>
          <Figures corners={corners} units={units} />
        </Box>
        {units.isStated ? null : (
          <Alert severity="warning">The file does not say its unit: it is taken for a metre.</Alert>
        )}
      </Box>
      <CornersForm text={textOf(corners)} onCorners={type} />
      <MeasureButtons {...{ isEmpty, undo, clear, end }} />
    </Paper>
  );
}

/** What measures on the ellipsoid, loaded where places are degrees. */
function useGeodesy({ horizontal }: CloudUnits): Geodesy | undefined {
  const { data } = useQuery({
    queryKey: queryKeys.geodesy,
    queryFn: () => loadPart(() => import("@swath/plan/geodesy")),
    enabled: horizontal === undefined,
    staleTime: Infinity,
  });
  return data;
}

function Figures({ corners, units }: Pick<Measuring, "corners"> & { readonly units: CloudUnits }) {
  const geodesy = useGeodesy(units);
  const [one, other, third] = corners;
  if (one === undefined)
    return "Click for a corner, or press Space for one at the cross; Backspace takes it back, Escape ends. Two tell distance and slope, three or more an area.";
  if (other === undefined)
    return (
      <Details columnGap={2}>
        <Detail name="x, y">{`${written(one.x)}, ${written(one.y)}`}</Detail>
        <Detail name="Height">{one.z?.toFixed(3) ?? "–"}</Detail>
      </Details>
    );
  if (third !== undefined) return <Outline corners={corners} units={units} geodesy={geodesy} />;
  const between = betweenCorners(one, other, units, geodesy);
  if (between === undefined) return "Loading what measures degrees...";
  if ("height" in between) return <Between of={between} unit="m" />;
  return (
    <>
      <Details columnGap={2}>
        <Detail name="Distance">{between.distance.toFixed(3)} m</Detail>
      </Details>
      Where no point is drawn there is no height.
    </>
  );
}

interface OutlineProps extends Pick<Measuring, "corners"> {
  readonly units: CloudUnits;
  readonly geodesy: Geodesy | undefined;
}

function Outline({ corners, units, geodesy }: OutlineProps) {
  const outline = outlineOf(corners, units, geodesy);
  if (outline === undefined) return "Loading what measures degrees...";
  const { area, perimeter } = outline;
  return (
    <>
      <Details columnGap={2}>
        <Detail name="Corners">{formatCount(corners.length)}</Detail>
        <Detail name="Perimeter">{perimeter.toFixed(2)} m</Detail>
        <Detail name="Area">{`${area.toFixed(1)} m²${area < HECTARE ? "" : `, ${formatArea(area)}`}`}</Detail>
      </Details>
      {crossesItself(corners) ? (
        <Box sx={{ color: "warning.main", fontWeight: 600 }}>
          The outline crosses itself: its parts are taken from one another.
        </Box>
      ) : null}
    </>
  );
}

const HECTARE = 10_000;

interface CornersFormProps {
  readonly text: string;
  readonly onCorners: (places: readonly Place[]) => void;
}

/** Corners by their coordinates, for people who do not click. */
function CornersForm({ text, onCorners }: CornersFormProps) {
  const [typed, setTyped] = useState(text);
  const [shown, setShown] = useState(text);
  // Corners that are put meanwhile stand in it; it keeps the focus.
  if (shown !== text) {
    setShown(text);
    setTyped(text);
  }
  const [fault, setFault] = useState<string>();
  const submit = (event: FormEvent): void => {
    event.preventDefault();
    const places = typedCorners(typed);
    setFault(typeof places === "string" ? places : undefined);
    if (typeof places !== "string") onCorners(places);
  };
  return (
    <Box
      component="form"
      aria-label="Corners by their coordinates"
      onSubmit={submit}
      sx={{ display: "flex", flexWrap: "wrap", gap: 1, alignItems: "start" }}
    >
      <TextField
        multiline
        size="small"
        minRows={2}
        maxRows={4}
        label="Corners, x and y in a line"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        error={fault !== undefined}
        sx={{ width: 240 }}
      />
      <Button type="submit" size="small" variant="outlined">
        Measure corners
      </Button>
      {fault === undefined ? null : (
        <Box role="alert" sx={{ flexBasis: 1, color: "error.main", fontSize: "0.8125rem" }}>
          {fault}
        </Box>
      )}
    </Box>
  );
}

const FRAME = {
  display: "flex",
  flexWrap: "wrap",
  flex: "none",
  gap: 1.5,
  m: 0,
  p: 1,
  minWidth: 0,
} as const;
