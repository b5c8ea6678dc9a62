import { plainLine } from "@swath/contract/plain-line";
import type { FolderReport, ReportedRule } from "../folder-report.ts";

/** The messages name faults: of a rule that passed, none was found. */
const MARKS = { passed: " none ", warned: " warn ", failed: " FAIL " } as const;
const CLOSING = {
  valid: "Minimum requirements have been met, all VALID files will be uploaded.",
  warnings: "Minimum requirements have been met, all VALID files will be uploaded.",
  blocked:
    "Minimum requirements have not been met. No files can be uploaded until this is corrected.",
} as const;
const SHOWN_NAMES = 20;

const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

function ruleLines({ state, message, files, reasons }: ReportedRule): readonly string[] {
  const named = (name: string, at: number): string =>
    reasons?.[at] === undefined ? name : `${name}: ${reasons[at]}`;
  return [
    `[${MARKS[state]}] ${message}`,
    ...files.slice(0, SHOWN_NAMES).map((name, at) => `             ${named(name, at)}`),
    ...(files.length > SHOWN_NAMES ? [`             … ${files.length - SHOWN_NAMES} more`] : []),
  ];
}

/** What a report found, and what follows from it, as text; the rules that passed are left out. */
export function printedFindings({ rules, names, state }: FolderReport): string {
  const found = rules.filter((rule) => rule.state !== "passed").flatMap(ruleLines);
  return [...found, `${names.accepted.length} valid files. ${CLOSING[state]}`]
    .map(plainLine)
    .join("\n");
}

/** A report as text: every rule with its mark, the names concerned, the spans of time. */
export function printedReport(report: FolderReport): string {
  const { names, contents } = report;
  const rules = report.rules.flatMap(ruleLines);
  const tracks = contents.tracks.map(
    ({ kind, start, end, path }) =>
      `${kind.toUpperCase()}  ${utc(start)} – ${utc(end)} UTC  ${path}`,
  );
  const notes = contents.notes.map(({ message }) => `Note: ${message}`);
  return [
    `${report.flightId} : ${report.sensorName} : ${report.uploadType}`,
    ...rules,
    ...tracks,
    ...notes,
    `${names.accepted.length} valid files. ${CLOSING[report.state]}`,
  ]
    .map(plainLine)
    .join("\n");
}
