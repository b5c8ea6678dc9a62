const MOST_CHANGES = 8;
const MOST_BYTES = 200_000;
const EDGES = [0, 1, 2, 0x7f, 0x80, 0xff, 0xffff, 0x7fffffff, 0x80000000, 0xffffffff];

type Random = () => number;
type Change = (bytes: Uint8Array, random: Random) => Uint8Array;

const below = (random: Random, limit: number): number => Math.floor(random() * limit);

const CHANGES: readonly Change[] = [
  function flipBit(bytes, random) {
    const at = below(random, bytes.length);
    bytes[at] = (bytes[at] ?? 0) ^ (1 << below(random, 8));
    return bytes;
  },
  function setByte(bytes, random) {
    bytes[below(random, bytes.length)] = below(random, 256);
    return bytes;
  },
  function setEdge(bytes, random) {
    const width = 2 ** below(random, 3);
    const value = EDGES[below(random, EDGES.length)] ?? 0;
    const at = below(random, bytes.length);
    for (let i = 0; i < width && at + i < bytes.length; i++) bytes[at + i] = value >>> (8 * i);
    return bytes;
  },
  function cut(bytes, random) {
    return bytes.slice(0, below(random, bytes.length));
  },
  function remove(bytes, random) {
    const at = below(random, bytes.length);
    return joined(bytes.subarray(0, at), bytes.subarray(at + below(random, 64)));
  },
  function insert(bytes, random) {
    const at = below(random, bytes.length);
    const added = Uint8Array.from({ length: below(random, 64) }, () => below(random, 256));
    return joined(bytes.subarray(0, at), added, bytes.subarray(at));
  },
  function repeat(bytes, random) {
    const at = below(random, bytes.length);
    const piece = bytes.subarray(at, at + 1 + below(random, 512));
    const times = Math.min(1 + below(random, 200), Math.floor(MOST_BYTES / piece.length));
    return joined(
      bytes.subarray(0, at),
      ...Array.from({ length: times }, () => piece),
      bytes.subarray(at),
    );
  },
];

function joined(...pieces: readonly Uint8Array[]): Uint8Array {
  const whole = new Uint8Array(pieces.reduce((sum, piece) => sum + piece.length, 0));
  let at = 0;
  for (const piece of pieces) {
    whole.set(piece, at);
    at += piece.length;
  }
  return whole.subarray(0, MOST_BYTES);
}

/** A copy of a file with one to eight random changes. */
export function mutate(seed: Uint8Array, random: Random): Uint8Array {
  let bytes = seed.slice();
  for (let left = 1 + below(random, MOST_CHANGES); left > 0 && bytes.length > 0; left--)
    bytes = (CHANGES[below(random, CHANGES.length)] ?? CHANGES[0]!)(bytes, random).slice();
  return bytes;
}
