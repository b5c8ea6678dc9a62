const BITS_OF_INFINITY = 0x7f80_0000;
const STEPS = [
  { shift: 21, mask: 0x3ff },
  { shift: 10, mask: 0x7ff },
  { shift: 0, mask: 0x3ff },
];
const counts = new Uint32Array(0x800);

/**
 * Which of many sizes (0 or more) stands at a rank that their number tells; those that are no numbers
 * do not count. Undefined where there is none. As by sorting, but in three steps through them: a size
 * that is larger has larger bits, which are found by how often they occur.
 */
export function nthSize(
  sizes: Float32Array,
  rankOf: (count: number) => number,
): number | undefined {
  const bits = new Uint32Array(sizes.buffer, sizes.byteOffset, sizes.length);
  let [found, known, rank] = [0, 31, -1];
  for (const { shift, mask } of STEPS) {
    counts.fill(0);
    for (const own of bits)
      if (own <= BITS_OF_INFINITY && own >>> known === found >>> known)
        counts[(own >>> shift) & mask]! += 1;
    if (rank < 0) {
      const count = counts.reduce((sum, each) => sum + each, 0);
      if (count === 0) return undefined;
      rank = rankOf(count);
    }
    let bin = 0;
    while (rank >= counts[bin]!) rank -= counts[bin++]!;
    [found, known] = [found | (bin << shift), shift];
  }
  return new Float32Array(Uint32Array.of(found).buffer)[0]!;
}
