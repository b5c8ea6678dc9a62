import { join } from "node:path";
import { chartPicture, LINE_COLORS, type Picture } from "@swath/pointcloud/picture";
import { CLASS, isUsed, type PointBlock } from "@swath/pointcloud/points";
import type { Roof } from "@swath/pointcloud/raster";
import type { MetricScale } from "../../coordinates/cloud-system.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { type Tile, within } from "./tile.ts";

const HALF_LENGTH = 30;
const HALF_WIDTH = 1;
const MOST_POINTS = 50_000;
/** Parts of the profile, from west to east, each drawn line by line. */
const PARTS = 60;

/** A tile's profile is named after the area of its roof, m²: the largest is the flight's. */
export const profileName = (tile: string, area: number): string =>
  `profile_${tile}_${Math.round(area)}m2.svg`;

/** The profile across the largest roof, of files by their names; undefined without one. */
export function largestProfile(paths: readonly string[]): string | undefined {
  const [first] = paths.toSorted((a, b) => areaIn(b) - areaIn(a));
  return first !== undefined && areaIn(first) >= 0 ? first : undefined;
}

/** The area in the name of a profile, −1 in any other name. */
const areaIn = (path: string): number =>
  Number(/profile_[^/\\]*_(\d+)m2\.svg$/.exec(path)?.[1] ?? -1);

interface ProfilePoints {
  /** Metres along the profile, and metres high; line and class of each. */
  readonly along: number[];
  readonly height: number[];
  readonly sourceId: number[];
  readonly classification: number[];
}

/** Points within 1 m of a line from west to east, 60 m long, over the middle of a roof. */
export async function readProfile(
  { files, box: there }: Pick<Tile, "files" | "box">,
  folder: string,
  roof: Roof,
  scale: MetricScale,
): Promise<ProfilePoints> {
  const profile: ProfilePoints = { along: [], height: [], sourceId: [], classification: [] };
  const [dx, dy] = [HALF_LENGTH / scale.x, HALF_WIDTH / scale.y];
  const across = { minX: roof.x - dx, maxX: roof.x + dx, minY: roof.y - dy, maxY: roof.y + dy };
  const box = within(across, there);
  for (const path of files) {
    const add = (block: PointBlock): void => {
      for (let at = 0; at < block.count; at++) {
        const off = (block.y[at]! - roof.y) * scale.y;
        if (!(Math.abs(off) <= HALF_WIDTH)) continue;
        const along = (block.x[at]! - roof.x) * scale.x;
        if (!(Math.abs(along) <= HALF_LENGTH) || !isUsed(block, at)) continue;
        if (profile.along.length >= MOST_POINTS) return;
        profile.along.push(along + HALF_LENGTH);
        profile.height.push(block.z[at]! * scale.z);
        profile.sourceId.push(block.sourceId[at]!);
        profile.classification.push(block.classification[at]!);
      }
    };
    await readPoints(await openPoints(join(folder, path)), add, box);
  }
  return profile;
}

/** A profile coloured by flight line, ground larger than all else. */
export function profilePicture(profile: ProfilePoints, width: number): Picture {
  const lines = [...new Set(profile.sourceId)].toSorted((a, b) => a - b);
  const low = profile.height.reduce((least, z) => Math.min(least, z), Number.POSITIVE_INFINITY);
  const high = profile.height.reduce((most, z) => Math.max(most, z), Number.NEGATIVE_INFINITY);
  const chart = chartPicture({
    title: "Profile across a building, 2 m wide (ground: larger points)",
    width,
    height: Math.round(width * 0.45),
    x: [0, 2 * HALF_LENGTH],
    y: [low - 1, high + 1],
    xLabel: "Distance, m",
    yLabel: "Height, m",
    legend: lines
      .slice(0, LINE_COLORS.length)
      .map((line, n) => ({ color: LINE_COLORS[n]!, label: `Line ${line}` })),
  });
  // From west to east in parts, so that no line hides the others; ground last, as it is larger.
  const order = [...profile.along.keys()].toSorted((a, b) => profile.along[a]! - profile.along[b]!);
  const count = Math.ceil(order.length / PARTS);
  for (let from = 0; from < order.length; from += count) {
    const part = Map.groupBy(order.slice(from, from + count), (n) => profile.sourceId[n]!);
    for (const [line, points] of part)
      for (const side of [2, 4]) {
        const ofSide = points.filter(
          (n) => (profile.classification[n] === CLASS.ground) === (side === 4),
        );
        const color = LINE_COLORS[lines.indexOf(line) % LINE_COLORS.length]!;
        const places = ofSide.flatMap((n) => [
          chart.x(profile.along[n]!),
          chart.y(profile.height[n]!),
        ]);
        chart.picture.dots(places, color, side);
      }
  }
  return chart.picture;
}
