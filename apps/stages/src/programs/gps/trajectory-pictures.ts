import type { TrajectoryGap } from "@swath/pointcloud/navigation";
import {
  chartPicture,
  type Color,
  INK,
  LINE_COLORS,
  type Picture,
  sequentialColor,
} from "@swath/pointcloud/picture";
import { writePreview } from "../../files/write-outputs.ts";
import type { GpsReport } from "../../records/trajectory-files.ts";
import type { TrackPlace } from "./trajectory-file.ts";

const GAP: Color = [196, 30, 40];
const METRES_PER_DEGREE = 111_320;
const SHAPE = 0.72;

/** Previews: the track from above, coloured by speed, with gaps marked; speed and height in time. */
export async function writeTrajectoryPictures(
  out: string,
  track: readonly TrackPlace[],
  { trajectory }: GpsReport,
): Promise<void> {
  const { gaps } = trajectory;
  await writePreview(out, "trajectory.png", (size) => fromAbove(track, gaps, size));
  await writePreview(out, "trajectory-profile.png", (size) => inTime(track, gaps, size));
}

/** The interval of `of` over the places, a little wider. */
function rangeOf(track: readonly TrackPlace[], of: (place: TrackPlace) => number) {
  let [least, most] = [Infinity, -Infinity];
  for (const place of track) {
    least = Math.min(least, of(place));
    most = Math.max(most, of(place));
  }
  const margin = Math.max(1e-3, (most - least) * 0.05);
  return [least - margin, most + margin] as const;
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
  const fastest = Math.max(1, rangeOf(track, ([, , , speed]) => speed)[1]);
  const height = Math.round(size * SHAPE);
  const { picture, x, y } = chartPicture({
    title: "Trajectory by speed",
    width: size,
    height,
    ...alike(rangeOf(track, east), rangeOf(track, north), size / height),
    xLabel: "east (km)",
    yLabel: "north (km)",
    legend: [
      { color: sequentialColor(0), label: "0" },
      { color: sequentialColor(0.5), label: (fastest / 2).toFixed(0) },
      { color: sequentialColor(1), label: `${fastest.toFixed(0)} m/s` },
      { color: GAP, label: "gap" },
    ],
  });
  for (const [index, place] of track.entries()) {
    const before = track[index - 1];
    if (before === undefined) continue;
    const isGap = crosses(before, place, gaps);
    const color = isGap ? GAP : sequentialColor(place[3] / fastest);
    picture.line(
      [x(east(before)), y(north(before)), x(east(place)), y(north(place))],
      color,
      isGap ? 5 : 3,
    );
  }
  return picture;
}

/** Widens one of two ranges so that a kilometre is as long in both. */
function alike(x: readonly [number, number], y: readonly [number, number], shape: number) {
  const [width, height] = [x[1] - x[0], (y[1] - y[0]) * shape];
  const middle = (range: readonly [number, number]): number => (range[0] + range[1]) / 2;
  const widest = Math.max(width, height);
  const around = (at: number, span: number) => [at - span / 2, at + span / 2] as const;
  return { x: around(middle(x), widest), y: around(middle(y), widest / shape) };
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
  const fastest = Math.max(1, rangeOf(track, ([, , , speed]) => speed)[1]);
  const [low, high] = rangeOf(track, ([, , height]) => height);
  const [heightColor = INK, speedColor = INK] = LINE_COLORS;
  const { picture, x, y } = chartPicture({
    title: `Height (${low.toFixed(0)} … ${high.toFixed(0)} m) and speed (0 … ${fastest.toFixed(0)} m/s)`,
    width: size,
    height: Math.round(size * 0.5),
    x: rangeOf(track, (place) => place[4] - begin),
    y: [0, 100],
    xLabel: "time (s)",
    yLabel: "% of range",
    legend: [
      { color: heightColor, label: "height" },
      { color: speedColor, label: "speed" },
      { color: GAP, label: "gap" },
    ],
  });
  for (const { start, end } of gaps)
    picture.rectangle(x(start - begin), y(100), Math.max(2, x(end) - x(start)), y(0) - y(100), GAP);
  const line = (of: (place: TrackPlace) => number, color: Color): void => {
    const places = track.flatMap((place) => [x(place[4] - begin), y(of(place) * 100)]);
    picture.line(places, color, 2);
  };
  line((place) => (place[2] - low) / (high - low), heightColor);
  line((place) => place[3] / fastest, speedColor);
  return picture;
}
