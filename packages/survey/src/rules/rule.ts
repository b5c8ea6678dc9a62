/** A rule as data: its effect on the upload and its message. */
export interface Rule {
  readonly id: string;
  readonly level: FindingLevel;
  readonly message: string;
  /** What holds where a folder keeps the rule, as its report says: `Folder name is right`. */
  readonly kept: string;
  /** The dialog that asks the user about it. */
  readonly dialog?: DialogId;
}

/** The dialogs on a chosen folder, in the order in which they are shown, with their titles. */
export const DIALOGS = {
  missingGps: "Missing GPS files",
  crossStrips: "No Cross-Strips Found!",
  fmsProjects: "Check FMS Log Files",
  fmsTimes: "Check FMS Log Files",
  laz: "Invalid laz files",
  zeroBytes: "Check Zero-byte Files",
  // The specification has the dialogs above.
  damaged: "Check Damaged Files",
  planShapes: "Check Flight Plan",
  leftOut: "Check What Was Left Out",
  flightParts: "Check Flight Parts",
} as const satisfies Record<string, string>;

export type DialogId = keyof typeof DIALOGS;

/** A rule without its id, which is its name in a table. */
export type RuleFacts = Omit<Rule, "id">;

export const blocked = (kept: string, message: string) =>
  ({ level: "blocked", kept, message }) as const satisfies RuleFacts;
export const invalid = (kept: string, message: string) =>
  ({ level: "invalid", kept, message }) as const satisfies RuleFacts;
export const warning = (dialog: DialogId, kept: string, message: string) =>
  ({ level: "warning", dialog, kept, message }) as const satisfies RuleFacts;

/** The rules of a table, in its order. */
export const rulesOf = (table: Readonly<Record<string, RuleFacts>>): readonly Rule[] =>
  Object.entries(table).map(([id, facts]) => Object.assign({ id }, facts));

/**
 * The effect of a finding on the upload: `blocked` stops it, `warning` asks the user to confirm,
 * `invalid` leaves the named files out.
 */
type FindingLevel = "blocked" | "warning" | "invalid";

/** One rule that a folder breaks. */
export interface Finding {
  /** Stable id of the rule, from the rules table. */
  readonly rule: string;
  readonly level: FindingLevel;
  /** Word for word from the specification where it spells it. */
  readonly message: string;
  /** The offending names: paths, flight parts, or the names that are missing. */
  readonly files: readonly string[];
  /** Why each of the files is named, in their order, where the message does not say it. */
  readonly reasons?: readonly string[];
}
