import { type FileSource, type ReadVerdict, refused } from "./file-source.ts";
import { latinText } from "./latin-text.ts";

/** One file of a ZIP archive, as its central directory lists it. */
export interface ZipEntry {
  readonly name: string;
  readonly encrypted: boolean;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Where its local header starts. */
  readonly offset: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
}

const MOST_ENTRIES = 10_000;
const MOST_DIRECTORY_BYTES = 8_388_608;
const END_BYTES = 22;
const LONGEST_COMMENT = 65_535;
const END_SIGNATURE = 0x06054b50;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;

/** Reads the central directory of a ZIP archive (PKWARE APPNOTE 6.3.10, 4.3.12 and 4.3.16; no ZIP64). */
export async function readZipDirectory(source: FileSource): Promise<ReadVerdict<ZipDirectory>> {
  const tailStart = Math.max(0, source.size - END_BYTES - LONGEST_COMMENT);
  const tail = await source.read(tailStart, source.size);
  const end = endRecord(tail);
  if (end === undefined) return refused("notAZip");
  const { count, bytes, offset } = end;
  if (count > MOST_ENTRIES || bytes > MOST_DIRECTORY_BYTES) return refused("tooLarge");
  if (offset + bytes > source.size) return refused("corrupt");
  const entries = directoryEntries(await source.read(offset, offset + bytes), count);
  return entries === undefined ? refused("corrupt") : { ok: true, entries };
}

/** The last end record whose comment reaches exactly to the end of the file. */
function endRecord(
  tail: Uint8Array,
): { readonly count: number; readonly bytes: number; readonly offset: number } | undefined {
  const view = new DataView(tail.buffer, tail.byteOffset, tail.byteLength);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) !== tail.length) continue;
    const [count, bytes] = [view.getUint16(at + 10, true), view.getUint32(at + 12, true)];
    return { count, bytes, offset: view.getUint32(at + 16, true) };
  }
  return undefined;
}

function directoryEntries(directory: Uint8Array, count: number): ZipEntry[] | undefined {
  const view = new DataView(directory.buffer, directory.byteOffset, directory.byteLength);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > directory.length) return undefined;
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) return undefined;
    const nameBytes = view.getUint16(at + 28, true);
    const nameEnd = at + ENTRY_BYTES + nameBytes;
    if (nameEnd > directory.length) return undefined;
    entries.push({
      name: latinText(directory.subarray(at + ENTRY_BYTES, nameEnd)),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      packedBytes: view.getUint32(at + 20, true),
      bytes: view.getUint32(at + 24, true),
      offset: view.getUint32(at + 42, true),
    });
    at = nameEnd + view.getUint16(at + 30, true) + view.getUint16(at + 32, true);
  }
  return entries;
}
