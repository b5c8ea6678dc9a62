/** As documents 1 (sections 2 and 8) and 2 have them. */
export const VALIDATING = "Validating archived files...";
export const OUTCOME_TEXT = {
  succeeded: "Archive validation succeed",
  failed: "Archive validation failed",
  undecided: "Failed to validate archived files",
} as const;

export type Outcome = keyof typeof OUTCOME_TEXT;
