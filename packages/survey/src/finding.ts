/**
 * The effect of a finding on the upload: `blocked` stops it, `warning` asks the user to confirm,
 * `invalid` leaves the named files out.
 */
export type FindingLevel = "blocked" | "warning" | "invalid";

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
