import type { BulkPreview } from "@swath/contract/processing";

/** The key of a preview. */
export const KEY = "00000000-0000-4000-8000-000000000000";

/** What a preview says of two jobs that may be done, with what a test gives it. */
export const previewOf = (given: Partial<BulkPreview> = {}): BulkPreview => ({
  key: KEY,
  eligible: 2,
  missed: 0,
  missedBounds: [],
  refused: [],
  overwritten: 0,
  expires: "2026-03-14T08:00:00.000Z",
  ...given,
});
