import type { TrajectoryGap } from "@swath/pointcloud/navigation";
import {
  chartPicture,
  type Color,
  LINE_COLORS,
  type Picture,
  sequentialColor,
} from "@swath/pointcloud/picture";
import { writePreview } from "../../files/write-outputs.ts";
import type { GpsReport } from "../../records/georeferencing-inputs.ts";
import type { TrackPlace } from "./trajectory-file.ts";

const GAP: Color = [214, 50, 56];
/** Steps of speed that have a colour each. */
const STEPS = 24;
const METRES_PER_DEGREE = 111_320;
const SHAPE = 0.72;
/** Narrower ranges would show noise as if it were something; m/s and m. */
const NARROWEST_SPEEDS = 20;
const NARROWEST_HEIGHTS = 50;

const speedOf = ([, , , speed]: TrackPlace): number => speed;

/** Previews: the track from above, coloured by speed, with gaps marked; speed and height in time. */
export async function writeTrajectoryPictures(
  out: string,
  track: readonly TrackPlace[],
  { trajectory }: GpsReport,
): Promise<void> {
  const { gaps } = trajectory;
  await writePreview(out, "trajectory.svg", (size) => fromAbove(track, gaps, size));
  await writePreview(out, "trajectory-profile.svg", (size) => inTime(track, gaps, size));
}

/** The interval of `of` over the places, a little wider, and never narrower than `least`. */
function rangeOf(
  track: readonly TrackPlace[],
  of: (place: TrackPlace) => number,
  narrowest = 1e-3,
): readonly [low: number, high: number] {
  let [least, most] = [Infinity, -Infinity];
  for (const place of track) {
    least = Math.min(least, of(place));
    most = Math.max(most, of(place));
  }
  const half = Math.max(narrowest, (most - least) * 1.1) / 2;
  return [(least + most) / 2 - half, (least + most) / 2 + half];
}

function fromAbove(
  track: readonly TrackPlace[],
  gaps: readonly TrajectoryGap[],
  size: number,
): Picture {
  const [firstLongitude = 0, firstLatitude = 0] = track[0] ?? [];
  const shrink = Math.cos((firstLatitude * Math.PI) / 180);
  const east = ([longitude]: TrackPlace): number =>
    ((longitude - firstLongitude) * METRES_PER_DEGREE * shrink) / 1_000;
  const north = ([, latitude]: TrackPlace): number =>
    ((latitude - firstLatitude) * METRES_PER_DEGREE) / 1_000;
  const [slow, fast] = rangeOf(track, speedOf, NARROWEST_SPEEDS);
  const chart = chartPicture({
    title: "Trajectory by speed",
    width: size,
    height: Math.round(size * SHAPE),
    x: rangeOf(track, east),
    y: rangeOf(track, north),
    sameScale: true,
    xLabel: "east (km)",
    yLabel: "north (km)",
    legend: [
      { color: sequentialColor(0), label: slow.toFixed(0) },
      { color: sequentialColor(0.5), label: ((slow + fast) / 2).toFixed(0) },
      { color: sequentialColor(1), label: `${fast.toFixed(0)} m/s` },
      { color: GAP, label: "gap" },
    ],
  });
  const at = (place: TrackPlace): [x: number, y: number] => [
    chart.x(east(place)),
    chart.y(north(place)),
  ];
  const shown = apart(track, at);
  // Below it a wider one in a tone of the look: the ends of the colours are dark and bright.
  chart.picture.line(shown.flatMap(at), "grey", 5);
  const stepOf = (place: TrackPlace): number =>
    Math.round((STEPS * (place[3] - slow)) / (fast - slow));
  for (const [step, places] of linesBySpeed(shown, gaps, stepOf, at))
    if (step === undefined) chart.picture.line(places, GAP, 5);
    else chart.picture.line(places, sequentialColor(step / STEPS), 3);
  return chart.picture;
}

/** Places that are so far apart that their pieces of the track are seen, px. */
const SEEN = 2;

function apart(
  track: readonly TrackPlace[],
  at: (place: TrackPlace) => [x: number, y: number],
): TrackPlace[] {
  let [lastX, lastY] = [Number.NaN, Number.NaN];
  return track.filter((place, index) => {
    const [x, y] = at(place);
    const isNear = Math.hypot(x - lastX, y - lastY) < SEEN && index < track.length - 1;
    if (!isNear) [lastX, lastY] = [x, y];
    return !isNear;
  });
}

/** Lines of each step of speed (undefined: of gaps): places in turn, NaN between separate ones. */
function linesBySpeed(
  track: readonly TrackPlace[],
  gaps: readonly TrajectoryGap[],
  stepOf: (place: TrackPlace) => number,
  at: (place: TrackPlace) => [x: number, y: number],
): Map<number | undefined, number[]> {
  const lines = new Map<number | undefined, number[]>();
  let last: number[] | undefined;
  for (const [index, place] of track.entries()) {
    const before = track[index - 1];
    if (before === undefined) continue;
    const step = crosses(before, place, gaps) ? undefined : stepOf(place);
    const line = lines.get(step) ?? [];
    if (line !== last) line.push(Number.NaN, Number.NaN, ...at(before));
    line.push(...at(place));
    lines.set(step, line);
    last = line;
  }
  return lines;
}

function crosses(from: TrackPlace, to: TrackPlace, gaps: readonly TrajectoryGap[]): boolean {
  return gaps.some(({ start, end }) => from[4] <= start && to[4] >= end);
}

function inTime(
  track: readonly TrackPlace[],
  gaps: readonly TrajectoryGap[],
  size: number,
): Picture {
  const begin = track[0]?.[4] ?? 0;
  const [slow, fast] = rangeOf(track, speedOf, NARROWEST_SPEEDS);
  const [low, high] = rangeOf(track, ([, , height]) => height, NARROWEST_HEIGHTS);
  const [heightColor, speedColor] = [LINE_COLORS[0]!, LINE_COLORS[1]!];
  const chart = chartPicture({
    title: "Height and speed",
    width: size,
    height: Math.round(size * 0.5),
    x: rangeOf(track, (place) => place[4] - begin),
    y: [low, high],
    xLabel: "time (s)",
    yLabel: "height (m)",
    right: { range: [slow, fast], label: "speed (m/s)" },
    legend: [
      { color: heightColor, label: "height" },
      { color: speedColor, label: "speed" },
      { color: GAP, label: "gap" },
    ],
  });
  const line = (y: (place: TrackPlace) => number, color: Color): void => {
    const places = track.flatMap((place) => [chart.x(place[4] - begin), y(place)]);
    chart.picture.line(places, color, 2);
  };
  line(([, , height]) => chart.y(height), heightColor);
  line((place) => chart.right(speedOf(place)), speedColor);
  for (const { start, end } of gaps)
    chart.picture.rectangle(
      chart.x(start - begin),
      chart.y(high),
      Math.max(2, chart.x(end) - chart.x(start)),
      chart.y(low) - chart.y(high),
      GAP,
    );
  return chart.picture;
}
