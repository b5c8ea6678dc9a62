import type { FlightFacts, SurveySpan } from "../flight-facts.ts";
import type { Finding } from "../finding.ts";
import { gpsToUtc } from "../gps-time.ts";
import type { FmsLine } from "../readers/fms-lines.ts";
import { findingsOf } from "../rules/rule-table.ts";
import type { Track } from "./content-request.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Recorded {
  readonly surveys: FlightFacts["surveys"] | undefined;
  readonly tracks: readonly Track[];
  readonly logs: readonly { readonly path: string; readonly lines: readonly FmsLine[] }[];
}

/**
 * Lines of the FMS logs and sensor logs of the flight log at whose time no GPS of the folder was
 * recorded, where it was at the time of others: a flight part is missing. Where it was recorded at
 * the time of none, clocks differ or the flight is another one, which other rules tell.
 */
export function gpsCoverageFindings({ tracks, logs, surveys = [] }: Recorded): Finding[] {
  const gps = joined(tracks.filter(({ kind }) => kind === "gps"));
  if (gps.length === 0) return [];
  const lines = logs.flatMap(({ path, lines: all }) => all.map((line) => ({ path, ...utc(line) })));
  const flown = lines.filter((line) => !meets(line, gps));
  const logged = surveys.filter((survey) => !meets(survey, gps));
  return [
    ...findingsOf("part-fms-lines", flown.length < lines.length ? ofLogs(flown) : []),
    ...findingsOf("part-survey-times", logged.length < surveys.length ? logged.map(named) : []),
  ];
}

const utc = ({ week, start, end }: FmsLine): Span => ({
  start: gpsToUtc({ week, seconds: start }),
  end: gpsToUtc({ week, seconds: end }),
});

/** Spans in order, those joined that share an instant. */
function joined(spans: readonly Span[]): readonly Span[] {
  const all: { start: number; end: number }[] = [];
  for (const { start, end } of spans.toSorted((a, b) => a.start - b.start)) {
    const last = all.at(-1);
    if (last !== undefined && start <= last.end) last.end = Math.max(last.end, end);
    else all.push({ start, end });
  }
  return all;
}

/** Whether a span shares an instant with any of the others, which are in order and apart. */
function meets({ start, end }: Span, others: readonly Span[]): boolean {
  let [from, to] = [0, others.length];
  while (from < to) {
    const middle = (from + to) >> 1;
    if (others[middle]!.end < start) from = middle + 1;
    else to = middle;
  }
  const next = others[from];
  return next !== undefined && next.start <= end;
}

/** One name for each log, with the number of its lines and their time. */
function ofLogs(lines: readonly (Span & { readonly path: string })[]): readonly string[] {
  const byLog = Map.groupBy(lines, ({ path }) => path);
  return Array.from(byLog, ([path, of]) => {
    const start = of.reduce((least, line) => Math.min(least, line.start), Infinity);
    const end = of.reduce((most, line) => Math.max(most, line.end), -Infinity);
    const count = `${of.length} ${of.length === 1 ? "line" : "lines"}`;
    return `${spanText({ start, end })}, ${count}: ${path}`;
  });
}

const named = (survey: SurveySpan): string => `${spanText(survey)}: ${survey.id ?? "(no ID)"}`;

function spanText({ start, end }: Span): string {
  const [day, from] = minuteText(start);
  const [lastDay, to] = minuteText(end);
  return `${day} ${from} – ${lastDay === day ? "" : `${lastDay} `}${to} UTC`;
}

const LATEST_MS = 8.64e15;

function minuteText(ms: number): readonly [day: string, time: string] {
  const text = new Date(Math.min(Math.max(ms, -LATEST_MS), LATEST_MS)).toISOString();
  const time = text.indexOf("T");
  return [text.slice(0, time), text.slice(time + 1, time + 6)];
}
