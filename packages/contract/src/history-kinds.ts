/** The subjects of events, by which the history is filtered. */
export const AUDIT_KINDS = [
  "upload",
  "archive",
  "download",
  "processing",
  "catalogue",
  "support",
  "view",
  "session",
  "setting",
  "retention",
  "refusal",
] as const;
export type AuditKind = (typeof AUDIT_KINDS)[number];
