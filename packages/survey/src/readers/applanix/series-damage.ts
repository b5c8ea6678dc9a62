import { joinedBytes } from "../../bytes.ts";
import { contradiction, cutOff, type Damage, isZero } from "../damage/damage.ts";
import { lastName } from "../../rules/flight-parts.ts";
import type { PosSummary } from "./applanix.ts";
import { ApplanixScanner } from "./applanix-scanner.ts";

/** A recording of a series, in its order; `pos` is undefined where it could not be read. */
export interface Recording {
  readonly path: string;
  readonly pos: Pick<PosSummary, "before" | "behind"> | undefined;
}

/** A recording that is damaged. */
export interface DamagedRecording {
  readonly path: string;
  readonly damage: Damage;
}

const NUMBERED = /^(.*)\.(\d{3})$/;

/** A path without its number, and the number; -1 where it has none. */
function numbered(path: string): { readonly stem: string; readonly number: number } {
  const [, stem = path, digits] = NUMBERED.exec(path) ?? [];
  return { stem, number: digits === undefined ? -1 : Number(digits) };
}

/** Runs of recordings of one name in one folder whose numbers follow one another. */
function runsOf(recordings: readonly Recording[]): Recording[][] {
  const runs: Recording[][] = [];
  let before = numbered("");
  for (const recording of recordings.toSorted((a, b) => (a.path < b.path ? -1 : 1))) {
    const own = numbered(recording.path);
    const goesOn = own.number > 0 && own.stem === before.stem && own.number === before.number + 1;
    if (goesOn) runs.at(-1)!.push(recording);
    else runs.push([recording]);
    before = own;
  }
  return runs;
}

/**
 * The recordings of each series in their order. A series may go on in another folder, where one run
 * alone ends before a number and one alone begins with it: copies of a series are series of their own.
 */
export function seriesOf(recordings: readonly Recording[]): readonly (readonly Recording[])[] {
  const runs = runsOf(recordings);
  /** Key of a run: name and number of its first file, or of the file that would follow its last. */
  const at = (recording: Recording, after: 0 | 1): string => {
    const { stem, number } = numbered(lastName(recording.path));
    return `${stem}.${number + after}`;
  };
  const beginning = Map.groupBy(runs, (run) => at(run[0]!, 0));
  const followed = Map.groupBy(runs, (run) => at(run.at(-1)!, 1));
  const joined = new Map<Recording[], Recording[]>();
  for (const [place, [run, ...others]] of beginning) {
    const [before, ...more] = followed.get(place) ?? [];
    if (before === undefined || others.length + more.length > 0) continue;
    if (numbered(run![0]!.path).number > 0) joined.set(before, run!);
  }
  const later = new Set(joined.values());
  const wholeOf = (run: Recording[]): readonly Recording[] => {
    const next = joined.get(run);
    return next === undefined ? run : run.concat(wholeOf(next));
  };
  return runs.filter((run) => !later.has(run)).map(wholeOf);
}

/**
 * Judges the recordings of one series without gaps. A recorder may start the next file within a
 * record: the end of one file and the beginning of the next then make whole records. The last file
 * must end with a whole record.
 */
export function seriesDamage(recordings: readonly Recording[]): readonly DamagedRecording[] {
  return recordings.flatMap(({ path, pos }, at): DamagedRecording[] => {
    if (pos === undefined) return [];
    const next = recordings[at + 1];
    if (next === undefined) {
      const damage = endDamage(pos);
      return damage === undefined ? [] : [{ path, damage }];
    }
    if (next.pos === undefined || areRecords(pos.behind, next.pos.before)) return [];
    const name = lastName(next.path);
    if (pos.behind.length > 0)
      return [
        { path, damage: cutOff(`it ends within a record, with which ${name} does not go on`) },
      ];
    const reason = `it begins within a record, with which ${lastName(path)} does not end`;
    return [{ path: next.path, damage: contradiction(reason) }];
  });
}

/** The damage of a recording that no other follows. */
export function endDamage({ behind }: Pick<PosSummary, "behind">): Damage | undefined {
  // Some zeros behind a whole record are padding; of many the end of the file tells.
  return isZero(behind)
    ? undefined
    : cutOff(`it ends within a record: ${behind.length} bytes follow its last whole record`);
}

/** Whether the two together are whole records and nothing else. */
function areRecords(one: Uint8Array, other: Uint8Array): boolean {
  const bytes = joinedBytes([one, other]);
  let end = 0;
  new ApplanixScanner().push(bytes, true, (record) => {
    if (record.start === end) end = record.end;
  });
  return end === bytes.length;
}
