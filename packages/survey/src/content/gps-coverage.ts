import type { FlightFacts, SurveySpan } from "../flight-facts.ts";
import type { Finding } from "../rules/rule.ts";
import { gpsToUtc } from "../gps-time.ts";
import type { FmsLine, FmsSummary } from "../readers/fms-log.ts";
import { findingsOf } from "../rules/rule-table.ts";
import { spanText } from "../utc-text.ts";
import type { Track } from "./content-request.ts";

interface Span {
  readonly start: number;
  readonly end: number;
}

interface Recorded {
  readonly surveys: FlightFacts["surveys"] | undefined;
  readonly tracks: readonly Track[];
  readonly logs: readonly (Pick<FmsSummary, "lines" | "start" | "end"> & {
    readonly path: string;
  })[];
}

/**
 * Lines of the FMS logs (of a log without any, its whole span) and sensor logs of the flight log at
 * whose time no GPS of the folder was recorded, where it was at the time of others: a flight part is
 * missing. Where it was recorded at the time of none, clocks differ or the flight is another one,
 * which other rules tell.
 */
export function gpsCoverageFindings({ tracks, logs, surveys = [] }: Recorded): Finding[] {
  const gps = joined(tracks.filter(({ kind }) => kind === "gps"));
  if (gps.length === 0) return [];
  const times = logs.flatMap(timesOf);
  const flown = times.filter((time) => !meets(time, gps));
  const logged = surveys.filter((survey) => !meets(survey, gps));
  return [
    ...findingsOf("part-fms-lines", flown.length < times.length ? ofLogs(flown) : []),
    ...findingsOf("part-survey-times", logged.length < surveys.length ? logged.map(named) : []),
  ];
}

interface FlownTime extends Span {
  readonly path: string;
  readonly isLine: boolean;
}

function timesOf({ path, lines, start, end }: Recorded["logs"][number]): readonly FlownTime[] {
  if (lines.length > 0)
    return lines.map((line) => Object.assign(utc(line), { path, isLine: true }));
  return start === undefined || end === undefined ? [] : [{ path, start, end, isLine: false }];
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
function ofLogs(times: readonly FlownTime[]): readonly string[] {
  const byLog = Map.groupBy(times, ({ path }) => path);
  return Array.from(byLog, ([path, of]) => {
    const start = of.reduce((least, line) => Math.min(least, line.start), Infinity);
    const end = of.reduce((most, line) => Math.max(most, line.end), -Infinity);
    const lines = of.filter(({ isLine }) => isLine).length;
    const count = lines === 0 ? "" : `, ${lines} ${lines === 1 ? "line" : "lines"}`;
    return `${spanText({ start, end })}${count}: ${path}`;
  });
}

const named = (survey: SurveySpan): string => `${spanText(survey)}: ${survey.id ?? "(no ID)"}`;
