import { plural, utcUnlabelled } from "../../ui/text/format.ts";

/**
 * How the text of a program becomes the lines that a person reads:
 *
 * job-pages/L1 a time at the beginning of a line stands apart, in UTC; a new day has a line of its own;
 * job-pages/L2 a word of level at the beginning is the line's level and not shown again; without one the
 *   words of the line say it, and what is indented belongs to the line above;
 * job-pages/L3 three or more lines that differ in their numbers alone are one, with the last of them; errors
 *   and warnings are never folded, nor is anything while somebody searches;
 * job-pages/L4 empty lines are left out.
 */
export const LOG_LEVELS = ["error", "warning", "info"] as const;
export type LogLevel = (typeof LOG_LEVELS)[number];

export interface LogLine {
  /** Where it begins in the log: bytes, as far as its letters are of one byte. */
  readonly index: number;
  /** `2026-03-14 06:00:05` in UTC; null without a time. */
  readonly at: string | null;
  readonly level: LogLevel;
  /** Whether it belongs to the line above. */
  readonly isMore: boolean;
  readonly text: string;
}

const TIME = /^\[?(\d{4}-\d\d-\d\d[T ]\d\d:\d\d:\d\d(?:[.,]\d+)?)(Z| ?[+-]\d\d:?\d\d)?\]?:?[ \t]+/;
const LEVEL =
  /^(?:\[(TRACE|DEBUG|INFO|NOTE|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)\][ \t:-]*|(TRACE|DEBUG|INFO|NOTE|NOTICE|WARN|WARNING|ERROR|FATAL|CRITICAL|SEVERE)(?::[ \t]*|[ \t]+-?[ \t]*))/;
const LEVEL_OF: Readonly<Record<string, LogLevel>> = {
  WARN: "warning",
  WARNING: "warning",
  ERROR: "error",
  FATAL: "error",
  CRITICAL: "error",
  SEVERE: "error",
};
/** `0 errors`, `without error` tell of none. */
const NONE = /\b(?:0|no|without(?: any)?) (?:errors?|warnings?|failures?)\b/gi;
const ERROR =
  /\b(?:errors?|exception|fatal|traceback|panic(?:ked)?|segmentation fault|out of memory|killed|cannot|could not|failed)\b/i;
const WARNING = /\b(?:warn(?:ing)?s?|deprecated|skipped|ignored)\b/i;

function timeOf([, time = "", zone = "Z"]: RegExpExecArray): string | null {
  const at = Date.parse(time.replace(" ", "T").replace(",", ".") + zone.trim());
  return Number.isNaN(at) ? null : utcUnlabelled(at);
}

function levelOf(text: string): LogLevel {
  const said = text.replaceAll(NONE, "");
  if (ERROR.test(said)) return "error";
  return WARNING.test(said) ? "warning" : "info";
}

/** The lines of a log's text, which begins at that byte of it. */
export function logLines(text: string, start = 0): readonly LogLine[] {
  const lines: LogLine[] = [];
  let next = start;
  for (const whole of text.split("\n")) {
    const index = next;
    next += whole.length + 1;
    if (whole.trim() === "") continue;
    const time = TIME.exec(whole);
    const at = time === null ? null : timeOf(time);
    const rest = at === null ? whole : whole.slice(time![0].length);
    const word = LEVEL.exec(rest);
    const above = lines.at(-1);
    const isIndented = at === null && word === null && /^[ \t]/.test(whole);
    const isMore = isIndented && above !== undefined;
    const own = word === null ? levelOf(rest) : (LEVEL_OF[word[1] ?? word[2] ?? ""] ?? "info");
    lines.push({
      index,
      at,
      level: isMore ? above.level : own,
      isMore,
      text: word === null ? rest : rest.slice(word[0].length),
    });
  }
  return lines;
}

/** The number of lines of each level, without those that belong to the line above. */
export function levelCounts(lines: readonly LogLine[]): Readonly<Record<LogLevel, number>> {
  const counts = { error: 0, warning: 0, info: 0 };
  for (const { level, isMore } of lines) if (!isMore) counts[level] += 1;
  return counts;
}

/** A line of the list: one of the log, several that are folded, or the day that those below are of. */
export type ListedLine =
  | { readonly is: "line"; readonly line: LogLine; readonly folded: number }
  | { readonly is: "day"; readonly day: string; readonly index: number };

const FOLDED_FROM = 3;
const DAY_LENGTH = 10;

/** The line without its numbers, by which repetitions are known. */
const shapeOf = ({ level, text }: LogLine): string | undefined =>
  level === "info" ? text.replaceAll(/\d+(?:[.,]\d+)*/g, "#") : undefined;

function folded(lines: readonly LogLine[]): readonly (readonly LogLine[])[] {
  const groups: LogLine[][] = [];
  let shape: string | undefined;
  for (const line of lines) {
    const own = shapeOf(line);
    if (own !== undefined && own === shape) groups.at(-1)!.push(line);
    else groups.push([line]);
    shape = own;
  }
  return groups.flatMap((group) =>
    group.length < FOLDED_FROM ? group.map((line) => [line]) : [group],
  );
}

interface Choice {
  readonly levels: ReadonlySet<LogLevel>;
  /** Whether repetitions are folded. */
  readonly folds: boolean;
}

/** The lines of the chosen levels as they are listed. */
export function listedLines(
  lines: readonly LogLine[],
  { levels, folds }: Choice,
): readonly ListedLine[] {
  const chosen = lines.filter(({ level }) => levels.has(level));
  const groups = folds ? folded(chosen) : chosen.map((line) => [line]);
  const listed: ListedLine[] = [];
  let day: string | undefined;
  for (const group of groups) {
    const line = group.at(-1)!;
    const own = line.at?.slice(0, DAY_LENGTH);
    if (own !== undefined && own !== day) {
      day = own;
      listed.push({ is: "day", day, index: line.index });
    }
    listed.push({ is: "line", line, folded: group.length - 1 });
  }
  return listed;
}

/** What is said of the lines that a line stands for. */
export const foldedInWords = (count: number): string =>
  `and ${plural(count, "line", "lines", "of a log")} like it before`;

/** Where the searched words stand in the list, by its lines; none for an empty search. */
export function foundLines(listed: readonly ListedLine[], words: string): readonly number[] {
  if (words === "") return [];
  const wanted = words.toLowerCase();
  return listed.flatMap((each, at) =>
    each.is === "line" && each.line.text.toLowerCase().includes(wanted) ? [at] : [],
  );
}

/** A text in pieces, every second of which is what was searched. */
export function piecesOf(text: string, words: string): readonly string[] {
  if (words === "") return [text];
  const pieces: string[] = [];
  const lower = text.toLowerCase();
  const wanted = words.toLowerCase();
  let from = 0;
  for (let at = lower.indexOf(wanted); at >= 0; at = lower.indexOf(wanted, from)) {
    pieces.push(text.slice(from, at), text.slice(at, at + words.length));
    from = at + words.length;
  }
  return [...pieces, text.slice(from)];
}
