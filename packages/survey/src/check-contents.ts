import { checkFms } from "./content/check-fms.ts";
import { checkLaz } from "./content/check-laz.ts";
import { checkPlans } from "./content/check-plans.ts";
import { checkSensor } from "./content/check-sensor.ts";
import { checkLasers, checkPositions } from "./content/check-serials.ts";
import type { ContentFile, ContentRequest, Note, Track, Visit } from "./content/content-request.ts";
import { overlapNotes } from "./content/tracks.ts";
import type { Finding } from "./finding.ts";
import type { KmlPath } from "./readers/kml-outline.ts";
import type { FileKindId } from "./rules/file-kinds.ts";
import { CONTENT_RULES } from "./rules/content-rules.ts";

export type { ContentFile, ContentRequest, Note } from "./content/content-request.ts";

/** What the contents of a folder come to. */
export interface ContentVerdict {
  /** In the order of the content rules, which is that of the dialogs. */
  readonly findings: readonly Finding[];
  readonly blocked: boolean;
  readonly notes: readonly Note[];
  readonly tracks: readonly Track[];
  /** The flight lines of the readable flight plans. */
  readonly plan: readonly KmlPath[];
}

/** How far a check came. */
interface ContentProgress {
  readonly checked: number;
  readonly total: number;
}

/** What is done beside reading: ends early by the signal (throws its reason), tells how far it is. */
export interface ContentCourse {
  readonly signal?: AbortSignal;
  readonly onProgress?: (progress: ContentProgress) => void;
}

const ORDER: ReadonlyMap<string, number> = new Map(CONTENT_RULES.map((rule, i) => [rule.id, i]));

/**
 * Checks what the files of a folder hold (document 2, section 5), reading no more of them than it
 * needs. Rejects only where a source cannot be read.
 */
export async function checkContents(
  request: ContentRequest,
  course: ContentCourse = {},
): Promise<ContentVerdict> {
  const visit = visitor(request.files, course);
  const positions = await checkPositions(request, visit);
  const fms = await checkFms(request, visit);
  const plans = await checkPlans(visit);
  const findings = [
    ...checkSensor(request),
    ...(await checkLasers(request, visit)),
    ...positions.findings,
    ...plans.findings,
    ...fms.findings,
    ...(await checkLaz(request.rgbn, visit)),
  ].toSorted((a, b) => (ORDER.get(a.rule) ?? 0) - (ORDER.get(b.rule) ?? 0));
  const tracks = [...positions.tracks, ...fms.tracks];
  return {
    findings,
    blocked: findings.some(({ level }) => level === "blocked"),
    notes: [...fms.notes, ...overlapNotes(tracks)],
    tracks,
    plan: plans.plan,
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

/** Files read at once: of thousands of small ones the waiting would take longer than the reading. */
const AT_ONCE = 32;
/** These are held whole, and may be large. */
const ONE_BY_ONE: ReadonlySet<FileKindId> = new Set(["flightPlan"]);

function visitor(files: readonly ContentFile[], { signal, onProgress }: ContentCourse): Visit {
  const total = files.filter(({ kind }) => READ_KINDS.has(kind)).length;
  let checked = 0;
  return (kinds, read) => {
    const wanted = files.filter(({ kind }) => kinds.includes(kind));
    const atOnce = kinds.some((kind) => ONE_BY_ONE.has(kind)) ? 1 : AT_ONCE;
    return inLanes(wanted, atOnce, async ({ source }) => {
      signal?.throwIfAborted();
      const answer = { path: source.path, read: await read(source) };
      checked += 1;
      onProgress?.({ checked, total });
      return answer;
    });
  };
}

/** Does the work on each item, some at once; answers in the items' order, and stops at a failure. */
async function inLanes<T, A>(
  items: readonly T[],
  lanes: number,
  work: (item: T) => Promise<A>,
): Promise<A[]> {
  const answers: A[] = [];
  let next = 0;
  const lane = async (): Promise<void> => {
    while (next < items.length) {
      const at = next++;
      answers[at] = await work(items[at]!);
    }
  };
  const stop = (error: unknown): never => {
    next = items.length;
    throw error;
  };
  await Promise.all(Array.from({ length: lanes }, () => lane().catch(stop)));
  return answers;
}
