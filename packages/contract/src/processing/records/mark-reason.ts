import { z } from "zod";

export const MARK_REASON_LENGTH = 1_000;

/** A letter, a digit, a sign: spaces of no width are none. */
const VISIBLE = /[\p{L}\p{N}\p{P}\p{S}]/u;

/** Why somebody set a mark by hand; asked for where the setting `requireReason` is on. */
export const markReasonSchema = z
  .string()
  .trim()
  .max(MARK_REASON_LENGTH)
  .regex(VISIBLE, "says nothing")
  .optional();
