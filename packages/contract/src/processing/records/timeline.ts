import type { z } from "zod";
import { historyEntrySchema } from "../../history/history-endpoints.ts";

export const TIMELINE_PAGE_SIZE = 50;

/** One event of a processing, as the audit log holds it: who, when, what, and in its facts why. */
export const timelineEntrySchema = historyEntrySchema.pick({
  id: true,
  at: true,
  action: true,
  actor: true,
  name: true,
  detail: true,
  /** Events of one call have the same. */
  requestId: true,
});
export type TimelineEntry = z.infer<typeof timelineEntrySchema>;
