import { type Chance, joined, setNumber } from "./chance.ts";

const MOST_CHANGES = 6;
const MOST_BYTES = 100_000;

type Change = (bytes: Uint8Array, chance: Chance) => Uint8Array;

const CHANGES: readonly Change[] = [
  function flipBit(bytes, chance) {
    const at = chance.below(bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << chance.below(8));
    return bytes;
  },
  function setByte(bytes, chance) {
    bytes[chance.below(bytes.length)] = chance.below(256);
    return bytes;
  },
  function setEdge(bytes, chance) {
    setNumber(bytes, chance.below(bytes.length), 2 ** chance.below(4), chance.edge());
    return bytes;
  },
  function cut(bytes, chance) {
    return bytes.subarray(0, chance.below(bytes.length));
  },
  function behead(bytes, chance) {
    return bytes.subarray(chance.below(bytes.length));
  },
  function remove(bytes, chance) {
    const at = chance.below(bytes.length);
    return joined(bytes.subarray(0, at), bytes.subarray(at + chance.below(64)));
  },
  function insert(bytes, chance) {
    const at = chance.below(bytes.length);
    return joined(bytes.subarray(0, at), chance.bytes(chance.below(64)), bytes.subarray(at));
  },
  function repeat(bytes, chance) {
    const at = chance.below(bytes.length);
    const piece = bytes.subarray(at, at + 1 + chance.below(256));
    const times = chance.happens(0.9) ? chance.below(4) : chance.below(200);
    const copies = Array.from({ length: times }, () => piece);
    return joined(bytes.subarray(0, at), ...copies, bytes.subarray(at));
  },
];

/** A copy of a file with one to six changes made without regard to its format. */
export function mutate(file: Uint8Array, chance: Chance): Uint8Array {
  let bytes = file.slice();
  for (let left = 1 + chance.below(MOST_CHANGES); left > 0 && bytes.length > 0; left--)
    bytes = chance.pick(CHANGES)(bytes, chance).slice(0, MOST_BYTES);
  return bytes;
}
