import { inflateSync } from "node:zlib";

export interface TiffLevel {
  readonly offset: number;
  readonly tags: ReadonlyMap<number, number[]>;
  readonly firstTile: number;
  readonly cells: number[];
}

const SIZES: Readonly<Record<number, number>> = { 2: 1, 3: 2, 4: 4, 12: 8 };

/** Reads the tiled, deflated TIFF of one band by the letter of TIFF 6.0; slow and sharing no code. */
export function readTiff(file: Uint8Array): TiffLevel[] {
  const bytes = Buffer.from(file);
  if (bytes.toString("latin1", 0, 2) !== "II" || bytes.readUInt16LE(2) !== 42)
    throw new Error("no TIFF");
  const levels: TiffLevel[] = [];
  for (let at = bytes.readUInt32LE(4); at !== 0; ) {
    const entries = bytes.readUInt16LE(at);
    const tags = new Map<number, number[]>();
    for (let n = 0; n < entries; n++) {
      const entry = at + 2 + 12 * n;
      const type = bytes.readUInt16LE(entry + 2);
      const count = bytes.readUInt32LE(entry + 4);
      const size = SIZES[type]!;
      const place = size * count <= 4 ? entry + 8 : bytes.readUInt32LE(entry + 8);
      const read = (where: number): number =>
        type === 12 ? bytes.readDoubleLE(where) : bytes.readUIntLE(where, size);
      tags.set(
        bytes.readUInt16LE(entry),
        Array.from({ length: count }, (_, k) => read(place + k * size)),
      );
    }
    const offsets = tags.get(324)!.filter((offset) => offset > 0);
    levels.push({ offset: at, tags, firstTile: Math.min(...offsets), cells: cellsOf(bytes, tags) });
    at = bytes.readUInt32LE(at + 2 + 12 * entries);
  }
  return levels;
}

function cellsOf(bytes: Buffer, tags: ReadonlyMap<number, number[]>): number[] {
  const [width, height, side] = [256, 257, 322].map((tag) => tags.get(tag)![0]!) as [
    number,
    number,
    number,
  ];
  const float = tags.get(339)![0] === 3;
  const across = Math.ceil(width / side);
  const tiles = tags.get(324)!.map((offset, n) => {
    if (offset === 0) return undefined;
    const raw = inflateSync(bytes.subarray(offset, offset + tags.get(325)![n]!));
    return float ? undoFloat(raw, side) : undoBytes(raw, side);
  });
  return Array.from({ length: width * height }, (_, at) => {
    const [column, row] = [at % width, Math.floor(at / width)];
    const tile = tiles[Math.floor(row / side) * across + Math.floor(column / side)];
    return tile?.[(row % side) * side + (column % side)] ?? (float ? Number.NaN : 0);
  });
}

function undoBytes(raw: Buffer, stride: number): number[] {
  let sum = 0;
  return Array.from(raw, (byte, at) => (sum = at % stride === 0 ? byte : (sum + byte) & 255));
}

function undoFloat(raw: Buffer, side: number): number[] {
  const planes = Buffer.from(undoBytes(raw, side * 4));
  return Array.from({ length: side * side }, (_, at) => {
    const row = Math.floor(at / side) * side * 4;
    const value = [0, 1, 2, 3].map((plane) => planes[row + plane * side + (at % side)]!);
    return Buffer.from(value).readFloatBE(0);
  });
}
