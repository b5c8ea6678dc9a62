import { readApplanix } from "./readers/applanix/applanix.ts";
import { endDamage } from "./readers/applanix/series-damage.ts";
import type { Damage } from "./readers/damage/damage.ts";
import { readDamage } from "./readers/damage/read-damage.ts";
import type { FileSource, ReadFault, ReadResult } from "./readers/file-source.ts";
import { readFmsLog } from "./readers/fms-log.ts";
import { readIiq } from "./readers/iiq.ts";
import { readKml, type KmlOutline, readKmz } from "./readers/kml/read-kml.ts";
import { readLasHeader } from "./readers/las-header.ts";
import { readRangeSerial } from "./readers/range-file.ts";
import { readWorldFile, WORLD_FILE } from "./readers/world-file.ts";

/** The metadata of one file as plain data; null where the file does not state a value. */
export interface FileMetadata {
  readonly path: string;
  readonly kind: string;
  readonly error?: ReadFault | "unknownKind" | "truncated";
  /** The subject of the error: a placemark, a line. */
  readonly about?: string;
  /** Why it is probably a copy that broke off, as the validation of a folder says it. */
  readonly damage?: Damage;
  readonly [fact: string]: unknown;
}

/** `open`: damage at the end of a recording that no other recording continues. */
interface Facts {
  readonly open?: Damage | undefined;
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
  { kind: "world", claims: WORLD_FILE, read: readWorldFile },
];

/** Reads the metadata of one file with the reader for its suffix, and whether it is whole. */
export async function readFileMetadata(source: FileSource): Promise<FileMetadata> {
  const { path } = source;
  const reader = READERS.find(({ claims }) => claims.test(path));
  const damage = await readDamage(source);
  if (reader === undefined)
    return { path, kind: "unknown", error: "unknownKind", ...(damage && { damage }) };
  const { kind } = reader;
  const result = await reader.read(source);
  if (!result.ok) {
    const { fault: error, about } = result;
    return { path, kind, error, ...(about !== undefined && { about }), ...(damage && { damage }) };
  }
  const { ok: _, open, ...facts }: ReadResult<object> & Facts = result;
  if (damage?.kind === "cutOff") return { path, kind, ...facts, error: "truncated", damage };
  // Only the last recording of a series must end with a whole record.
  const found = damage ?? open;
  return { path, kind, ...facts, ...(found && { damage: found }) };
}

async function lasMetadata(source: FileSource): Promise<ReadResult<object>> {
  const header = await readLasHeader(source);
  if (!header.ok) return header;
  const { ok, version, pointFormat, pointCount, compressed, bounds } = header;
  const facts = { ok, version, pointFormat, pointCount, compressed, bounds };
  return facts;
}

/** Start and end as seconds of `gpsWeek`. */
async function applanixMetadata(source: FileSource): Promise<ReadResult<Facts>> {
  const pos = await readApplanix(source);
  if (!pos.ok) return pos;
  const { ok, serial, gpsWeek, startSeconds, endSeconds, records, badRecords } = pos;
  const span = { start: startSeconds ?? null, end: endSeconds ?? null };
  const known = { serial: serial ?? null, gpsWeek: gpsWeek ?? null, ...span };
  return { ok, ...known, records, badRecords, open: endDamage(pos) };
}

/** Start and end in UTC. */
async function fmsMetadata(source: FileSource): Promise<ReadResult<object>> {
  const log = await readFmsLog(source);
  if (!log.ok) return log;
  const { ok, projectIds, start, end } = log;
  const facts = { ok, projectIds, start: isoTime(start), end: isoTime(end) };
  return facts;
}

function outlineMetadata(result: ReadResult<KmlOutline>): ReadResult<Facts> {
  if (!result.ok) return result;
  const { ok, lines, polygons, points, crossStrips, remarks } = result;
  const facts = { ok, lines, polygons, points, crossStrips };
  return remarks.length === 0 ? facts : { ...facts, remarks };
}

function isoTime(ms: number | undefined): string | null {
  return ms === undefined ? null : new Date(ms).toISOString();
}
