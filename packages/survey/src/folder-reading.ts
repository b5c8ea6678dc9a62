import type { Finding } from "./rules/rule.ts";
import { findingsOf } from "./rules/rule-table.ts";

/** Why something below a folder was not read; the ids of their rules end so. */
type LeftOutReason = "link" | "special" | "unreadable" | "name";

/** What a reader of a folder left out, and is named: a part of the flight may be behind it. */
export interface LeftOut {
  /** From the chosen folder's name on. */
  readonly path: string;
  readonly reason: LeftOutReason;
  /** What there is to know of it, such as where a link leads; in words. */
  readonly detail: string;
  /** Where a link leads, as far as it is known. */
  readonly target?: string;
}

/** How a folder was read, beside its files. */
export interface FolderReading {
  readonly leftOut: readonly LeftOut[];
  /** Links that lead out of the folder and were followed, because they were asked for. */
  readonly followed: readonly { readonly path: string; readonly target: string }[];
  /** The folders that were read; none where the reader sees files alone. */
  readonly folders: readonly string[];
  /** Companion files and folders that were passed over. */
  readonly companions: number;
}

export const NOTHING_LEFT_OUT: FolderReading = {
  leftOut: [],
  followed: [],
  folders: [],
  companions: 0,
};

const REASONS: readonly LeftOutReason[] = ["link", "unreadable", "special", "name"];

/** A finding for each reason for which something was left out. */
export function leftOutFindings(leftOut: readonly LeftOut[]): readonly Finding[] {
  return REASONS.flatMap((reason) =>
    findingsOf(
      `left-out-${reason}`,
      leftOut.filter((one) => one.reason === reason).map(leftOutText),
    ),
  );
}

/** A name with what there is to know of it, as reports list it. */
export function leftOutText({ path, detail, target }: LeftOut): string {
  const leads = target === undefined ? "" : ` → ${target}`;
  return `${path}${leads}${detail === "" ? "" : ` (${detail})`}`;
}
