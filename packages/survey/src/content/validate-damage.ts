import { type ContentRequest, pathsOf, type ReadFiles } from "./content-request.ts";
import type { Finding } from "../rules/rule.ts";
import type { Damage, DamageKind } from "../readers/damage/damage.ts";
import { readDamage } from "../readers/damage/read-damage.ts";
import { type Recording, seriesDamage, seriesOf } from "../readers/applanix/series-damage.ts";
import { findingsOf } from "../rules/rule-table.ts";

const RULES = {
  cutOff: "content-cut-off",
  zeros: "content-zeros",
  contradiction: "content-contradiction",
} as const satisfies Record<DamageKind, string>;

interface Damaged {
  readonly path: string;
  readonly damage: Damage;
}

/**
 * Judges every file by its end and by what it says of itself, and the recordings of a series together.
 * What a rule of the specification found unreadable is named by that alone.
 */
export async function validateDamage(
  { files }: Pick<ContentRequest, "files">,
  readFiles: ReadFiles,
  recordings: readonly Recording[],
  found: readonly Finding[],
): Promise<readonly Finding[]> {
  const named = new Set(
    found.filter(({ rule }) => UNREADABLE.has(rule)).flatMap((finding) => finding.files),
  );
  const read = await readFiles(files, readDamage);
  const own = read.flatMap(({ path, read: damage }): Damaged[] =>
    damage === undefined || named.has(path) ? [] : [{ path, damage }],
  );
  const judged = new Set([...named, ...pathsOf(own)]);
  const inSeries = seriesOf(recordings)
    .flatMap(seriesDamage)
    .filter(({ path }) => !judged.has(path));
  return Object.entries(RULES).flatMap(([kind, rule]) => {
    const damaged = [...own, ...inSeries].filter(({ damage }) => damage.kind === kind);
    const reasons = damaged.map(({ damage }) => damage.reason);
    return findingsOf(rule, pathsOf(damaged), reasons);
  });
}

/** Rules by which a file is unreadable as a whole. */
const UNREADABLE: ReadonlySet<string> = new Set([
  "content-laser-unreadable",
  "content-pos-unreadable",
  "content-flight-plan",
  "content-laz-header",
]);
