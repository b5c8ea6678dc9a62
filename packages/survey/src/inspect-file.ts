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

/** What a reader knows of one file, as plain data. */
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
  const { truncated, ...facts } = header;
  const short = { ...facts, error: "truncated" };
  return truncated ? short : facts;
}

/** Start and end as seconds of `gpsWeek`, and in UTC. */
async function inspectApplanix(source: FileSource): Promise<ReadVerdict<object>> {
  const pos = await readApplanix(source);
  if (!pos.ok) return pos;
  const { startSeconds, endSeconds, start, end, ...facts } = pos;
  const utc = { startUtc: isoTime(start), endUtc: isoTime(end) };
  const known = { ...facts, start: startSeconds, end: endSeconds, ...utc };
  return known;
}

async function inspectFms(source: FileSource): Promise<ReadVerdict<object>> {
  const log = await readFmsLog(source);
  if (!log.ok) return log;
  const known = { ...log, start: isoTime(log.start), end: isoTime(log.end) };
  return known;
}

function outlined(verdict: ReadVerdict<KmlOutline>): ReadVerdict<object> {
  if (!verdict.ok) return verdict;
  const { paths: _, ...counts } = verdict;
  return counts;
}

const LATEST_MS = 8.64e15;

function isoTime(ms: number | undefined): string | undefined {
  return ms === undefined || Math.abs(ms) > LATEST_MS ? undefined : new Date(ms).toISOString();
}
