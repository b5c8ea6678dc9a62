import { z } from "zod";
import { INSTRUMENT_KINDS } from "./instrument-files.ts";

/** One instrument file of a record; the name is known where it was uploaded here. */
const fileFactsSchema = z.object({
  name: z.string().nullable(),
  bytes: z.int().nonnegative(),
  sha256: z.string(),
});
export type InstrumentFileFacts = z.infer<typeof fileFactsSchema>;

/** Lines of two texts from the first on that differs, those that both have among them. */
const differingLinesSchema = z.object({
  /** The number of the first line, from 1. */
  from: z.int().positive(),
  lines: z.array(z.object({ of: z.enum(["first", "second", "both"]), text: z.string() })),
  /** Whether more lines may differ, or some are longer. */
  isCut: z.boolean(),
});
export type DifferingLines = z.infer<typeof differingLinesSchema>;

/** The instrument files of two records side by side, one of each kind. */
export const instrumentDifferencesSchema = z.array(
  z.object({
    kind: z.enum(INSTRUMENT_KINDS),
    /** Null without a file. */
    first: fileFactsSchema.nullable(),
    second: fileFactsSchema.nullable(),
    /** Null where nothing differs, a file is missing, or one of them is no text. */
    lines: differingLinesSchema.nullable(),
  }),
);
export type InstrumentDifference = z.infer<typeof instrumentDifferencesSchema>[number];
