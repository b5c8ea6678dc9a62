import { plainLine } from "@swath/contract/plain-line";
import type { FolderReport, ReportedRule } from "../folder-report.ts";
import { companionsText, consequenceOf, reportNotes, ruleText } from "./report-view.ts";

const MARKS = { passed: " ok   ", warned: " warn ", failed: " FAIL " } as const;
const SHOWN_NAMES = 20;

const utc = (ms: number): string => new Date(ms).toISOString().slice(0, 19).replace("T", " ");

function ruleLines(rule: ReportedRule): readonly string[] {
  const { state, files, reasons } = rule;
  const named = (name: string, at: number): string =>
    reasons?.[at] === undefined ? name : `${name}: ${reasons[at]}`;
  return [`[${MARKS[state]}] ${ruleText(rule)}`, ...nameLines(files.map(named))];
}

function nameLines(names: readonly string[]): readonly string[] {
  return [
    ...names.slice(0, SHOWN_NAMES).map((name) => `             ${name}`),
    ...(names.length > SHOWN_NAMES ? [`             … ${names.length - SHOWN_NAMES} more`] : []),
  ];
}

/** What a report found, and what follows from it, as text; the rules that passed are left out. */
export function printedFindings(report: FolderReport): string {
  const found = report.rules.filter((rule) => rule.state !== "passed").flatMap(ruleLines);
  return [...found, ...noteLines(report), ...closingLines(report)].map(plainLine).join("\n");
}

/** A report as text: every rule with its mark, the names concerned, the spans of time. */
export function printedReport(report: FolderReport): string {
  const tracks = report.contents.tracks.map(
    ({ kind, start, end, path }) =>
      `${kind.toUpperCase()}  ${utc(start)} – ${utc(end)} UTC  ${path}`,
  );
  return [
    `${report.flightId} : ${report.sensorName} : ${report.uploadType}`,
    ...report.rules.flatMap(ruleLines),
    ...tracks,
    ...noteLines(report),
    ...closingLines(report),
  ]
    .map(plainLine)
    .join("\n");
}

function noteLines(report: FolderReport): readonly string[] {
  return reportNotes(report).flatMap(({ message, files }) =>
    [`Note: ${message}`].concat(nameLines(files)),
  );
}

function closingLines({ names, reading, state }: FolderReport): readonly string[] {
  const passedOver = companionsText(reading.companions);
  return [
    ...(passedOver === "" ? [] : [`${passedOver}.`]),
    `${names.accepted.length} valid files. ${consequenceOf(state)}`,
  ];
}
