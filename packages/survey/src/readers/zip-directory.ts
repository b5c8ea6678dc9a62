import { type FileSource, type ReadResult, refused } from "./file-source.ts";
import { latinText, viewOf } from "../bytes.ts";

/** One file of a ZIP archive, as its central directory lists it. */
export interface ZipEntry {
  readonly name: string;
  readonly encrypted: boolean;
  /** 0 stored, 8 deflated. */
  readonly method: number;
  readonly crc: number;
  readonly packedBytes: number;
  readonly bytes: number;
  /** Offset of its local header. */
  readonly offset: number;
}

export interface ZipDirectory {
  readonly entries: readonly ZipEntry[];
}

const MOST_ENTRIES = 10_000;
const MOST_DIRECTORY_BYTES = 8_388_608;
const END_BYTES = 22;
const END_SIGNATURE = 0x06054b50;
const LOCATOR_BYTES = 20;
const LOCATOR_SIGNATURE = 0x07064b50;
const WIDE_END_BYTES = 56;
const WIDE_END_SIGNATURE = 0x06064b50;
const LONGEST_COMMENT = 65_535;
const LONGEST_ENDING = LOCATOR_BYTES + END_BYTES + LONGEST_COMMENT;
/** In place of a number that needs 8 bytes. */
const WIDE = 0xffffffff;
const WIDE_FIELD = 1;
/** Of an extra field that holds a number. */
const LEAST_FIELD_BYTES = 12;
const ENTRY_SIGNATURE = 0x02014b50;
const ENTRY_BYTES = 46;

/** Place of the central directory by an end record. */
interface DirectoryPlace {
  readonly count: number;
  readonly bytes: number;
  readonly offset: number;
}

/** Reads the central directory of a ZIP archive (PKWARE APPNOTE 6.3.10, 4.3.12 to 4.3.16), ZIP64 too. */
export async function readZipDirectory(source: FileSource): Promise<ReadResult<ZipDirectory>> {
  const tailStart = Math.max(0, source.size - LONGEST_ENDING);
  const tail = await source.read(tailStart, source.size);
  const at = endRecordAt(tail);
  if (at === undefined) return refused("notAZip");
  const place = (await wideEnd(source, tail, at)) ?? endRecord(tail, at);
  const { count, bytes, offset } = place;
  if (count > MOST_ENTRIES || bytes > MOST_DIRECTORY_BYTES) return refused("tooLarge");
  if (offset + bytes > source.size) return refused("corrupt");
  const entries = directoryEntries(await source.read(offset, offset + bytes), count);
  return entries === undefined ? refused("corrupt") : { ok: true, entries };
}

/** Offset of the last end record whose comment reaches exactly to the end of the file. */
function endRecordAt(tail: Uint8Array): number | undefined {
  const view = viewOf(tail);
  for (let at = tail.length - END_BYTES; at >= 0; at--) {
    if (view.getUint32(at, true) !== END_SIGNATURE) continue;
    if (at + END_BYTES + view.getUint16(at + 20, true) === tail.length) return at;
  }
  return undefined;
}

function endRecord(tail: Uint8Array, at: number): DirectoryPlace {
  const view = viewOf(tail);
  return {
    count: view.getUint16(at + 10, true),
    bytes: view.getUint32(at + 12, true),
    offset: view.getUint32(at + 16, true),
  };
}

/** The ZIP64 end record, where a locator before the end record leads to one. */
async function wideEnd(
  source: FileSource,
  tail: Uint8Array,
  end: number,
): Promise<DirectoryPlace | undefined> {
  const locator = end - LOCATOR_BYTES;
  const view = viewOf(tail);
  if (locator < 0 || view.getUint32(locator, true) !== LOCATOR_SIGNATURE) return undefined;
  const at = Number(view.getBigUint64(locator + 8, true));
  if (at + WIDE_END_BYTES > source.size) return undefined;
  const record = viewOf(await source.read(at, at + WIDE_END_BYTES));
  if (record.byteLength < WIDE_END_BYTES) return undefined;
  if (record.getUint32(0, true) !== WIDE_END_SIGNATURE) return undefined;
  return {
    count: Number(record.getBigUint64(32, true)),
    bytes: Number(record.getBigUint64(40, true)),
    offset: Number(record.getBigUint64(48, true)),
  };
}

function directoryEntries(directory: Uint8Array, count: number): ZipEntry[] | undefined {
  const view = viewOf(directory);
  const entries: ZipEntry[] = [];
  let at = 0;
  for (let i = 0; i < count; i++) {
    if (at + ENTRY_BYTES > directory.length) return undefined;
    if (view.getUint32(at, true) !== ENTRY_SIGNATURE) return undefined;
    const nameEnd = at + ENTRY_BYTES + view.getUint16(at + 28, true);
    const extraEnd = nameEnd + view.getUint16(at + 30, true);
    if (extraEnd > directory.length) return undefined;
    entries.push({
      name: entryName(directory.subarray(at + ENTRY_BYTES, nameEnd), view.getUint16(at + 8, true)),
      encrypted: (view.getUint16(at + 8, true) & 1) !== 0,
      method: view.getUint16(at + 10, true),
      crc: view.getUint32(at + 16, true),
      ...sizes(view, at, wideNumbers(view, nameEnd, extraEnd)),
    });
    at = extraEnd + view.getUint16(at + 32, true);
  }
  return entries;
}

const UTF8_FLAG = 0x0800;
const UTF8 = new TextDecoder();

/** Bit 11 of the flags says that a name is UTF-8 (APPNOTE 4.4.4); else a character for each byte. */
function entryName(bytes: Uint8Array, flags: number): string {
  return (flags & UTF8_FLAG) === 0 ? latinText(bytes) : UTF8.decode(bytes);
}

/** A field of all ones stands in the ZIP64 extra field, in this order (APPNOTE 4.5.3). */
function sizes(
  view: DataView,
  at: number,
  wide: readonly number[],
): Pick<ZipEntry, "bytes" | "packedBytes" | "offset"> {
  let next = 0;
  const field = (offset: number): number => {
    const value = view.getUint32(at + offset, true);
    return value === WIDE ? (wide[next++] ?? value) : value;
  };
  return { bytes: field(24), packedBytes: field(20), offset: field(42) };
}

/** The 8-byte numbers of the ZIP64 extra field among the extra fields of an entry. */
function wideNumbers(view: DataView, from: number, to: number): readonly number[] {
  for (let at = from; at + LEAST_FIELD_BYTES <= to; at += 4 + view.getUint16(at + 2, true)) {
    if (view.getUint16(at, true) !== WIDE_FIELD) continue;
    const count = Math.min(3, Math.floor(Math.min(view.getUint16(at + 2, true), to - at - 4) / 8));
    return Array.from({ length: count }, (_, i) => Number(view.getBigUint64(at + 4 + i * 8, true)));
  }
  return [];
}

/** A name as a path below the archive's root, or undefined where it leads out of it. */
export function pathInside(name: string): string | undefined {
  const steps = name.replaceAll("\\", "/").split("/");
  return steps.includes("..")
    ? undefined
    : steps.filter((step) => step !== "" && step !== ".").join("/");
}

/** Whether it is one of the attribute files that macOS adds: no documents. */
export const isMacCopy = (path: string): boolean => /(?:^|\/)(?:__MACOSX\/|\._)/.test(path);
