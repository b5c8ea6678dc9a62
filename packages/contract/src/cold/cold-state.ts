import { z } from "zod";

/** How fast objects are restored from cold storage; Bulk costs less. */
export const RESTORE_TIERS = /* code */ ["Standard", "Bulk"] as const;
export type RestoreTier = (typeof RESTORE_TIERS)[number];

type Hours = readonly [shortest: number, longest: number];

/**
 * Storage classes whose objects cannot be read until they are restored, with the hours that a restore takes by
 * its tier: Amazon S3 User Guide, "Understanding archive retrieval options" (one figure where it says "within").
 * Objects of INTELLIGENT_TIERING are cold only in its archive tiers; the hours are those of the deepest.
 */
const RESTORE_HOURS: Readonly<Record<string, Readonly<Record<RestoreTier, Hours>>>> = {
  GLACIER: { Standard: [3, 5], Bulk: [5, 12] },
  DEEP_ARCHIVE: { Standard: [12, 12], Bulk: [48, 48] },
  INTELLIGENT_TIERING: { Standard: [12, 12], Bulk: [48, 48] },
};

/** Classes all of whose objects are cold until they are restored. */
export const COLD_CLASSES: ReadonlySet<string> = new Set(["GLACIER", "DEEP_ARCHIVE"]);

/** Most days for which a restored copy is kept by one order. */
export const MAX_RESTORE_DAYS = 365;

const coldStateSchema = z.enum(["cold", "restoring", "restored"]);

/** Whether an object of a cold class can be read, and what is known of its restore. Instants are ISO 8601, UTC. */
export const coldFactsSchema = z.object({
  state: coldStateSchema,
  storageClass: z.string().nullable(),
  /** When the restore was ordered, and its tier; null where it was not ordered in Swath. */
  since: z.iso.datetime().nullable(),
  tier: z.enum(RESTORE_TIERS).nullable(),
  /** Until when a restored object can be read. */
  until: z.iso.datetime().nullable(),
});
export type ColdFacts = z.infer<typeof coldFactsSchema>;

/** Whether what is known of an object says that it can be read now. */
export const canRead = (cold: ColdFacts | undefined): boolean =>
  cold === undefined || cold.state === "restored";

const HOUR_MS = 3_600_000;

/** `Restoring`, with the time that is left by {@link RESTORE_HOURS}; `now` in milliseconds since 1970. */
function restoringText({ storageClass, since, tier }: ColdFacts, now: number): string {
  const hours = RESTORE_HOURS[storageClass ?? ""];
  if (hours === undefined) return /* text */ "Restoring";
  const [shortest, longest] = hours[tier ?? "Bulk"];
  if (since === null) return `Restoring, ready within ${longest} h`;
  const passed = Math.max(0, now - Date.parse(since)) / HOUR_MS;
  const usual = (shortest + longest) / 2;
  if (passed < usual) return `Restoring, ready in about ${Math.ceil(usual - passed)} h`;
  if (passed < longest) return `Restoring, ready within ${Math.ceil(longest - passed)} h`;
  return "Restoring, later than usual";
}

/** What people read of an object of a cold class; `write` writes an instant. */
export function coldText(facts: ColdFacts, now: number, write: (at: string) => string): string {
  if (facts.state === "cold") return "In cold storage";
  if (facts.state === "restoring") return restoringText(facts, now);
  return facts.until === null
    ? "Restored from cold storage"
    : `Restored until ${write(facts.until)}`;
}
