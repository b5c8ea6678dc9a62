import { SECRETS, SETTINGS } from "./settings.ts";

type Environment = Readonly<Record<string, string | undefined>>;

const known: ReadonlySet<string> = new Set(SETTINGS.map(({ name }) => name));

/** Names of other programs of the product: of the build, the command line, and our tools. */
const OTHERS: ReadonlySet<string> = new Set([
  "SWATH_BUILD_BRANCH",
  "SWATH_SERVER",
  "SWATH_URL",
  "SWATH_TOKEN",
  "SWATH_SEED",
]);
const OURS = /^(SWATH|OIDC|S3|JIRA)_/;
const TESTS = /^SWATH_(TEST|TASK)_/;

/** A variable that looks like one of ours and is none. */
export interface UnknownSetting {
  readonly name: string;
  /** The one that was meant, by its spelling. */
  readonly meant: string | undefined;
}

/** Variables of the environment that nothing reads though their names begin as ours. */
export function unknownSettings(environment: Environment): UnknownSetting[] {
  return Object.keys(environment)
    .filter((name) => !known.has(name) && !SECRETS.has(name.replace(/_FILE$/, "")))
    .flatMap((name) => {
      const isOurs = OURS.test(name) && !OTHERS.has(name) && !TESTS.test(name);
      // Of other names those are told that are all but one of ours, such as `SLURM_PARTITON`.
      const meant = nearest(name, isOurs ? MOST_EDITS : 1);
      return isOurs || (meant !== undefined && name.includes("_")) ? [{ name, meant }] : [];
    })
    .toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

const MOST_EDITS = 3;

function nearest(name: string, most: number): string | undefined {
  const found = [...known]
    .map((other) => ({ other, edits: editsBetween(name, other) }))
    .filter(({ edits }) => edits <= most)
    .toSorted((a, b) => a.edits - b.edits);
  return found[0]?.other;
}

/** Letters to put in, leave out or change that lead from one word to another (Levenshtein). */
function editsBetween(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, at) => at);
  for (let i = 1; i <= a.length; i++) {
    const next = [i];
    for (let j = 1; j <= b.length; j++) {
      const changed = (row[j - 1] ?? 0) + (a[i - 1] === b[j - 1] ? 0 : 1);
      next.push(Math.min(changed, (row[j] ?? 0) + 1, (next[j - 1] ?? 0) + 1));
    }
    row = next;
  }
  return row[b.length] ?? 0;
}
