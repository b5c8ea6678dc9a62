import { z } from "zod";
import { sourceFile } from "./receipt.ts";
import { moveReasonSchema } from "./upload.ts";

/** Most files that are named to be brought back; all of a replacement need no names. */
export const MAX_NAMED_FILES = 5_000;

export const replacementIdSchema = z.coerce.number<string>().int().positive();

/** What one update put aside, or one bringing back. */
const replacementSchema = z.object({
  id: z.int().positive(),
  at: z.iso.datetime(),
  user: z.string().nullable(),
  /** Whether it brought earlier files back, and was no update. */
  broughtBack: z.boolean(),
  /** Files that are kept of it, and their bytes. */
  files: z.int().nonnegative(),
  bytes: z.int().nonnegative(),
  keptUntil: z.iso.datetime(),
  /** What it could not bring back; null where it could, or was an update. */
  fault: z.string().nullable(),
});
export type Replacement = z.infer<typeof replacementSchema>;

/** The replacements of an upload's data that files are kept of, latest first. */
export const replacementsSchema = z.object({
  replacements: z.array(replacementSchema),
  /** Files that are being brought back now, and how many of them stand; null where none are. */
  bringingBack: z
    .object({ files: z.int().nonnegative(), standing: z.int().nonnegative() })
    .nullable(),
});

export const replacedFilesSchema = z.object({ files: z.array(z.object(sourceFile)) });
export type ReplacedFile = z.infer<typeof replacedFilesSchema>["files"][number];

export const bringBackBodySchema = z.strictObject({
  /** Which files; absent: all of the replacement. */
  paths: z.array(sourceFile.path).min(1).max(MAX_NAMED_FILES).optional(),
  /** Why, where the data is another's. */
  reason: moveReasonSchema.optional(),
});
