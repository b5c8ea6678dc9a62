import type { ContentRequest, Note, Track, Visit } from "./content-request.ts";
import type { Finding } from "../finding.ts";
import { type FmsSummary, readFmsLog } from "../readers/fms-log.ts";
import { concerning } from "./findings.ts";

/** From this difference on, a log's times are called into question: 2 h. */
const FMS_TOLERANCE_MS = 7_200_000;

interface Log extends FmsSummary {
  readonly path: string;
}

/** Holds the projects of the FMS logs against the flight's, and their times against wheels up and down. */
export async function checkFms(
  request: Pick<ContentRequest, "projectIds" | "wheelsUp" | "wheelsDown">,
  visit: Visit,
): Promise<{
  readonly findings: readonly Finding[];
  readonly tracks: readonly Track[];
  readonly notes: readonly Note[];
}> {
  const files = await visit(["fmsLog"], readFmsLog);
  const logs = files.flatMap(({ path, read }): Log[] => (read.ok ? [{ path, ...read }] : []));
  const tracks = logs.flatMap(({ path, start, end }): Track[] =>
    start === undefined || end === undefined ? [] : [{ kind: "fms", path, start, end }],
  );
  const untimed = logs.filter(({ start }) => start === undefined).map(({ path }) => path);
  const notes = [{ message: "No times could be read in FMS logs", files: untimed }];
  return {
    findings: [...projectFindings(logs, request.projectIds), ...timeFindings(tracks, request)],
    tracks,
    notes: untimed.length === 0 ? [] : notes,
  };
}

function projectFindings(logs: readonly Log[], projectIds: readonly string[]): Finding[] {
  const expected = new Set(projectIds);
  const silent = logs.filter((log) => log.projectIds.length === 0);
  const findings = [...concerning("content-fms-no-project", pathsOf(silent))];
  if (expected.size === 0 || logs.length === 0) return findings;
  const known = (log: Log): number => log.projectIds.filter((id) => expected.has(id)).length;
  const speaking = logs.filter((log) => log.projectIds.length > 0);
  const strange = speaking.filter((log) => known(log) === 0);
  const mixed = speaking.filter((log) => known(log) > 0 && known(log) < log.projectIds.length);
  const logged = new Set(logs.flatMap((log) => log.projectIds));
  return [
    ...findings,
    ...concerning("content-fms-none-expected", pathsOf(strange)),
    ...concerning("content-fms-unexpected", pathsOf(mixed)),
    ...concerning(
      "content-fms-missing",
      [...expected].filter((id) => !logged.has(id)),
    ),
  ];
}

/** The earliest start is held against wheels up, the latest end against wheels down. */
function timeFindings(
  tracks: readonly Track[],
  { wheelsUp, wheelsDown }: Pick<ContentRequest, "wheelsUp" | "wheelsDown">,
): Finding[] {
  const first = tracks.toSorted((a, b) => a.start - b.start)[0];
  const last = tracks.toSorted((a, b) => b.end - a.end)[0];
  const early = first !== undefined && apart(first.start, wheelsUp) ? [first.path] : [];
  const late = last !== undefined && apart(last.end, wheelsDown) ? [last.path] : [];
  return [...concerning("content-fms-start", early), ...concerning("content-fms-end", late)];
}

function apart(time: number, reference: number | undefined): boolean {
  return reference !== undefined && Math.abs(time - reference) >= FMS_TOLERANCE_MS;
}

const pathsOf = (logs: readonly Log[]): readonly string[] => logs.map(({ path }) => path);
