import { ITEM, type LazItem } from "./laszip-record.ts";

/** Layers of a chunk that an item has, each coded by itself (LASzip 3, items of LAS 1.4). */
const layersOf = ({ type, bytes }: LazItem): number => {
  if (type === ITEM.point14) return 9;
  if (type === ITEM.nearInfrared14) return 2;
  return type === ITEM.bytes14 ? bytes : 1;
};

/**
 * A chunk of layers without the waveform packets of its points: its first point stands uncompressed,
 * then come the count of points, the lengths of all layers, and the layers. `undefined` where the
 * lengths do not fit.
 */
export function dropWaveforms(
  chunk: Uint8Array,
  items: readonly LazItem[],
): Uint8Array | undefined {
  const view = new DataView(chunk.buffer, chunk.byteOffset, chunk.byteLength);
  const firstBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
  const lengths = firstBytes + 4;
  const layers = items.reduce((sum, item) => sum + layersOf(item), 0);
  if (lengths + layers * 4 > chunk.length) return undefined;
  const pieces = {
    first: [] as Uint8Array[],
    lengths: [] as Uint8Array[],
    data: [] as Uint8Array[],
  };
  let [first, layer, data] = [0, 0, lengths + layers * 4];
  for (const item of items) {
    const kept = item.type !== ITEM.waveform14;
    if (kept) pieces.first.push(chunk.subarray(first, first + item.bytes));
    first += item.bytes;
    for (let index = 0; index < layersOf(item); index += 1, layer += 1) {
      const at = lengths + layer * 4;
      const length = view.getUint32(at, true);
      if (data + length > chunk.length) return undefined;
      if (kept) pieces.lengths.push(chunk.subarray(at, at + 4));
      if (kept) pieces.data.push(chunk.subarray(data, data + length));
      data += length;
    }
  }
  const count = chunk.subarray(firstBytes, lengths);
  return joined([...pieces.first, count, ...pieces.lengths, ...pieces.data]);
}

function joined(pieces: readonly Uint8Array[]): Uint8Array {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}
