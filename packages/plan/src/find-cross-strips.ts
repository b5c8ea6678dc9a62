import {
  featureParts,
  LINE,
  type LoadedLayer,
  partPositions,
  type PlanGeometry,
} from "./model/index.ts";
import {
  type Crossing,
  type JudgedLine,
  lineCrossings,
  type LineCrossings,
} from "./line-crossings.ts";

/** What is judged of a layer. */
export type JudgedLayer = Pick<LoadedLayer, "geometry" | "marked">;

/**
 * Finds the cross-strips of layers that are flown together: 1 for each feature that is one, layer by
 * layer. A layer whose words (names, folders) mark some is taken at its word; of any other layer the
 * lines are judged by {@link crossStripsOf}, among the lines of all.
 */
export function findCrossStrips(
  layers: readonly JudgedLayer[],
): readonly Uint8Array<ArrayBuffer>[] {
  const found = layers.map(({ geometry, marked }) =>
    marked.map((mark, feature) => (isFlown(geometry, feature) ? mark : 0)),
  );
  const lines = layers.flatMap(({ geometry }, layer) => linesOf(geometry, layer));
  const crossings = lineCrossings(lines);
  if (crossings === undefined) return found;
  const worded = layers.map(({ marked }) => marked.includes(1));
  for (const index of crossStripsOf(crossings)) {
    const { layer, feature } = lines[index] ?? { layer: -1, feature: -1 };
    if (worded[layer] === false) found[layer]?.fill(1, feature, feature + 1);
  }
  return found;
}

interface PlacedLine extends JudgedLine {
  readonly layer: number;
  readonly feature: number;
}

/** A line of one vertex leads nowhere. */
const isFlown = (geometry: PlanGeometry, feature: number): boolean =>
  geometry.kinds[feature] === LINE &&
  partsOf(geometry, feature).some((part) => part.length >= TWO_POSITIONS);

const TWO_POSITIONS = 4;

const partsOf = (geometry: PlanGeometry, feature: number): readonly Float64Array[] =>
  Array.from(featureParts(geometry, feature), (part) => partPositions(geometry, part));

function linesOf(geometry: PlanGeometry, layer: number): readonly PlacedLine[] {
  const lines: PlacedLine[] = [];
  for (const feature of geometry.kinds.keys()) {
    if (!isFlown(geometry, feature)) continue;
    lines.push({ layer, feature, parts: partsOf(geometry, feature) });
  }
  return lines;
}

/** Lines that run side by side are nearer to one another than this share of their length. */
const SIDE_BY_SIDE = 0.5;
/** How much longer a gap between crossings may be than the usual one of the same group. */
const WIDER_GAP = 6;
/** A cross-strip lies across its lines with this share of its length, or with its middle. */
const LEAST_SHARE = 0.3;
/** Length of what lies across the lines of a cross-strip, as a share of their length, at most. */
const MOST_WEIGHT = 0.8;

/**
 * The lines that are cross-strips by geometry alone (design decision 10, held line by line, so that
 * blocks with azimuths of their own in one plan, and the bends of a corridor, are judged right):
 *
 * - C1 One crosses two lines or more at 45° or more, that run side by side: no further from one another
 *   than half of the shorter's length.
 * - C2 It lies across them: from the first to the last is a good part of it, or lies about its middle. The
 *   lines after the bend of a corridor begin at those before it instead.
 * - C3 It belongs to the minority: the lines that it lies across are longer in total than what lies
 *   across them, on an average.
 */
export function crossStripsOf(plan: LineCrossings): ReadonlySet<number> {
  const across = new Map<number, readonly Crossing[]>();
  for (const [line, crossings] of plan.crossings.entries()) {
    const group = largestGroup(crossings, plan.lengths);
    if (group.length >= 2 && liesAcross(group, plan.lengths[line] ?? 0)) across.set(line, group);
  }
  const weights = new Map([...across].map(([line, group]) => [line, total(group, plan.lengths)]));
  const strips = [...across].filter(([line, group]) => {
    const others = group.reduce((sum, { other }) => sum + (weights.get(other) ?? 0), 0);
    return others / group.length <= MOST_WEIGHT * (weights.get(line) ?? 0);
  });
  return new Set(strips.map(([line]) => line));
}

/** The largest group of crossed lines that run side by side (C1), in order along the line. */
function largestGroup(crossings: readonly Crossing[], lengths: Float64Array): readonly Crossing[] {
  const ordered = crossings.toSorted((one, other) => one.along - other.along);
  const gaps = ordered.slice(1).map(({ along }, at) => along - (ordered[at]?.along ?? 0));
  const usual = gaps.toSorted((one, other) => one - other)[Math.floor((gaps.length - 1) / 2)] ?? 0;
  let largest: Crossing[] = [];
  let group: Crossing[] = [];
  for (const [at, crossing] of ordered.entries()) {
    const before = ordered[at - 1];
    const shorter = Math.min(lengths[crossing.other] ?? 0, lengths[before?.other ?? 0] ?? 0);
    const gap = gaps[at - 1] ?? 0;
    const apart = gap > SIDE_BY_SIDE * shorter || (gaps.length > 1 && gap > WIDER_GAP * usual);
    if (before === undefined || apart) group = [];
    group.push(crossing);
    if (group.length > largest.length) largest = group;
  }
  return largest;
}

function liesAcross(group: readonly Crossing[], length: number): boolean {
  const [first, last] = [group[0]?.along ?? 0, group.at(-1)?.along ?? 0];
  const middle = (first + last) / 2 / length;
  return last - first >= LEAST_SHARE * length || (middle > LEAST_SHARE && middle < 1 - LEAST_SHARE);
}

/** Length of the crossed lines in all. */
function total(group: readonly Crossing[], lengths: Float64Array): number {
  return group.reduce((sum, { other }) => sum + (lengths[other] ?? 0), 0);
}
