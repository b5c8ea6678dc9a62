import { readApplanix } from "./readers/applanix/applanix.ts";
import type { FileSource, ReadFault, ReadResult } from "./readers/file-source.ts";
import { readFmsLog } from "./readers/fms-log.ts";
import { readIiq } from "./readers/iiq.ts";
import { readKml } from "./readers/kml/kml.ts";
import type { KmlOutline } from "./readers/kml/kml-outline.ts";
import { readKmz } from "./readers/kml/kmz.ts";
import { readLasHeader } from "./readers/las-header.ts";
import { readRangeSerial } from "./readers/range-serial.ts";
import { readWorldFile } from "./readers/world-file.ts";

/** The metadata of one file as plain data; null where the file does not state a value. */
export interface FileMetadata {
  readonly path: string;
  readonly kind: string;
  readonly error?: ReadFault | "unknownKind" | "truncated";
  readonly [fact: string]: unknown;
}

interface MetadataReader {
  readonly kind: string;
  readonly claims: RegExp;
  readonly read: (source: FileSource) => Promise<ReadResult<object>>;
}

const READERS: readonly MetadataReader[] = [
  { kind: "las", claims: /\.las$/i, read: lasMetadata },
  { kind: "laz", claims: /\.laz$/i, read: lasMetadata },
  { kind: "kmz", claims: /\.kmz$/i, read: (source) => readKmz(source).then(outlineMetadata) },
  { kind: "kml", claims: /\.kml$/i, read: (source) => readKml(source).then(outlineMetadata) },
  { kind: "applanix", claims: /\.(?:\d{3}|pos)$/i, read: applanixMetadata },
  { kind: "range", claims: /\.range$/i, read: readRangeSerial },
  { kind: "fms", claims: /\.log$/i, read: fmsMetadata },
  { kind: "iiq", claims: /\.iiq$/i, read: readIiq },
  { kind: "world", claims: /\.[a-z]{1,2}w$/i, read: readWorldFile },
];

/** Reads the metadata of one file with the reader for its suffix. */
export async function readFileMetadata(source: FileSource): Promise<FileMetadata> {
  const reader = READERS.find(({ claims }) => claims.test(source.path));
  if (reader === undefined) return { path: source.path, kind: "unknown", error: "unknownKind" };
  const { kind } = reader;
  const result = await reader.read(source);
  if (!result.ok) return { path: source.path, kind, error: result.fault };
  const { ok: _, ...facts } = result;
  return { path: source.path, kind, ...facts };
}

/** A file that ends before its last point gives what its header says, and the error. */
async function lasMetadata(source: FileSource): Promise<ReadResult<object>> {
  const header = await readLasHeader(source);
  if (!header.ok) return header;
  const { ok, version, pointFormat, pointCount, compressed, bounds } = header;
  const facts = { ok, version, pointFormat, pointCount, compressed, bounds };
  const short = { ...facts, error: "truncated" };
  return header.truncated ? short : facts;
}

/** Start and end as seconds of `gpsWeek`. */
async function applanixMetadata(source: FileSource): Promise<ReadResult<object>> {
  const pos = await readApplanix(source);
  if (!pos.ok) return pos;
  const { ok, serial, gpsWeek, startSeconds, endSeconds, records, badRecords } = pos;
  const span = { start: startSeconds ?? null, end: endSeconds ?? null };
  const known = { serial: serial ?? null, gpsWeek: gpsWeek ?? null, ...span };
  const facts = { ok, ...known, records, badRecords };
  return facts;
}

/** Start and end in UTC. */
async function fmsMetadata(source: FileSource): Promise<ReadResult<object>> {
  const log = await readFmsLog(source);
  if (!log.ok) return log;
  const { ok, projectIds, start, end } = log;
  const facts = { ok, projectIds, start: isoTime(start), end: isoTime(end) };
  return facts;
}

function outlineMetadata(result: ReadResult<KmlOutline>): ReadResult<object> {
  if (!result.ok) return result;
  const { ok, lines, polygons, points, crossStrips } = result;
  const facts = { ok, lines, polygons, points, crossStrips };
  return facts;
}

const LATEST_MS = 8.64e15;

function isoTime(ms: number | undefined): string | null {
  return ms === undefined || Math.abs(ms) > LATEST_MS ? null : new Date(ms).toISOString();
}
