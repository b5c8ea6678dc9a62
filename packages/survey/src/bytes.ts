/** Bytes as numbers, in their place. */
export const viewOf = ({ buffer, byteOffset, byteLength }: Uint8Array): DataView =>
  new DataView(buffer, byteOffset, byteLength);

/** A copy of pieces of bytes, one behind the other. */
export function joinedBytes(pieces: readonly Uint8Array[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(pieces.reduce((sum, { length }) => sum + length, 0));
  let at = 0;
  for (const piece of pieces) {
    bytes.set(piece, at);
    at += piece.length;
  }
  return bytes;
}

const LATIN = new TextDecoder("latin1");

/** Bytes as as many characters, ASCII as it is, so that binary data can be searched as text. */
export const latinText = (bytes: Uint8Array): string => LATIN.decode(bytes);

/** UTF-16 by its byte order mark. */
export function markedEncoding([first, second]: Uint8Array): "utf-16le" | "utf-16be" | undefined {
  if (first === 0xff && second === 0xfe) return "utf-16le";
  return first === 0xfe && second === 0xff ? "utf-16be" : undefined;
}

/** Encoding of a text by its first bytes: UTF-8, or UTF-16 with or without a mark. */
export function encodingOf(beginning: Uint8Array): string {
  // Without a mark, the zeros of Latin letters show which half of a unit comes first.
  const zerosAt = (half: number): number =>
    beginning.filter((byte, index) => byte === 0 && index % 2 === half).length;
  const marked = markedEncoding(beginning);
  if (marked !== undefined) return marked;
  if (zerosAt(1) > beginning.length / 4) return "utf-16le";
  return zerosAt(0) > beginning.length / 4 ? "utf-16be" : "utf-8";
}

const POLYNOMIAL = 0xedb8_8320;
const SLICES = 8;

/** Tables for eight bytes at a time (Intel, _Slicing-by-8_). */
const TABLES = tables();

function tables(): readonly Uint32Array[] {
  const made = Array.from({ length: SLICES }, () => new Uint32Array(256));
  const first = made[0]!;
  for (let byte = 0; byte < 256; byte++) {
    let crc = byte;
    for (let bit = 0; bit < 8; bit++) crc = crc & 1 ? (crc >>> 1) ^ POLYNOMIAL : crc >>> 1;
    first[byte] = crc;
  }
  for (let slice = 1; slice < SLICES; slice++)
    for (let byte = 0; byte < 256; byte++) {
      const before = made[slice - 1]![byte]!;
      made[slice]![byte] = (before >>> 8) ^ first[before & 0xff]!;
    }
  return made;
}

/** CRC-32 of IEEE 802.3, as ZIP and PNG have it; continues from the result for the bytes before. */
export function crc32(bytes: Uint8Array, before = 0): number {
  const [t0, t1, t2, t3, t4, t5, t6, t7] = TABLES as unknown as Uint32Array[] & { length: 8 };
  const view = viewOf(bytes);
  const eights = bytes.length - (bytes.length % SLICES);
  let crc = ~before;
  for (let at = 0; at < eights; at += SLICES) {
    const low = crc ^ view.getUint32(at, true);
    const high = view.getUint32(at + 4, true);
    crc =
      t7![low & 0xff]! ^
      t6![(low >>> 8) & 0xff]! ^
      t5![(low >>> 16) & 0xff]! ^
      t4![low >>> 24]! ^
      t3![high & 0xff]! ^
      t2![(high >>> 8) & 0xff]! ^
      t1![(high >>> 16) & 0xff]! ^
      t0![high >>> 24]!;
  }
  for (let at = eights; at < bytes.length; at++)
    crc = (crc >>> 8) ^ t0![(crc ^ bytes[at]!) & 0xff]!;
  return ~crc >>> 0;
}
