import { contradiction, cutOff, type Damage, isZero } from "../damage/damage.ts";
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

const nameOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1);

/**
 * Judges the recordings of one series, of which none is missing. A recorder begins the next file
 * anywhere, also within a record: what one file ends with and the next begins with are whole records.
 * The last file ends with a whole record.
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
    const name = nameOf(next.path);
    if (pos.behind.length > 0)
      return [
        { path, damage: cutOff(`it ends within a record, with which ${name} does not go on`) },
      ];
    const reason = `it begins within a record, with which ${nameOf(path)} does not end`;
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
  const bytes = new Uint8Array(one.length + other.length);
  bytes.set(one);
  bytes.set(other, one.length);
  let end = 0;
  new ApplanixScanner().push(bytes, true, (record) => {
    if (record.start === end) end = record.end;
  });
  return end === bytes.length;
}
