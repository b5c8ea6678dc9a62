import { type FileSource, type ReadFault, type ReadResult, refused } from "./file-source.ts";
import { latinText, viewOf } from "../bytes.ts";

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
  const start = startOf(bytes);
  if (typeof start === "string") return refused(start);
  const { base, view } = start;
  const directory = view.getUint32(8, true);
  if (base + directory + 8 > source.size) return refused("inconsistentHeader");
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

/** The bytes from the mark on, by which offsets count, or why they are none of an IIQ. */
function startOf(head: Uint8Array): { readonly base: number; readonly view: DataView } | ReadFault {
  const base = latinText(head.subarray(0, 36)).indexOf("IIII");
  if (base < 0) return "wrongSignature";
  if (base + 12 > head.length) return "tooShort";
  const view = viewOf(head.subarray(base));
  return view.getUint32(4, true) >>> 8 === 0x526177 ? { base, view } : "wrongSignature";
}

/** Values of up to four bytes stand in the entry itself, longer ones at an offset. */
const INLINE_BYTES = 4;

/**
 * Where the last value of an IIQ's directory ends, its image among them (ExifTool, PhaseOne: tag, type,
 * length, value or offset); 0 where it is no IIQ, or its directory cannot be.
 */
export async function iiqEnd(source: FileSource): Promise<number> {
  const head = await source.read(0, Math.min(source.size, HEAD_BYTES));
  const start = startOf(head);
  if (typeof start === "string") return 0;
  const { base } = start;
  const at = base + start.view.getUint32(8, true);
  const counted = await source.read(at, at + 8);
  if (counted.length < 8) return at + 8;
  const entries = viewOf(counted).getUint32(0, true);
  if (entries > MOST_ENTRIES) return 0;
  const bytes = await source.read(at + 8, at + 8 + entries * ENTRY_BYTES);
  if (bytes.length < entries * ENTRY_BYTES) return at + 8 + entries * ENTRY_BYTES;
  const view = viewOf(bytes);
  let end = 0;
  for (let from = 0; from < bytes.length; from += ENTRY_BYTES) {
    const length = view.getUint32(from + 8, true);
    if (length > INLINE_BYTES) end = Math.max(end, base + view.getUint32(from + 12, true) + length);
  }
  return end;
}
