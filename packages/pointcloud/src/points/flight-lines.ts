import type { LineTimes, SecondTally } from "./line-times.ts";

/** Points of one flight line, over all files. */
export interface FlightLine {
  /** The source's number, else the file's name; numbered where several lines have the same. */
  readonly id: string;
  readonly sourceId: number;
  /** As recorded; null where the points have no times. */
  readonly start: number | null;
  readonly end: number | null;
  readonly points: number;
  /** Its parts by number of the file. */
  readonly parts: readonly LinePart[];
  /** Mean place of its points near the nadir, a second each, in the units of the files. */
  readonly track: readonly (readonly [x: number, y: number, z: number])[];
}

export interface LinePart {
  readonly file: number;
  readonly start: number | null;
  readonly end: number | null;
  readonly points: number;
}

interface Entry {
  readonly file: number;
  readonly tally: SecondTally;
}

type Unnamed = Omit<FlightLine, "id"> & { readonly base: string };

interface NamedTimes {
  readonly name: string;
  readonly times: Pick<LineTimes, "sources" | "untimed">;
}

/** Seconds without points after which a source's next points are another line. */
const GAP = 5;

/**
 * Flight lines of files: points of one source without a gap of more than 5 s. A source has the same
 * number in every file; where it is 0 (none), or without times, each file is for itself.
 */
export function flightLines(files: readonly NamedTimes[]): FlightLine[] {
  const lines = [...timedGroups(files).values()].flatMap(linesOf);
  for (const [file, { name, times }] of files.entries())
    for (const [sourceId, points] of times.untimed) {
      const base = sourceId === 0 ? name : `${sourceId}`;
      const span = { start: null, end: null, points };
      lines.push({ base, sourceId, ...span, parts: [{ file, ...span }], track: [] });
    }
  return named(lines);
}

interface Group {
  readonly base: string;
  readonly sourceId: number;
  readonly entries: Entry[];
}

function timedGroups(files: readonly NamedTimes[]): Map<string, Group> {
  const groups = new Map<string, Group>();
  for (const [file, { name, times }] of files.entries())
    for (const [sourceId, seconds] of times.sources) {
      const key = sourceId === 0 ? `file ${file}` : `${sourceId}`;
      const base = sourceId === 0 ? name : key;
      const group = groups.get(key) ?? { base, sourceId, entries: [] };
      groups.set(key, group);
      for (const tally of seconds.values()) group.entries.push({ file, tally });
    }
  return groups;
}

function linesOf({ base, sourceId, entries }: Group): Unnamed[] {
  const ordered = entries.toSorted((one, other) => one.tally.start - other.tally.start);
  const runs: Entry[][] = [];
  let latest = -Infinity;
  for (const entry of ordered) {
    if (entry.tally.start - latest > GAP) runs.push([]);
    runs.at(-1)?.push(entry);
    latest = Math.max(latest, entry.tally.end);
  }
  return runs.map((run) => {
    const { start, end, points } = spanOf(run);
    return { base, sourceId, start, end, points, parts: partsOf(run), track: trackOf(run) };
  });
}

function spanOf(run: readonly Entry[]): { start: number; end: number; points: number } {
  let [start, end, points] = [Infinity, -Infinity, 0];
  for (const { tally } of run) {
    start = Math.min(start, tally.start);
    end = Math.max(end, tally.end);
    points += tally.count;
  }
  return { start, end, points };
}

function partsOf(run: readonly Entry[]): LinePart[] {
  const byFile = Map.groupBy(run, ({ file }) => file);
  return [...byFile].map(([file, entries]) => {
    const { start, end, points } = spanOf(entries);
    return { file, start, end, points };
  });
}

function trackOf(run: readonly Entry[]): [number, number, number][] {
  const bySecond = Map.groupBy(run, ({ tally }) => Math.floor(tally.start));
  return [...bySecond.values()].map((entries) => {
    const near = entries.some(({ tally }) => tally.nearCount > 0);
    let [n, x, y, z] = [0, 0, 0, 0];
    for (const { tally } of entries) {
      n += near ? tally.nearCount : tally.count;
      x += near ? tally.nearX : tally.x;
      y += near ? tally.nearY : tally.y;
      z += near ? tally.nearZ : tally.z;
    }
    return [x / n, y / n, z / n];
  });
}

/** Names lines by their base, with a number where it is not theirs alone. */
function named(lines: readonly Unnamed[]): FlightLine[] {
  const result: FlightLine[] = [];
  for (const [base, same] of Map.groupBy(lines, ({ base: of }) => of))
    for (const [index, { base: _, ...line }] of same.entries())
      result.push({ id: same.length === 1 ? base : `${base}.${index + 1}`, ...line });
  return result.toSorted(
    (one, other) =>
      (one.start ?? Infinity) - (other.start ?? Infinity) || one.id.localeCompare(other.id, "en"),
  );
}
