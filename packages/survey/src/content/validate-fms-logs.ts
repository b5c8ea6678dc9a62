import {
  type ContentRequest,
  type Note,
  pathsOf,
  type ReadKinds,
  type Track,
} from "./content-request.ts";
import type { Finding } from "../rules/rule.ts";
import { type FmsSummary, readFmsLog } from "../readers/fms-log.ts";
import { findingsOf } from "../rules/rule-table.ts";

/** A difference of 2 h or more is a finding. */
const FMS_TOLERANCE_MS = 7_200_000;

export interface FmsLogFile extends FmsSummary {
  readonly path: string;
}

/** Compares the projects of the FMS logs with the flight's, and their times with wheels up and down. */
export async function validateFmsLogs(
  request: Pick<ContentRequest, "projectIds" | "wheelsUp" | "wheelsDown">,
  readKinds: ReadKinds,
): Promise<{
  readonly findings: readonly Finding[];
  readonly tracks: readonly Track[];
  readonly notes: readonly Note[];
  readonly logs: readonly FmsLogFile[];
  /** Whether their times fit the flight's. */
  readonly fit: boolean;
}> {
  const files = await readKinds(["fmsLog"], readFmsLog);
  const logs = files.flatMap(({ path, read }): FmsLogFile[] =>
    read.ok ? [{ path, ...read }] : [],
  );
  const tracks = logs.flatMap(({ path, start, end }): Track[] =>
    start === undefined || end === undefined ? [] : [{ kind: "fms", path, start, end }],
  );
  const untimed = pathsOf(logs.filter(({ start }) => start === undefined));
  const notes = [{ message: "No times could be read in FMS logs", files: untimed }];
  const ofTimes = timeFindings(tracks, request);
  return {
    findings: [...projectFindings(logs, request.projectIds), ...ofTimes],
    fit: ofTimes.length === 0,
    tracks,
    logs,
    notes: untimed.length === 0 ? [] : notes,
  };
}

function projectFindings(logs: readonly FmsLogFile[], projectIds: readonly string[]): Finding[] {
  const expected = new Set(projectIds);
  const unnamed = logs.filter((log) => log.projectIds.length === 0);
  const findings = [...findingsOf("content-fms-no-project", pathsOf(unnamed))];
  if (expected.size === 0 || logs.length === 0) return findings;
  const known = (log: FmsLogFile): number => log.projectIds.filter((id) => expected.has(id)).length;
  const naming = logs.filter((log) => log.projectIds.length > 0);
  const unexpected = naming.filter((log) => known(log) === 0);
  const mixed = naming.filter((log) => known(log) > 0 && known(log) < log.projectIds.length);
  const logged = new Set(logs.flatMap((log) => log.projectIds));
  return [
    ...findings,
    ...findingsOf("content-fms-none-expected", pathsOf(unexpected)),
    ...findingsOf("content-fms-unexpected", pathsOf(mixed)),
    ...findingsOf(
      "content-fms-missing",
      [...expected].filter((id) => !logged.has(id)),
    ),
  ];
}

/** The earliest start is compared with wheels up, the latest end with wheels down. */
function timeFindings(
  tracks: readonly Track[],
  { wheelsUp, wheelsDown }: Pick<ContentRequest, "wheelsUp" | "wheelsDown">,
): Finding[] {
  const first = tracks.toSorted((a, b) => a.start - b.start)[0];
  const last = tracks.toSorted((a, b) => b.end - a.end)[0];
  const early = first !== undefined && apart(first.start, wheelsUp) ? [first.path] : [];
  const late = last !== undefined && apart(last.end, wheelsDown) ? [last.path] : [];
  return [...findingsOf("content-fms-start", early), ...findingsOf("content-fms-end", late)];
}

function apart(time: number, reference: number | undefined): boolean {
  return reference !== undefined && Math.abs(time - reference) >= FMS_TOLERANCE_MS;
}
