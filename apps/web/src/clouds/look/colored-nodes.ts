import type { NodePoints } from "../points/decode-node.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { colorPoints } from "./color-points.ts";
import type { Look } from "./look.ts";

/** A node with the colour of each of its points; 0 for one that is left out. */
export interface ColoredNode extends LoadedNode {
  readonly colors: Uint32Array<ArrayBuffer>;
}

const kept = new WeakMap<
  NodePoints,
  { readonly look: Look; readonly colors: Uint32Array<ArrayBuffer> }
>();

/** The colours of a node's points; found once for each look. */
export function colored(loaded: LoadedNode, look: Look): ColoredNode {
  const { node, points } = loaded;
  const known = kept.get(points);
  if (known?.look === look) return { ...loaded, colors: known.colors };
  const lowest = node.min[2];
  const heightOf = (point: number): number => points.places[point * 3 + 2]! + lowest;
  const differenceOf = look.differences?.(points);
  const colors = colorPoints({ ...points, heightOf, differenceOf }, look);
  kept.set(points, { look, colors });
  return { ...loaded, colors };
}
