import { z } from "zod";

export const MARK_REASON_LENGTH = 1_000;

/** Why somebody set a mark by hand; asked for where the setting `requireReason` is on. */
export const markReasonSchema = z.string().trim().min(1).max(MARK_REASON_LENGTH).optional();
