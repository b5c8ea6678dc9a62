import type { FindingLevel } from "../finding.ts";
import type { DialogId } from "./dialogs.ts";

/** A rule as data: its effect on the upload and its message. */
export interface Rule {
  readonly id: string;
  readonly level: FindingLevel;
  readonly message: string;
  /** What it looks at, as a report lists a rule that is kept: `Folder name`. */
  readonly subject: string;
  /** The dialog that asks about it, of those that are shown one after another. */
  readonly dialog?: DialogId;
}
