import { factsDigest, personDigest, type SealedEntry } from "./entry-digests.ts";

/** What a seal says of its entries. */
export interface SealContent {
  readonly ids: readonly number[];
  readonly digests: Buffer;
  readonly salts: Buffer;
}

export interface EntryFault {
  readonly id: number;
  readonly fault: "changed" | "removed" | "inserted" | "renamed";
}

const FACTS = 32;
const DIGEST = 64;
const SALT = 16;

function uuidOf(bytes: Buffer): string {
  const hex = bytes.toString("hex");
  return [8, 12, 16, 20, 32].map((end, at, ends) => hex.slice(ends[at - 1] ?? 0, end)).join("-");
}

/** Whether a person may have been removed from an entry: it names one by a pseudonym that was given. */
const isPseudonymous = (entry: SealedEntry, pseudonyms: ReadonlySet<string>): boolean =>
  [entry.subject, entry.person, entry.owner, entry.ordered_by].some(
    (name) => name !== null && pseudonyms.has(name),
  );

function judge(
  entry: SealedEntry,
  { digests, salts }: SealContent,
  place: number,
  pseudonyms: ReadonlySet<string>,
): EntryFault["fault"] | undefined {
  const digest = digests.subarray(place * DIGEST, (place + 1) * DIGEST);
  if (!factsDigest(entry).equals(digest.subarray(0, FACTS))) return "changed";
  const salt = salts.subarray(place * SALT, (place + 1) * SALT);
  const isKnown = salt.every((byte) => byte === 0)
    ? isPseudonymous(entry, pseudonyms)
    : personDigest(entry, uuidOf(salt)).equals(digest.subarray(FACTS));
  return isKnown ? undefined : "renamed";
}

/** Compares the entries that a seal covers with what it says of them. */
export function judgeEntries(
  seal: SealContent,
  entries: readonly SealedEntry[],
  pseudonyms: ReadonlySet<string>,
): EntryFault[] {
  const places = new Map(seal.ids.map((id, place) => [id, place]));
  const found = new Set(entries.map(({ id }) => id));
  const removed = seal.ids.filter((id) => !found.has(id));
  const faults: EntryFault[] = removed.map((id) => ({ id, fault: "removed" }));
  for (const entry of entries) {
    const place = places.get(entry.id);
    const fault = place === undefined ? "inserted" : judge(entry, seal, place, pseudonyms);
    if (fault !== undefined) faults.push({ id: entry.id, fault });
  }
  return faults.toSorted((a, b) => a.id - b.id);
}
