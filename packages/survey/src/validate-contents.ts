import { validateDamage } from "./content/validate-damage.ts";
import { validateFmsLogs } from "./content/validate-fms-logs.ts";
import {
  validateLaz,
  validateSensor,
  validateLaserSerials,
  validatePosSerials,
  gpsDateFindings,
} from "./content/validate-sensor-data.ts";
import { validateFlightPlans } from "./content/validate-flight-plans.ts";
import type {
  ContentFile,
  ContentRequest,
  Note,
  ReadFiles,
  ReadKinds,
  Track,
} from "./content/content-request.ts";
import { gpsCoverageFindings } from "./content/gps-coverage.ts";
import type { Finding } from "./rules/rule.ts";
import type { KmlPath } from "./readers/kml/read-kml.ts";
import type { FileSource } from "./readers/file-source.ts";
import type { FileKindId } from "./rules/file-kinds.ts";
import type { NamedPart } from "./rules/flight-parts.ts";

export type { ContentFile, ContentRequest, Note } from "./content/content-request.ts";

/** The outcome of validating the contents of a folder. */
export interface ContentsValidation {
  /** In the order of the content rules, which is that of the dialogs. */
  readonly findings: readonly Finding[];
  readonly blocked: boolean;
  readonly notes: readonly Note[];
  readonly tracks: readonly Track[];
  /** The flight lines of the readable flight plans. */
  readonly plan: readonly KmlPath[];
  /** Flight parts, of any flight, that the FMS logs and flight plans name. */
  readonly parts: readonly NamedPart[];
}

export interface ValidationOptions {
  /** Ends the validation early when aborted: its reason is thrown. */
  readonly signal?: AbortSignal;
  /** Most files read at once. */
  readonly concurrency?: number;
  /**
   * Given the files that cannot be read, which are left out of all that follows; without it the first
   * of them rejects.
   */
  readonly onUnreadable?: (path: string, error: unknown) => void;
  /** Most ends of files read at once, some KB each: where many reads are one call, more take less time. */
  readonly endsAtOnce?: number;
  /** Given the files read so far. */
  readonly onProgress?: (progress: { readonly done: number; readonly total: number }) => void;
}

/**
 * Validates what the files of a folder contain (document 2, section 5), reading no more of them
 * than the rules need. Rejects only where a source cannot be read.
 */
export async function validateContents(
  request: ContentRequest,
  options: ValidationOptions = {},
): Promise<ContentsValidation> {
  const { readFiles, readKinds } = readersOf(request.files, options);
  const positions = await validatePosSerials(request, readKinds);
  const fms = await validateFmsLogs(request, readKinds);
  const plans = await validateFlightPlans(readKinds);
  // In the order of CONTENT_RULES.
  const specified = [
    ...validateSensor(request),
    ...(await validateLaserSerials(request, readKinds)),
    ...positions.findings,
    ...plans.findings,
    ...fms.findings,
    ...gpsDateFindings(positions.tracks, request),
    ...(await validateLaz(request.rgbn, readKinds)),
  ];
  // Of a recording without its time nobody knows which part it is of.
  const coverage =
    request.isUpdate === true || !positions.timed
      ? []
      : gpsCoverageFindings({
          tracks: positions.tracks,
          // Logs whose times do not fit the flight are asked about for themselves.
          logs: fms.fit ? fms.logs : [],
          surveys: request.surveys,
        });
  const { recordings } = positions;
  const damage = await validateDamage(request, readFiles, recordings, specified);
  const findings = [...specified, ...damage, ...plans.shapes, ...coverage];
  const tracks = [...positions.tracks, ...fms.tracks];
  return {
    findings,
    blocked: findings.some(({ level }) => level === "blocked"),
    notes: [...fms.notes, ...overlapNotes(tracks)],
    tracks,
    plan: plans.plan,
    parts: [
      ...fms.logs.flatMap(({ path, parts }) => parts.map((part) => ({ part, by: path }))),
      ...plans.parts,
    ],
  };
}

