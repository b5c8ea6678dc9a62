import type { UploadState } from "@swath/contract/uploads";

/** How a client's run ended, and what the server says since. */
export interface RunEnd {
  readonly state: Pick<UploadState, "status" | "reason">;
  /** Whether files of the drive are no longer those that the upload began with. */
  readonly isFolderOther: boolean;
  /** Whether the run named the files that differ. */
  readonly namedFiles: boolean;
}

export type WayOn =
  /** The data is ready. */
  | { readonly kind: "ready" }
  /** The same command once more. */
  | { readonly kind: "again" }
  /** A stated end: a team leader resets the upload, and the folder is sent anew. */
  | { readonly kind: "reset"; readonly reason: string }
  | { readonly kind: "violation"; readonly why: string };

const violation = (why: string): WayOn => ({ kind: "violation", why });

/**
 * What a person does once a client ended.
 *
 * end/E1 data that is ready is the good end;
 * end/E2 a folder that is another one than the upload began with is a stated end, where the run names
 *    the files that differ;
 * end/E3 a validation at the server that failed is a stated end where the drive was changed meanwhile and
 *    the status has a reason; where the drive stayed as it was there is none for it to fail;
 * end/E4 a cancelled upload, that nobody cancelled, is none;
 * end/E5 nothing else ends an upload: a person starts the same command again.
 */
export function wayOn({ state, isFolderOther, namedFiles }: RunEnd): WayOn {
  const { status, reason } = state;
  if (status === "DATA_READY") return { kind: "ready" };
  if (status === "UPLOAD_CANCELLED" || status === "UPDATE_CANCELLED") return violation(status);
  if (status === "VALIDATING_UPLOAD_FAILED") {
    if (reason === null) return violation(`${status} without a reason`);
    return isFolderOther ? { kind: "reset", reason } : violation(`${status}: ${reason}`);
  }
  const isCompared = status === "GENERATING_METADATA_N_CHECK_PROGRESS_FAILED";
  return isCompared && isFolderOther && namedFiles
    ? { kind: "reset", reason: "the folder is another one" }
    : { kind: "again" };
}
