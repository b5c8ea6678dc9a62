import type { TreeNode } from "@swath/pointcloud/copc";
import type { NodeView } from "./choose-nodes.ts";

/** What a map shows: north is up. */
export interface MapView {
  /** In its middle, in units of the cloud's system. */
  readonly x: number;
  readonly y: number;
  /** Units of the system in a pixel. */
  readonly scale: number;
}

export interface Size {
  readonly width: number;
  readonly height: number;
}

type Flat = { readonly min: readonly number[]; readonly max: readonly number[] };

/** Where a place is on a map, px from its left upper corner. */
export const toPixel = (
  { x, y, scale }: MapView,
  { width, height }: Size,
  [px, py]: readonly [number, number],
) => [(px - x) / scale + width / 2, height / 2 - (py - y) / scale] as const;

/** The place of a pixel. */
export const toPlace = (
  { x, y, scale }: MapView,
  { width, height }: Size,
  [px, py]: readonly [number, number],
) => [x + (px - width / 2) * scale, y + (height / 2 - py) * scale] as const;

/** The map that shows a whole box. */
export function viewOfBox({ min, max }: Flat, { width, height }: Size): MapView {
  const spans = [max[0]! - min[0]!, max[1]! - min[1]!] as const;
  const scale = Math.max(spans[0] / width, spans[1] / height, 1e-6) * 1.05;
  return { x: (min[0]! + max[0]!) / 2, y: (min[1]! + max[1]!) / 2, scale };
}

/** A map that keeps a place under the pointer while it is zoomed. */
export function zoomed(view: MapView, factor: number, [x, y]: readonly [number, number]): MapView {
  const scale = Math.min(1e6, Math.max(1e-4, view.scale * factor));
  const by = scale / view.scale;
  return { scale, x: x + (view.x - x) * by, y: y + (view.y - y) * by };
}

/** The nodes of a map, by the distance of their points. */
export function nodesOfMap(view: MapView, { width, height }: Size): NodeView {
  const [halfX, halfY] = [(width / 2) * view.scale, (height / 2) * view.scale];
  return {
    pixels: ({ min, max, spacing }: TreeNode) => {
      const isOut =
        min[0] > view.x + halfX ||
        max[0] < view.x - halfX ||
        min[1] > view.y + halfY ||
        max[1] < view.y - halfY;
      return isOut ? 0 : spacing / view.scale;
    },
  };
}
