import {
  featureParts,
  LINE,
  partPositions,
  type LoadedLayer,
  type PlanGeometry,
} from "../model/index.ts";
import { crossStripsOf } from "./cross-strip-rule.ts";
import { type JudgedLine, lineCrossings } from "./line-crossings.ts";

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
