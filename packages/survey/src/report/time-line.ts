import type { FlightFacts } from "../flight-facts.ts";
import { lastName } from "../rules/flight-parts.ts";
import { clockText, dayText, spanText, utcText } from "../utc-text.ts";
import type { Track } from "../content/content-request.ts";

/** A span of a row, both ends as shares of the time line's width. */
interface TimeBar {
  readonly from: number;
  readonly to: number;
  /** Which files, and when. */
  readonly title: string;
}

export interface TimeRow {
  readonly label: string;
  /** From the first start to the last end of its bars, in words. */
  readonly span: string;
  readonly bars: readonly TimeBar[];
}

/** The times of a folder beside those of its flight, all in UTC. */
export interface TimeLine {
  readonly rows: readonly TimeRow[];
  readonly ticks: readonly { readonly at: number; readonly label: string }[];
  /** Wheels up and wheels down. */
  readonly marks: readonly { readonly at: number; readonly label: string }[];
}

export interface TimeLineRequest extends Pick<FlightFacts, "wheelsUp" | "wheelsDown"> {
  readonly tracks: readonly Track[];
}

interface Span {
  readonly start: number;
  readonly end: number;
  readonly files: readonly string[];
}

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;
const STEPS = [5, 10, 15, 30, 60, 120, 180, 360, 720].map((minutes) => minutes * MINUTE);
const MOST_TICKS = 9;
/** A day's name is as wide as two of the clock's. */
const MOST_DAYS = 4;
/** Room before the first and after the last instant, as a share of the whole. */
const MARGIN = 0.04;
/** Tracks nearer than this share of the whole are drawn as one. */
const NEAREST = 0.002;

/** Lays the times out; undefined without any. */
export function timeLine(request: TimeLineRequest): TimeLine | undefined {
  const { tracks, wheelsUp, wheelsDown } = request;
  const wheels = [wheelsUp, wheelsDown].filter((time) => time !== undefined);
  const scale = scaleOf([...wheels, ...tracks.flatMap(({ start, end }) => [start, end])]);
  if (scale === undefined) return undefined;
  const ofKind = (kind: Track["kind"]): Span[] =>
    joined(
      tracks.filter((track) => track.kind === kind),
      scale.length * NEAREST,
    );
  return {
    rows: [
      ...flightRow(request, scale),
      ...rowOf("GPS", ofKind("gps"), scale),
      ...rowOf("FMS", ofKind("fms"), scale),
    ],
    ticks: ticksOf(scale),
    marks: [
      ...(wheelsUp === undefined ? [] : [{ at: scale.at(wheelsUp), label: "Wheels up" }]),
      ...(wheelsDown === undefined ? [] : [{ at: scale.at(wheelsDown), label: "Wheels down" }]),
    ],
  };
}

/** Wheels up to wheels down, or the one of them that is known. */
function flightRow({ wheelsUp, wheelsDown }: TimeLineRequest, scale: Scale): readonly TimeRow[] {
  if (wheelsUp !== undefined && wheelsDown !== undefined && wheelsUp <= wheelsDown) {
    const [row] = rowOf("Flight", [{ start: wheelsUp, end: wheelsDown, files: [] }], scale);
    return row === undefined ? [] : [{ ...row, span: `Wheels up to wheels down ${row.span}` }];
  }
  const known = [
    ...(wheelsUp === undefined ? [] : [`Wheels up ${utcText(wheelsUp)}`]),
    ...(wheelsDown === undefined ? [] : [`wheels down ${utcText(wheelsDown)}`]),
  ];
  return known.length === 0 ? [] : [{ label: "Flight", span: known.join(", "), bars: [] }];
}

interface Scale {
  readonly start: number;
  readonly length: number;
  readonly at: (time: number) => number;
}

function scaleOf(times: readonly number[]): Scale | undefined {
  let [first, last] = [Infinity, -Infinity];
  for (const time of times) {
    first = Math.min(first, time);
    last = Math.max(last, time);
  }
  if (!Number.isFinite(first) || !Number.isFinite(last)) return undefined;
  const whole = Math.max(last - first, HOUR);
  const start = first - whole * MARGIN;
  const length = whole * (1 + 2 * MARGIN);
  return { start, length, at: (time) => (time - start) / length };
}

/** Tracks in order of time; those that touch or nearly do become one span. */
function joined(tracks: readonly Track[], nearest: number): Span[] {
  const spans: { start: number; end: number; files: string[] }[] = [];
  for (const { start, end, path } of tracks.toSorted((a, b) => a.start - b.start)) {
    const last = spans.at(-1);
    if (last === undefined || start > last.end + nearest) spans.push({ start, end, files: [path] });
    else {
      last.end = Math.max(last.end, end);
      last.files.push(path);
    }
  }
  return spans;
}

function rowOf(label: string, spans: readonly Span[], scale: Scale): readonly TimeRow[] {
  const [first] = spans;
  if (first === undefined) return [];
  const end = Math.max(...spans.map((span) => span.end));
  const bars = spans.map((span) => ({
    from: scale.at(span.start),
    to: scale.at(span.end),
    title: [filesText(span.files), spanText(span)].join(" ").trim(),
  }));
  return [{ label, span: spanText({ start: first.start, end }), bars }];
}

function filesText(files: readonly string[]): string {
  const [first] = files;
  if (first === undefined) return "";
  const name = lastName(first);
  return files.length === 1 ? name : `${name} and ${files.length - 1} more`;
}

function ticksOf({ start, length, at }: Scale): TimeLine["ticks"] {
  const days = Math.ceil(length / (DAY * MOST_DAYS));
  const step = STEPS.find((candidate) => length / candidate <= MOST_TICKS) ?? days * DAY;
  const ticks: { at: number; label: string }[] = [];
  for (let time = Math.ceil(start / step) * step; time <= start + length; time += step)
    ticks.push({ at: at(time), label: step < DAY ? clockText(time) : dayText(time) });
  return ticks;
}
