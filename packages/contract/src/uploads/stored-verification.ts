import { z } from "zod";
import { filePathSchema } from "./paths.ts";
import { earliest as earliestOf } from "./receipt.ts";

/** What a reading of a stored file found wrong with it, by what was sealed. */
export const STORED_FAULTS = ["missing", "size", "content"] as const;
export type StoredFault = (typeof STORED_FAULTS)[number];

/** Older than this a reading says little of today, in milliseconds: 24 hours. */
const READING_OLD_MS = 86_400_000;

/** Most damaged files that are named. */
export const MAX_NAMED_DAMAGED = 1_000;

const count = z.int().nonnegative();

/** One order to read every stored file of an upload and compare it with what was sealed. */
const verificationSchema = z.object({
  /** `replaced`: the data was changed meanwhile, so that the reading says nothing of it. */
  state: z.enum(["waiting", "reading", "read", "cancelled", "replaced"]),
  ordered: z.iso.datetime(),
  by: z.string(),
  /** Orders that are read before this one while it waits. */
  ahead: count,
  begun: z.iso.datetime().nullable(),
  ended: z.iso.datetime().nullable(),
  cancelledBy: z.string().nullable(),
  files: count,
  /** Bytes read, of the bytes in all places. */
  bytes: count,
  totalBytes: count,
  /** Files that were found damaged when it ended. */
  damaged: count,
  /** Places in cold storage, which were not read. */
  cold: count,
  mayCancel: z.boolean(),
});
export type StoredVerification = z.infer<typeof verificationSchema>;

/** A stored file that is not as it was sealed, by the latest reading of it. */
const damagedFileSchema = z.object({
  path: filePathSchema,
  bucket: z.string(),
  fault: z.enum(STORED_FAULTS),
  found: z.iso.datetime(),
});

/** The latest order for an upload, and what readings of any kind have found damaged of it. */
export const storedVerificationSchema = z.object({
  latest: verificationSchema.nullable(),
  damaged: z.array(damagedFileSchema).max(MAX_NAMED_DAMAGED),
  /** How many places of files are damaged; `damaged` names the first of them. */
  damagedPlaces: count,
});
export type StoredVerifications = z.infer<typeof storedVerificationSchema>;

/** When the files of data that is ready were last read, all together. */
export interface LastReading {
  /** Of the file that was read longest ago; null where none was read. */
  readonly earliest: string | null;
  readonly latest: string | null;
  /** Files of which no reading is known since they were stored. */
  readonly unread: number;
  /** Whether it is too long ago to say how they are today. */
  readonly isOld: boolean;
}

/** A stored file, or one of a receipt. */
interface Read {
  readonly places: readonly { readonly read?: string | null | undefined }[];
}

/** Sums up the readings of files, each as it was read in the place that was read longest ago. */
export function lastReading(files: readonly Read[], now: number): LastReading {
  let [earliest, latest]: [string | null, string | null] = [null, null];
  let unread = 0;
  for (const { places } of files) {
    const first = earliestOf(places.map(({ read }) => read));
    if (first === null) {
      unread += 1;
      continue;
    }
    if (earliest === null || first < earliest) earliest = first;
    if (latest === null || first > latest) latest = first;
  }
  const isOld = unread > 0 || (earliest !== null && now - Date.parse(earliest) > READING_OLD_MS);
  return { earliest, latest, unread, isOld };
}

/** What people read of it, with times written by `write`. */
export function lastReadingWords(
  { earliest, latest, unread }: LastReading,
  files: number,
  write: (at: string) => string,
): string {
  if (earliest === null || latest === null)
    return "The server has not read these files since they were stored, as far as it knows.";
  const [from, to] = [write(earliest), write(latest)];
  const when = from === to ? `on ${from}` : `between ${from} and ${to}`;
  if (unread === 0) return `The server last read every file, and found it as sealed, ${when}.`;
  const rest = unread === 1 ? "1 file was" : `${unread} files were`;
  return `The server last read ${files - unread} of ${files} files, and found them as sealed, ${when}; ${rest} not read since being stored, as far as it knows.`;
}
