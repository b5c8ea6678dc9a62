import type { MapView } from "../choose/map-view.ts";
import type { ColoredNode } from "../look/colored-nodes.ts";

/** A picture under way: a colour and the height of what is seen, for each pixel. */
export interface Canvas {
  readonly width: number;
  readonly height: number;
  readonly pixels: Uint32Array;
  readonly heights: Float32Array;
}

export function newCanvas(width: number, height: number, pixels: Uint32Array): Canvas {
  return { width, height, pixels, heights: new Float32Array(width * height).fill(-Infinity) };
}

type Painted = Pick<ColoredNode, "colors"> & {
  readonly node: Pick<ColoredNode["node"], "min">;
  readonly points: Pick<ColoredNode["points"], "count" | "places">;
};

/** Paints a node's points as squares of a size, px, seen from above: the highest of a pixel counts. */
export function paintNode(
  canvas: Canvas,
  view: MapView,
  { node, points, colors }: Painted,
  size: number,
): void {
  const { width, height, pixels, heights } = canvas;
  const by = 1 / view.scale;
  const left = (node.min[0] - view.x) * by + width / 2 - (size - 1) / 2;
  const top = height / 2 - (node.min[1] - view.y) * by - (size - 1) / 2;
  const lowest = node.min[2];
  const { count, places } = points;
  for (let point = 0; point < count; point += 1) {
    const color = colors[point]!;
    if (color === 0) continue;
    const x = Math.floor(left + places[point * 3]! * by);
    const y = Math.floor(top - places[point * 3 + 1]! * by);
    if (x <= -size || y <= -size || x >= width || y >= height) continue;
    const z = places[point * 3 + 2]! + lowest;
    for (let row = Math.max(0, y); row < Math.min(height, y + size); row += 1)
      for (let column = Math.max(0, x); column < Math.min(width, x + size); column += 1) {
        const at = row * width + column;
        if (z < heights[at]!) continue;
        heights[at] = z;
        pixels[at] = color;
      }
  }
}

const LARGEST_PX = 4;

/** Points of each file as large as the gaps between those of its finest node, px. */
export function pointSizes(
  nodes: readonly { readonly file: number; readonly node: { readonly spacing: number } }[],
  scale: number,
): (file: number) => number {
  const finest = new Map<number, number>();
  for (const { file, node } of nodes)
    finest.set(file, Math.min(finest.get(file) ?? node.spacing, node.spacing));
  return (file) => Math.min(LARGEST_PX, Math.max(1, Math.ceil((finest.get(file) ?? 0) / scale)));
}
