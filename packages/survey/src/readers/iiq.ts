import { type FileSource, type ReadResult, refused } from "./file-source.ts";
import { latinText } from "./latin-text.ts";

/** The header of a Phase One IIQ image. */
export interface IiqHeader {
  /** Entries of its directory. */
  readonly entries: number;
  /** Pixels, where the directory states them. */
  readonly width: number | undefined;
  readonly height: number | undefined;
}

const HEAD_BYTES = 65_536;
const ENTRY_BYTES = 16;
const MOST_ENTRIES = 1000;
const WIDTH = 0x0108;
const HEIGHT = 0x0109;

/**
 * Reads the head of an IIQ image. House reader, after what dcraw and LibRaw look for: `IIII` in the
 * first 32 bytes, then `Raw`, then the offset of a directory of 16-byte entries.
 */
export async function readIiq(source: FileSource): Promise<ReadResult<IiqHeader>> {
  if (source.size === 0) return refused("empty");
  const bytes = await source.read(0, Math.min(source.size, HEAD_BYTES));
  const base = latinText(bytes.subarray(0, 36)).indexOf("IIII");
  if (base < 0) return refused("wrongSignature");
  if (base + 12 > bytes.length) return refused("tooShort");
  const view = new DataView(bytes.buffer, bytes.byteOffset + base, bytes.byteLength - base);
  if (view.getUint32(4, true) >>> 8 !== 0x526177) return refused("wrongSignature");
  const directory = view.getUint32(8, true);
  if (directory + 8 > source.size) return refused("inconsistentHeader");
  if (directory + 8 > view.byteLength)
    return { ok: true, entries: 0, width: undefined, height: undefined };
  const entries = view.getUint32(directory, true);
  if (entries > MOST_ENTRIES) return refused("inconsistentHeader");
  const value = (wanted: number): number | undefined => {
    for (let i = 0; i < entries; i++) {
      const at = directory + 8 + i * ENTRY_BYTES;
      if (at + ENTRY_BYTES > view.byteLength) return undefined;
      if (view.getUint32(at, true) === wanted) return view.getUint32(at + 12, true);
    }
    return undefined;
  };
  return { ok: true, entries, width: value(WIDTH), height: value(HEIGHT) };
}
