import { Inflate } from "fflate";
import { type FileSource, type ReadFault, type ReadResult, refused } from "../file-source.ts";
import { KmlParser, MOST_KML_BYTES } from "./kml.ts";
import type { KmlOutline } from "./kml-outline.ts";
import { readZipDirectory, type ZipEntry } from "./zip-directory.ts";

const LOCAL_SIGNATURE = 0x04034b50;
const LOCAL_BYTES = 30;
/** Small, because one piece may inflate to a thousand times its size before it can be counted. */
const PIECE_BYTES = 8192;

/** Reads the root KML of a KMZ; inflates nothing else, and no more than {@link MOST_KML_BYTES}. */
export async function readKmz(source: FileSource): Promise<ReadResult<KmlOutline>> {
  if (source.size === 0) return refused("empty");
  const directory = await readZipDirectory(source);
  if (!directory.ok) return directory;
  const root = rootKml(directory.entries);
  if (root === undefined) return refused("noKml");
  if (root.encrypted) return refused("encrypted");
  if (swollen(root) || root.packedBytes > MOST_KML_BYTES) return refused("tooLarge");
  const start = await dataStart(source, root);
  if (start === undefined || start + root.packedBytes > source.size) return refused("corrupt");
  const parser = new KmlParser();
  const fault = await unpack(source, root, start, parser);
  return fault === undefined ? parser.finish() : refused(fault);
}

/** Deflate makes KML 5 to 50 times smaller; an archive bomb up to 1,000 times. */
const MOST_RATIO = 200;
const SMALL_BYTES = 1_048_576;

function swollen({ bytes, packedBytes }: ZipEntry): boolean {
  return bytes > MOST_KML_BYTES || bytes > Math.max(SMALL_BYTES, MOST_RATIO * packedBytes);
}

/** A name as a path below the archive's root, or undefined where it leads out of it. */
function pathInside(name: string): string | undefined {
  const steps = name.replaceAll("\\", "/").split("/");
  return steps.includes("..")
    ? undefined
    : steps.filter((step) => step !== "" && step !== ".").join("/");
}

/** The attribute files that macOS adds: no documents. */
const isMacCopy = (path: string): boolean => /(?:^|\/)(?:__MACOSX\/|\._)/.test(path);

const inRoot = ({ path }: { readonly path: string }): boolean => !path.includes("/");

/** `doc.kml` in the root, then in any folder; else the first KML in the root, then in any folder. */
function rootKml(entries: readonly ZipEntry[]): ZipEntry | undefined {
  const kml = entries.flatMap((entry) => {
    const path = /\.kml$/i.test(entry.name) ? pathInside(entry.name) : undefined;
    return path === undefined || isMacCopy(path) ? [] : [{ entry, path }];
  });
  const docs = kml.filter(({ path }) => /(?:^|\/)doc\.kml$/i.test(path));
  return (docs.find(inRoot) ?? docs[0] ?? kml.find(inRoot) ?? kml[0])?.entry;
}

async function dataStart(source: FileSource, entry: ZipEntry): Promise<number | undefined> {
  if (entry.offset + LOCAL_BYTES > source.size) return undefined;
  const header = await source.read(entry.offset, entry.offset + LOCAL_BYTES);
  if (header.length < LOCAL_BYTES) return undefined;
  const view = new DataView(header.buffer, header.byteOffset, header.byteLength);
  if (view.getUint32(0, true) !== LOCAL_SIGNATURE) return undefined;
  return entry.offset + LOCAL_BYTES + view.getUint16(26, true) + view.getUint16(28, true);
}

/** Why the entry cannot be unpacked, or undefined once all of it went through the parser with a right CRC. */
async function unpack(
  source: FileSource,
  entry: ZipEntry,
  start: number,
  parser: KmlParser,
): Promise<ReadFault | undefined> {
  let bytes = 0;
  let crc = 0;
  const take = (piece: Uint8Array): void => {
    bytes += piece.length;
    crc = crc32(piece, crc);
    if (bytes <= entry.bytes && piece.length > 0) parser.write(piece);
  };
  const inflate = entry.method === 8 ? new Inflate(take) : undefined;
  if (inflate === undefined && entry.method !== 0) return "corrupt";
  const end = start + entry.packedBytes;
  for (let at = start; at < end && bytes <= entry.bytes; at += PIECE_BYTES) {
    if (parser.fault === "tooLarge") return "tooLarge";
    const to = Math.min(at + PIECE_BYTES, end);
    const piece = await source.read(at, to);
    if (!pushed(inflate, take, piece, to === end)) return "corrupt";
  }
  if (bytes !== entry.bytes) return "corrupt";
  return crc === entry.crc ? undefined : "wrongChecksum";
}

function pushed(
  inflate: Inflate | undefined,
  take: (piece: Uint8Array) => void,
  piece: Uint8Array,
  last: boolean,
): boolean {
  if (inflate === undefined) {
    take(piece);
    return true;
  }
  try {
    inflate.push(piece, last);
    return true;
  } catch {
    return false;
  }
}

const CRC_TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let value = byte;
  for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  return value;
});

/** CRC-32 of ISO 3309 as ZIP uses it; pass the former result to go on. */
function crc32(bytes: Uint8Array, before = 0): number {
  let crc = ~before;
  for (const byte of bytes) crc = (CRC_TABLE[(crc ^ byte) & 0xff] ?? 0) ^ (crc >>> 8);
  return ~crc >>> 0;
}
