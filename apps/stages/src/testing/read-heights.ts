import { inflateSync } from "node:zlib";

const TILE = 256;

/** Heights of a raster of one band that `writeCog` wrote: floats with their predictor, deflated. */
export function readTileHeights(bytes: Buffer, width: number, height: number): number[] {
  const first = bytes.readUInt32LE(4);
  const tags = new Map<number, { count: number; value: number }>();
  for (let n = 0; n < bytes.readUInt16LE(first); n++) {
    const entry = first + 2 + 12 * n;
    const [count, value] = [bytes.readUInt32LE(entry + 4), bytes.readUInt32LE(entry + 8)];
    tags.set(bytes.readUInt16LE(entry), { count, value });
  }
  if (tags.get(256)!.value !== width || tags.get(257)!.value !== height)
    throw new Error(`has ${tags.get(256)!.value} by ${tags.get(257)!.value} cells`);
  if (width > TILE || height > TILE) throw new Error("has more than one tile");
  const raw = inflateSync(
    bytes.subarray(tags.get(324)!.value, tags.get(324)!.value + tags.get(325)!.value),
  );
  return Array.from({ length: width * height }, (_, at) => heightIn(raw, at, width));
}

function heightIn(raw: Buffer, at: number, width: number): number {
  const row = Math.floor(at / width) * TILE * 4;
  let value = 0;
  let sum = 0;
  for (let byte = 0; byte <= 3 * TILE + (at % width); byte++) {
    sum = (sum + raw[row + byte]!) & 255;
    if (byte % TILE === at % width) value = value * 256 + sum;
  }
  const buffer = Buffer.alloc(4);
  buffer.writeUInt32BE(value);
  return buffer.readFloatBE();
}
