import { LASZIP_CHUNKS } from "@swath/pointcloud/testing";
import { type Chance, joined, setNumber } from "../chance.ts";
import { mutate } from "../mutate.ts";

const CHUNKS = LASZIP_CHUNKS.map(({ items, base64 }) => ({
  bytes: new Uint8Array(Buffer.from(base64, "base64")),
  recordBytes: items.reduce((sum, { bytes }) => sum + bytes, 0),
}));
const WORD = 4;
const MOST_WORDS = 20;

/**
 * A chunk of compressed points behind the number of the items that it is of; its count of points and
 * the lengths of its layers, where it has them, at their edges.
 */
export function lazInput(chance: Chance): Uint8Array {
  const number = chance.below(CHUNKS.length);
  const { bytes, recordBytes } = CHUNKS[number]!;
  const chunk = bytes.slice();
  if (chance.happens(0.4))
    setNumber(chunk, recordBytes + WORD * chance.below(MOST_WORDS), WORD, chance.edge());
  return joined(Uint8Array.of(number), chance.happens(0.5) ? mutate(chunk, chance) : chunk);
}
