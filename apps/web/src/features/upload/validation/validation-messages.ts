import type { AcceptedFile, ReportedRule, ReportRequest } from "@swath/survey";
import type { ReportView } from "@swath/survey/report";

/** What a folder is validated against, and how; its files come apart. */
export type ValidationRequest = Omit<ReportRequest, "files">;

/** A file that goes up, with its place in the order in which the files were added. */
export interface AcceptedPick extends AcceptedFile {
  readonly index: number;
}

/** From the page to the validation worker. */
export type ValidationCommand =
  | { readonly type: "add"; readonly paths: readonly string[] }
  /** After the last name: validates names whatever the sizes, answered by `namesValidated`. */
  | { readonly type: "validateNames"; readonly request: ValidationRequest }
  /** Bytes of the files, in the order in which they were added. */
  | { readonly type: "addSizes"; readonly sizes: readonly number[] }
  | { readonly type: "validate"; readonly request: ValidationRequest }
  /** The answer to `filesNeeded`. */
  | { readonly type: "files"; readonly files: ReadonlyMap<number, File> }
  /** Once validated; `checkedAt` is UTC in milliseconds since 1970. */
  | { readonly type: "page"; readonly checkedAt: number };

/** Files or names in one message: a message of this length takes the page about a millisecond. */
export const PIECE = 2000;

/** From the validation worker to the page; long lists come in pieces before `validated`. */
export type ValidationEvent =
  | ({ readonly type: "namesValidated" } & NamesResult)
  | { readonly type: "filesNeeded"; readonly indexes: readonly number[] }
  | { readonly type: "progress"; readonly done: number; readonly total: number }
  | { readonly type: "accepted"; readonly files: readonly AcceptedPick[] }
  /** Names that break a rule. */
  | { readonly type: "offending"; readonly rule: string; readonly files: readonly string[] }
  | { readonly type: "validated"; readonly outline: ReportOutline }
  | { readonly type: "page"; readonly page: Blob }
  | { readonly type: "unreadable"; readonly path: string };

/** The result of the names alone; sizes and contents may still add to it. */
export interface NamesResult {
  readonly valid: number;
  /** Rules that block the folder. */
  readonly problems: number;
}

/** A report whose rules lack the names sent before it. */
export type ReportOutline = Omit<ReportView, "rules"> & {
  readonly rules: readonly Omit<ReportedRule, "files">[];
};
