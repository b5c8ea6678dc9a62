import type { FindingLevel } from "../finding.ts";
import type { DialogId } from "./dialogs.ts";

/** A rule as data: its effect on the upload and its message. */
export interface Rule {
  readonly id: string;
  readonly level: FindingLevel;
  readonly message: string;
  /** The dialog that asks about it, of those that are shown one after another. */
  readonly dialog?: DialogId;
}
