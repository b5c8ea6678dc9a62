import type { AcceptedFile, ReportedRule, ReportRequest } from "@swath/survey";
import type { ReportView } from "@swath/survey/report";

/** What is asked of a folder, but for its files. */
export type JudgeRequest = Omit<ReportRequest, "files">;

/** A file that goes up, with its place in the order in which the files were added. */
export interface AcceptedPick extends AcceptedFile {
  readonly index: number;
}

/** What the page tells the judging worker. */
export type JudgeOrder =
  | { readonly do: "add"; readonly paths: readonly string[] }
  /** After the last name: what they come to whatever the sizes, answered by `named`. */
  | { readonly do: "judgeNames"; readonly request: JudgeRequest }
  /** Bytes of the files, in the order in which they were added. */
  | { readonly do: "measure"; readonly sizes: readonly number[] }
  | { readonly do: "judge"; readonly request: JudgeRequest }
  /** Asked for by `need`. */
  | { readonly do: "files"; readonly files: ReadonlyMap<number, File> }
  /** Once judged; `checkedAt` is UTC in milliseconds since 1970. */
  | { readonly do: "page"; readonly checkedAt: number };

/** Files or names in one message: a message of this length takes the page about a millisecond. */
export const PIECE = 2000;

/** What the judging worker tells the page; long lists come in pieces before the verdict. */
export type JudgeNews =
  | ({ readonly say: "named" } & NamesVerdict)
  | { readonly say: "need"; readonly indexes: readonly number[] }
  | { readonly say: "checking"; readonly checked: number; readonly total: number }
  | { readonly say: "accepted"; readonly files: readonly AcceptedPick[] }
  | { readonly say: "names"; readonly rule: string; readonly files: readonly string[] }
  | { readonly say: "judged"; readonly outline: ReportOutline }
  | { readonly say: "page"; readonly page: Blob }
  | { readonly say: "unreadable"; readonly path: string };

/** What the names alone come to; sizes and contents may still add to it. */
export interface NamesVerdict {
  readonly valid: number;
  /** Rules that block the folder. */
  readonly problems: number;
}

/** A report whose rules lack the names that were told before. */
export type ReportOutline = Omit<ReportView, "rules"> & {
  readonly rules: readonly Omit<ReportedRule, "files">[];
};
