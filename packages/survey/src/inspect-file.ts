import { readApplanix } from "./readers/applanix.ts";
import type { FileSource, ReadFault, ReadVerdict } from "./readers/file-source.ts";
import { readFmsLog } from "./readers/fms-log.ts";
import { readIiq } from "./readers/iiq.ts";
import { readKml } from "./readers/kml.ts";
import type { KmlOutline } from "./readers/kml-outline.ts";
import { readKmz } from "./readers/kmz.ts";
import { readLasHeader } from "./readers/las-header.ts";
import { readRangeSerial } from "./readers/range-serial.ts";
import { readWorldFile } from "./readers/world-file.ts";

/** What a reader knows of one file, as plain data; null where the file does not say. */
export interface Inspection {
  readonly path: string;
  readonly kind: string;
  readonly error?: ReadFault | "unknownKind" | "truncated";
  readonly [fact: string]: unknown;
}

interface Inspector {
  readonly kind: string;
  readonly claims: RegExp;
  readonly read: (source: FileSource) => Promise<ReadVerdict<object>>;
}

const INSPECTORS: readonly Inspector[] = [
  { kind: "las", claims: /\.las$/i, read: inspectLas },
  { kind: "laz", claims: /\.laz$/i, read: inspectLas },
  { kind: "kmz", claims: /\.kmz$/i, read: async (source) => outlined(await readKmz(source)) },
  { kind: "kml", claims: /\.kml$/i, read: async (source) => outlined(await readKml(source)) },
  { kind: "applanix", claims: /\.(?:\d{3}|pos)$/i, read: inspectApplanix },
  { kind: "range", claims: /\.range$/i, read: readRangeSerial },
  { kind: "fms", claims: /\.log$/i, read: inspectFms },
  { kind: "iiq", claims: /\.iiq$/i, read: readIiq },
  { kind: "world", claims: /\.[a-z]{1,2}w$/i, read: readWorldFile },
];

/** Reads one file with the reader that its suffix asks for. */
export async function inspectFile(source: FileSource): Promise<Inspection> {
  const inspector = INSPECTORS.find(({ claims }) => claims.test(source.path));
  if (inspector === undefined) return { path: source.path, kind: "unknown", error: "unknownKind" };
  const { kind } = inspector;
  const verdict = await inspector.read(source);
  if (!verdict.ok) return { path: source.path, kind, error: verdict.fault };
  const { ok: _, ...facts } = verdict;
  return { path: source.path, kind, ...facts };
}

/** A file that ends before its last point gives what its header says, and the error. */
async function inspectLas(source: FileSource): Promise<ReadVerdict<object>> {
  const header = await readLasHeader(source);
  if (!header.ok) return header;
  const { ok, version, pointFormat, pointCount, compressed, bounds } = header;
  const facts = { ok, version, pointFormat, pointCount, compressed, bounds };
  const short = { ...facts, error: "truncated" };
  return header.truncated ? short : facts;
}

/** Start and end as seconds of `gpsWeek`. */
async function inspectApplanix(source: FileSource): Promise<ReadVerdict<object>> {
  const pos = await readApplanix(source);
  if (!pos.ok) return pos;
  const { ok, serial, gpsWeek, startSeconds, endSeconds, records, badRecords } = pos;
  const span = { start: startSeconds ?? null, end: endSeconds ?? null };
  const known = { serial: serial ?? null, gpsWeek: gpsWeek ?? null, ...span };
  const facts = { ok, ...known, records, badRecords };
  return facts;
}

/** Start and end in UTC. */
async function inspectFms(source: FileSource): Promise<ReadVerdict<object>> {
  const log = await readFmsLog(source);
  if (!log.ok) return log;
  const { ok, projectIds, start, end } = log;
  const facts = { ok, projectIds, start: isoTime(start), end: isoTime(end) };
  return facts;
}

function outlined(verdict: ReadVerdict<KmlOutline>): ReadVerdict<object> {
  if (!verdict.ok) return verdict;
  const { ok, lines, polygons, points, crossStrips } = verdict;
  const facts = { ok, lines, polygons, points, crossStrips };
  return facts;
}

const LATEST_MS = 8.64e15;

function isoTime(ms: number | undefined): string | null {
  return ms === undefined || Math.abs(ms) > LATEST_MS ? null : new Date(ms).toISOString();
}
