const CLEAR = 256;
const END = 257;
const FIRST_FREE = 258;
const LEAST_BITS = 9;
const MOST_BITS = 12;
const MOST_CODES = 1 << MOST_BITS;

/**
 * Decodes LZW as TIFF has it (TIFF 6.0, section 13: codes of 9 to 12 bits, the highest bit first, each width
 * ending one code early) into `size` bytes. Throws a RangeError where the codes are damaged, or tell more or fewer.
 */
export function decodeLzw(codes: Uint8Array, size: number): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(size);
  // A code stands for the bytes of another one and a byte more: where those stood last, and how many.
  const starts = new Uint32Array(MOST_CODES);
  const lengths = new Uint16Array(MOST_CODES);
  let [filled, next, bits] = [0, FIRST_FREE, LEAST_BITS];
  let [buffer, held, before] = [0, 0, -1];
  for (const byte of codes) {
    buffer = ((buffer << 8) | byte) & 0xff_ff_ff;
    held += 8;
    if (held < bits) continue;
    held -= bits;
    const code = (buffer >>> held) & ((1 << bits) - 1);
    if (code === END) break;
    if (code === CLEAR) {
      [next, bits, before] = [FIRST_FREE, LEAST_BITS, -1];
      continue;
    }
    const isNew = code === next && before >= 0;
    if (code > END && code >= next && !isNew) throw new RangeError("a code stands for nothing");
    const length = code < CLEAR ? 1 : isNew ? lengthOf(before, lengths) + 1 : lengths[code]!;
    if (filled + length > size) throw new RangeError("the codes tell too many bytes");
    const previous = filled - (before < 0 ? 0 : lengthOf(before, lengths));
    if (code < CLEAR) out[filled] = code;
    else {
      const from = isNew ? previous : starts[code]!;
      // What is written may be what is read: a new code begins with the bytes before it.
      for (let at = 0; at < length; at += 1) out[filled + at] = out[from + at]!;
    }
    if (before >= 0 && next < MOST_CODES) {
      starts[next] = previous;
      lengths[next] = lengthOf(before, lengths) + 1;
      next += 1;
      if (next >= (1 << bits) - 1 && bits < MOST_BITS) bits += 1;
    }
    filled += length;
    before = code;
  }
  if (filled < size) throw new RangeError("the codes tell too few bytes");
  return out;
}

const lengthOf = (code: number, lengths: Uint16Array): number =>
  code < CLEAR ? 1 : lengths[code]!;
