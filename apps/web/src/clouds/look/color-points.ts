import {
  type Color,
  DIFFERENCE_CLASSES,
  LINE_COLORS,
  sequentialColor,
} from "@swath/pointcloud/picture";
import { colorOfClass } from "./class-names.ts";
import { isReturnHidden, type Look } from "./look.ts";

/** Columns of points that have colours. */
export interface ColoredPoints {
  readonly count: number;
  readonly classes: Uint8Array;
  readonly returns: Uint8Array;
  readonly lines: Uint16Array;
  readonly intensity: Uint16Array;
  readonly colors?: Uint8Array | undefined;
  readonly times?: Float64Array | undefined;
  /** The height of a point, in units of the cloud's system. */
  readonly heightOf: (point: number) => number;
  /** How far its line lies above the others, m; NaN where that is not known. */
  readonly differenceOf?: ((point: number) => number) | undefined;
}

/** Red, green, blue and opacity as the bytes of a number, as pictures have them in memory. */
const packed = ([red, green, blue]: Color): number =>
  ((255 << 24) | (blue << 16) | (green << 8) | red) >>> 0;

const STEPS = 256;
const RAMP = Uint32Array.from({ length: STEPS }, (_, step) =>
  packed(sequentialColor(step / (STEPS - 1))),
);
const CLASSES = Uint32Array.from({ length: 256 }, (_, code) => packed(colorOfClass(code)));
const RETURNS = Uint32Array.from({ length: 16 }, (_, number) =>
  packed(LINE_COLORS[Math.max(0, number - 1) % LINE_COLORS.length]!),
);

/** Lines beside each other differ most: the two blues of the field stand apart. */
const LINES = [0, 1, 2, 3, 5, 4].map((place): Color => LINE_COLORS[place]!);
/** Of what is not known. */
export const GREY: Color = [128, 134, 143];

/** The colour of a line by its place among the lines of the cloud; grey for one that is not known yet. */
export const colorOfLine = (place: number): Color =>
  place < 0 ? GREY : LINES[place % LINES.length]!;
export const colorOfReturn = (number: number): Color =>
  LINE_COLORS[Math.max(0, number - 1) % LINE_COLORS.length]!;

/** Of a point that nothing is known of what its colour would say. */
const UNKNOWN = packed(GREY);

function lineColors(lines: readonly number[]): (line: number) => number {
  const places = new Map(lines.map((line, place) => [line, packed(colorOfLine(place))]));
  return (line) => places.get(line) ?? UNKNOWN;
}

const DIFFERENCES = DIFFERENCE_CLASSES.map(({ below, color }) => ({ below, color: packed(color) }));
/** The colour of a difference, by the classes of quality checks. */
const classed = (difference: number): number =>
  DIFFERENCES.find(({ below }) => difference < below)?.color ?? UNKNOWN;

/** The colour of a value on the ramp. */
function ramped([least, most]: Look["range"]): (value: number) => number {
  const by = (STEPS - 1) / Math.max(most - least, Number.MIN_VALUE);
  return (value) => {
    const step = (value - least) * by;
    // Of what is no number too.
    return step >= 0 ? RAMP[Math.min(STEPS - 1, step | 0)]! : RAMP[0]!;
  };
}

/** The colour of a point by what it is to say; one function for a block, so that no point asks twice. */
function colorOf(points: ColoredPoints, look: Look): (point: number) => number {
  const { classes, returns, lines, intensity, colors, times, heightOf, differenceOf } = points;
  if (look.by === "class") return (point) => CLASSES[classes[point]!]!;
  if (look.by === "return") return (point) => RETURNS[returns[point]! & 15]!;
  if (look.by === "line") {
    const of = lineColors(look.lines);
    return (point) => of(lines[point]!);
  }
  if (look.by === "difference")
    return differenceOf === undefined ? () => UNKNOWN : (point) => classed(differenceOf(point));
  const ramp = ramped(look.range);
  if (look.by === "intensity") return (point) => ramp(intensity[point]!);
  if (look.by === "time")
    return times === undefined ? () => UNKNOWN : (point) => ramp(times[point]!);
  if (look.by === "height") return (point) => ramp(heightOf(point));
  if (colors === undefined) return () => UNKNOWN;
  const [red, green, blue] = look.by === "nir" ? ([3, 0, 1] as const) : ([0, 1, 2] as const);
  return (point) =>
    packed([colors[point * 4 + red]!, colors[point * 4 + green]!, colors[point * 4 + blue]!]);
}

/** The colour of each point; 0 for those that are left out. */
export function colorPoints(points: ColoredPoints, look: Look): Uint32Array<ArrayBuffer> {
  const { count, classes, returns, lines } = points;
  const { hidden } = look;
  const isHidden = Uint8Array.from({ length: 256 }, (_, code) =>
    hidden.classes.has(code) ? 1 : 0,
  );
  const isAll = hidden.returns === "all" && hidden.lines.size === 0;
  const color = colorOf(points, look);
  const painted = new Uint32Array(count);
  for (let point = 0; point < count; point += 1) {
    if (isHidden[classes[point]!] === 1) continue;
    if (
      !isAll &&
      (hidden.lines.has(lines[point]!) || isReturnHidden(hidden.returns, returns[point]!))
    )
      continue;
    painted[point] = color(point);
  }
  return painted;
}
