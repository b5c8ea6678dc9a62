import { viewOf } from "@swath/survey/bytes";
import { ArithmeticDecoder } from "@swath/survey/laz";
import { ITEM, type LazItem } from "./record-plan.ts";

/** Layers of a chunk that an item has, each coded by itself (LASzip 3, items of LAS 1.4). */
const layersOf = ({ type, bytes }: LazItem): number => {
  if (type === ITEM.point14) return 9;
  if (type === ITEM.nearInfrared14) return 2;
  return type === ITEM.bytes14 ? bytes : 1;
};

/** A decoder of each layer of an item; undefined where the layer does not change in the chunk. */
export type Layers = readonly (ArithmeticDecoder | undefined)[];

/** A chunk of layers: its number of points, and the layers of each item. */
export interface ChunkLayers {
  readonly points: number;
  readonly items: readonly Layers[];
}

/** Layers of POINT14 that no other layer is decoded by, by their place. */
export const LAYER = { angle: 5, userData: 6, source: 7, time: 8 } as const;

/** Layers of {@link LAYER} that are not decoded: each point has the value of the chunk's first. */
export type LeftOut = ReadonlySet<number>;
const NOTHING: LeftOut = new Set();

/**
 * The layers of a chunk: its first point stands uncompressed, then come the count of points, the lengths
 * of all layers, and the layers. `undefined` where the lengths do not fit.
 */
export function chunkLayers(
  chunk: Uint8Array,
  items: readonly LazItem[],
  leftOut: LeftOut = NOTHING,
): ChunkLayers | undefined {
  const view = viewOf(chunk);
  const firstBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
  const layers = items.reduce((sum, item) => sum + layersOf(item), 0);
  let at = firstBytes + 4;
  let start = at + layers * 4;
  if (start > chunk.length) return undefined;
  const points = view.getUint32(firstBytes, true);
  const decoders: Layers[] = [];
  for (const item of items) {
    const of: (ArithmeticDecoder | undefined)[] = [];
    for (let left = layersOf(item); left > 0; left -= 1, at += 4) {
      const end = start + view.getUint32(at, true);
      if (end > chunk.length) return undefined;
      const isLeftOut = item.type === ITEM.point14 && leftOut.has(of.length);
      const layer = chunk.subarray(start, end);
      of.push(start === end || isLeftOut ? undefined : new ArithmeticDecoder(layer));
      start = end;
    }
    decoders.push(of);
  }
  return { points, items: decoders };
}
