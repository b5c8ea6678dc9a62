import type { Note } from "../validate-contents.ts";
import type { FolderReport, ReportedRule } from "../folder-report.ts";
import { type PlanDrawing, planDrawing } from "./plan-drawing.ts";
import { type TimeLine, timeLine } from "./time-line.ts";

/** A folder's report prepared for display, on a screen or on paper. */
export interface ReportView extends Pick<
  FolderReport,
  "flightId" | "uploadType" | "sensorName" | "state"
> {
  readonly baseFolder: string;
  readonly headline: string;
  /** The consequence for the upload (document 2, section 2, "Dialogs"). */
  readonly consequence: string;
  /** Failed first, then warned, then passed; each in the order of the rules. */
  readonly rules: readonly ReportedRule[];
  readonly goingUp: { readonly files: number; readonly bytes: number };
  readonly stayingBehind: number;
  /** Names that were not read at all, such as links that lead out of the folder. */
  readonly notRead: number;
  /** Companion files of operating systems and programs, which count for nothing. */
  readonly companions: number;
  readonly notes: readonly Note[];
  readonly timeLine: TimeLine | undefined;
  readonly plan: PlanDrawing | undefined;
}

const STATES: readonly ReportedRule["state"][] = ["failed", "warned", "passed"];

/** Prepares a report for display. */
export function reportView(report: FolderReport): ReportView {
  const { flightId, uploadType, sensorName, state, names, contents } = report;
  const files = names.accepted.length;
  return {
    flightId,
    uploadType,
    sensorName,
    state,
    baseFolder: names.baseFolder ?? "",
    headline: headline(report),
    consequence: consequenceOf(state),
    rules: STATES.flatMap((wanted) => report.rules.filter((rule) => rule.state === wanted)),
    goingUp: { files, bytes: names.accepted.reduce((sum, { size }) => sum + size, 0) },
    stayingBehind: report.fileCount - files,
    notRead: report.reading.leftOut.length,
    companions: report.reading.companions,
    notes: reportNotes(report),
    timeLine: timeLine({ ...report, tracks: contents.tracks }),
    plan: planDrawing(contents.plan),
  };
}

/** The consequence of a report for the upload. */
export const consequenceOf = (state: FolderReport["state"]): string =>
  state === "blocked"
    ? "Minimum requirements have not been met. No files can be uploaded until this is corrected."
    : "Minimum requirements have been met, all VALID files will be uploaded.";

/** The notes of a report, with the links that were followed because it was asked for. */
export function reportNotes({ contents, reading }: FolderReport): readonly Note[] {
  const { followed } = reading;
  if (followed.length === 0) return contents.notes;
  const files = followed.map(({ path, target }) => `${path} → ${target}`);
  return [...contents.notes, { message: "Links that lead out of the folder were followed", files }];
}

/** A rule in words: what holds where it passed, else its message. */
export const ruleText = ({ state, kept, message }: ReportedRule): string =>
  state === "passed" ? kept : message;

/** A line on the companion files, which are no finding; empty without any. */
export function companionsText(companions: number): string {
  return companions === 0
    ? ""
    : `${counted(companions, "companion file")} of operating systems and programs passed over`;
}

function headline({ state, rules, names }: FolderReport): string {
  const count = (wanted: ReportedRule["state"]): number =>
    rules.filter((rule) => rule.state === wanted).length;
  if (state === "valid") return "Valid";
  if (state === "warnings") return `Valid, with ${counted(count("warned"), "warning")}`;
  const problems = count("failed");
  if (problems > 0) return `Blocked by ${counted(problems, "problem")}`;
  return names.accepted.length === 0 ? "Blocked: no file can be uploaded" : "Blocked";
}

/** A count with its word: `1 file`, `2 files`. */
export function counted(count: number, word: string): string {
  return `${count.toLocaleString("en-GB")} ${word}${count === 1 ? "" : "s"}`;
}
