import type { Triple } from "@swath/pointcloud/points";
import { type CodedNode, decodeNode } from "./decode-node.ts";

/** A strip of ground along a line, in the units of the cloud's system. */
export interface Corridor {
  readonly from: readonly [x: number, y: number];
  readonly to: readonly [x: number, y: number];
  /** From edge to edge. */
  readonly width: number;
}

/** Points of a corridor as columns. */
export interface SectionPoints {
  readonly count: number;
  /** From the line's beginning, along it; and to the left of it. */
  readonly along: Float64Array<ArrayBuffer>;
  readonly across: Float32Array<ArrayBuffer>;
  readonly heights: Float64Array<ArrayBuffer>;
  readonly classes: Uint8Array<ArrayBuffer>;
  /** Number of the return, and 16 times the returns of its pulse. */
  readonly returns: Uint8Array<ArrayBuffer>;
  readonly lines: Uint16Array<ArrayBuffer>;
  readonly intensity: Uint16Array<ArrayBuffer>;
  readonly times: Float64Array<ArrayBuffer>;
  /** The place of each among the points of its node. */
  readonly places: Uint32Array<ArrayBuffer>;
}

export const lengthOf = ({ from, to }: Corridor): number =>
  Math.hypot(to[0] - from[0], to[1] - from[1]);

/** The direction of a corridor; to the left of it is (-y, x). */
export function directionOf(corridor: Corridor): readonly [x: number, y: number] {
  const length = lengthOf(corridor);
  const { from, to } = corridor;
  return [(to[0] - from[0]) / length, (to[1] - from[1]) / length];
}

/** Columns with room for points. */
export const newSection = (count: number) => ({
  count,
  along: new Float64Array(count),
  across: new Float32Array(count),
  heights: new Float64Array(count),
  classes: new Uint8Array(count),
  returns: new Uint8Array(count),
  lines: new Uint16Array(count),
  intensity: new Uint16Array(count),
  times: new Float64Array(count),
  places: new Uint32Array(count),
});

/** The points of a chunk within a corridor; throws {@link DamagedNode}. */
export function pointsWithin(coded: CodedNode, corridor: Corridor, lowest: number): SectionPoints {
  const origin: Triple = [corridor.from[0], corridor.from[1], lowest];
  const node = decodeNode(coded, { origin, withTimes: true });
  const [dx, dy] = directionOf(corridor);
  const length = lengthOf(corridor);
  const half = corridor.width / 2;
  const inside = new Uint32Array(node.count);
  let count = 0;
  for (let point = 0; point < node.count; point += 1) {
    const [x, y] = [node.places[point * 3]!, node.places[point * 3 + 1]!];
    const along = x * dx + y * dy;
    if (along < 0 || along > length || Math.abs(y * dx - x * dy) > half) continue;
    inside[count] = point;
    count += 1;
  }
  const section = newSection(count);
  for (let to = 0; to < count; to += 1) {
    const point = inside[to]!;
    const [x, y] = [node.places[point * 3]!, node.places[point * 3 + 1]!];
    section.along[to] = x * dx + y * dy;
    section.across[to] = y * dx - x * dy;
    section.heights[to] = node.places[point * 3 + 2]! + lowest;
    section.classes[to] = node.classes[point]!;
    section.returns[to] = node.returns[point]!;
    section.lines[to] = node.lines[point]!;
    section.intensity[to] = node.intensity[point]!;
    section.times[to] = node.times![point]!;
    section.places[to] = point;
  }
  return section;
}

/** Sections one behind the other. */
export function joinSections(sections: readonly SectionPoints[]): SectionPoints {
  const joined = newSection(sections.reduce((sum, { count }) => sum + count, 0));
  let at = 0;
  for (const section of sections) {
    joined.along.set(section.along, at);
    joined.across.set(section.across, at);
    joined.heights.set(section.heights, at);
    joined.classes.set(section.classes, at);
    joined.returns.set(section.returns, at);
    joined.lines.set(section.lines, at);
    joined.intensity.set(section.intensity, at);
    joined.times.set(section.times, at);
    joined.places.set(section.places, at);
    at += section.count;
  }
  return joined;
}

/** Whether a box on the ground touches a corridor (separating axes). */
export function touchesCorridor(
  { min, max }: { readonly min: readonly number[]; readonly max: readonly number[] },
  corridor: Corridor,
): boolean {
  const { from, to, width } = corridor;
  const half = width / 2;
  const [dx, dy] = directionOf(corridor);
  const reach = [Math.abs(dy) * half, Math.abs(dx) * half] as const;
  for (const axis of [0, 1] as const) {
    const least = Math.min(from[axis], to[axis]) - reach[axis];
    const most = Math.max(from[axis], to[axis]) + reach[axis];
    if (max[axis]! < least || min[axis]! > most) return false;
  }
  const [x, y] = [(min[0]! + max[0]!) / 2 - from[0], (min[1]! + max[1]!) / 2 - from[1]];
  const [w, h] = [(max[0]! - min[0]!) / 2, (max[1]! - min[1]!) / 2];
  const along = x * dx + y * dy;
  const alongReach = w * Math.abs(dx) + h * Math.abs(dy);
  if (along + alongReach < 0 || along - alongReach > lengthOf(corridor)) return false;
  return Math.abs(y * dx - x * dy) - (w * Math.abs(dy) + h * Math.abs(dx)) <= half;
}
