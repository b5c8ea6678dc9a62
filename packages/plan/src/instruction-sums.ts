import { lengthOf } from "./geodesy.ts";
import { featureParts, hasAreas, LINE, partPositions, type PlanGeometry } from "./model/index.ts";
import type { PlanWork, WorkLayer } from "./state/index.ts";
import { type AreaCover, areaCover, cutsOf, isCovered } from "./area-cover.ts";

/** What an instruction was given. */
export interface InstructionSum {
  /** Of the instruction; undefined of what is assigned to none. */
  readonly key: string | undefined;
  readonly lines: number;
  /** How many of the lines are cross-strips. */
  readonly crossStrips: number;
  readonly areas: number;
  /** Length of the lines in metres, by geodesics on WGS 84. */
  readonly metres: number;
  /** Time on line: turns and transits are not in it. */
  readonly hours: number;
  /**
   * Share of the lines' length that lies in the areas of interest, 0 to 1: those assigned to the same
   * instruction, where it has any, else all. Undefined without lines or areas.
   */
  readonly inside: number | undefined;
}

/** Ground speed of a survey aircraft on line; the specification names none. */
export const USUAL_KNOTS = 120;
const METRES_PER_NAUTICAL_MILE = 1852;

/** Sums of every instruction that is listed or was given something, and of what none was given, last. */
export function instructionSums(
  { layers, instructions }: Pick<PlanWork, "layers" | "instructions">,
  knots = USUAL_KNOTS,
): readonly InstructionSum[] {
  const everywhere = coverOf(layers, () => true);
  const sums = instructions.map(({ key, listed }, index) => ({
    listed,
    sum: sumOf(layers, index + 1, key, everywhere, knots),
  }));
  const given = sums.filter(({ listed, sum }) => listed || sum.lines + sum.areas > 0);
  return [...given.map(({ sum }) => sum), sumOf(layers, 0, undefined, everywhere, knots)];
}

function sumOf(
  layers: readonly WorkLayer[],
  number: number,
  key: string | undefined,
  everywhere: AreaCover,
  knots: number,
): InstructionSum {
  const own = coverOf(layers, (layer, feature) => layer.assigned[feature] === number);
  const cover = number > 0 && own.count > 0 ? own : everywhere;
  const sum = { lines: 0, crossStrips: 0, metres: 0, inside: 0 };
  for (const layer of layers)
    for (const [feature, kind] of layer.geometry.kinds.entries()) {
      if (layer.assigned[feature] !== number) continue;
      if (kind === LINE) sum.lines += 1;
      if (layer.crossStrips[feature] === 1) sum.crossStrips += 1;
      addLengths(layer.geometry, feature, cover, sum);
    }
  const { lines, crossStrips, metres } = sum;
  const hours = metres / METRES_PER_NAUTICAL_MILE / knots;
  const inside = metres > 0 && cover.count > 0 ? sum.inside / metres : undefined;
  return { key, lines, crossStrips, areas: own.count, metres, hours, inside };
}

function coverOf(
  layers: readonly WorkLayer[],
  takes: (layer: WorkLayer, feature: number) => boolean,
): AreaCover {
  const areas = layers.flatMap((layer) =>
    [...layer.geometry.kinds.keys()]
      .filter((feature) => hasAreas(layer.geometry, feature) && takes(layer, feature))
      .map((feature) => ({ geometry: layer.geometry, feature })),
  );
  return areaCover(areas);
}

function addLengths(
  geometry: PlanGeometry,
  feature: number,
  cover: AreaCover,
  sum: { metres: number; inside: number },
): void {
  for (const part of featureParts(geometry, feature)) {
    if (geometry.partKinds[part] !== LINE) continue;
    const positions = partPositions(geometry, part);
    for (let at = 0; at + 3 < positions.length; at += 2) {
      const segment = positions.subarray(at, at + 4);
      const metres = lengthOf(segment);
      sum.metres += metres;
      sum.inside += insideLength(segment, metres, cover);
    }
  }
}

/** Metres of a segment that lie in the areas. */
function insideLength(segment: Float64Array, metres: number, cover: AreaCover): number {
  if (cover.count === 0) return 0;
  const [ax = 0, ay = 0, bx = 0, by = 0] = segment;
  const place = (share: number): readonly [number, number] => [
    ax + (bx - ax) * share,
    ay + (by - ay) * share,
  ];
  const cuts = cutsOf(cover, segment);
  let inside = 0;
  for (const [index, from] of cuts.slice(0, -1).entries()) {
    const to = cuts[index + 1] ?? 1;
    if (!isCovered(cover, ...place((from + to) / 2))) continue;
    inside += cuts.length === 2 ? metres : lengthOf([...place(from), ...place(to)]);
  }
  return inside;
}