const READ_KINDS: ReadonlySet<FileKindId> = new Set([
  "gps",
  "pos",
  "range",
  "fmsLog",
  "flightPlan",
  "laz",
]);

/** Files read at once: one by one, the waits for thousands of small files would add up. */
const CONCURRENCY = 32;
/** These are held whole in memory, and may be large. */
const ONE_BY_ONE: ReadonlySet<FileKindId> = new Set(["flightPlan"]);

function readersOf(
  files: readonly ContentFile[],
  {
    signal,
    onProgress,
    onUnreadable,
    concurrency = CONCURRENCY,
    endsAtOnce = concurrency,
  }: ValidationOptions,
): { readonly readFiles: ReadFiles; readonly readKinds: ReadKinds } {
  // Of every file its end is read, of some what the rules read too: a file counts by its readings.
  const total = files.length;
  const readings = total + files.filter(({ kind }) => READ_KINDS.has(kind)).length;
  let finished = 0;
  const reader =
    (atOnce: number): ReadFiles =>
    async (some, reading) => {
      const results = await mapConcurrently(
        some,
        async ({ source }) => {
          signal?.throwIfAborted();
          const result = await tried(source, reading, onUnreadable);
          finished += 1;
          onProgress?.({ done: Math.floor((finished * total) / readings), total });
          return result;
        },
        atOnce,
      );
      return results.flat();
    };
  return {
    readFiles: reader(endsAtOnce),
    readKinds: (kinds, read) =>
      reader(kinds.some((kind) => ONE_BY_ONE.has(kind)) ? 1 : concurrency)(
        files.filter(({ kind }) => kinds.includes(kind)),
        read,
      ),
  };
}

/** What was read of a source; nothing of one that refuses to be read, where that is told. */
async function tried<T>(
  source: FileSource,
  read: (source: FileSource) => Promise<T>,
  onUnreadable: ValidationOptions["onUnreadable"],
): Promise<readonly { readonly path: string; readonly read: T }[]> {
  const { path } = source;
  if (onUnreadable === undefined) return [{ path, read: await read(source) }];
  const told = tellingSource(source);
  try {
    return [{ path, read: await read(told.source) }];
  } catch (error) {
    // Anything but the source's own refusal is a fault of the program.
    if (!told.refused(error)) throw error;
    onUnreadable(path, error);
    return [];
  }
}

/** A source that knows the errors with which it was refused. */
function tellingSource(source: FileSource): {
  readonly source: FileSource;
  readonly refused: (error: unknown) => boolean;
} {
  const errors = new Set<unknown>();
  const read: FileSource["read"] = async (start, end) => {
    try {
      return await source.read(start, end);
    } catch (error) {
      errors.add(error);
      throw error;
    }
  };
  return {
    source: { path: source.path, size: source.size, read },
    refused: (error) => errors.has(error),
  };
}

/**
 * Results in the items' order; no item is begun after a failure. Not p-map, which begins its items
 * one tick apart: a browser reads spans that are requested in the same tick in one call.
 */
async function mapConcurrently<T, R>(
  items: readonly T[],
  work: (item: T) => Promise<R>,
  concurrency: number,
): Promise<R[]> {
  const results: R[] = [];
  let next = 0;
  const worker = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      results[at] = await work(items[at]!);
    }
  };
  const stop = (error: unknown): never => {
    next = items.length;
    throw error;
  };
  await Promise.all(Array.from({ length: concurrency }, () => worker().catch(stop)));
  return results;
}

/** A note where no GPS track shares an instant with any FMS log; the ends of a span belong to it. */
function overlapNotes(tracks: readonly Track[]): readonly Note[] {
  const gps = tracks.filter(({ kind }) => kind === "gps");
  const fms = tracks.filter(({ kind }) => kind === "fms");
  if (gps.length === 0 || fms.length === 0) return [];
  if (gps.some((a) => fms.some((b) => a.start <= b.end && b.start <= a.end))) return [];
  const message = "GPS track times do not overlap, data will be processed without splitting";
  return [{ message, files: gps.map(({ path }) => path) }];
}
