import { UPLOAD_STATUS, type UploadState, type UploadStatus } from "@swath/contract/uploads";
import type { UploadFault, UploadSnapshot } from "@swath/upload-engine";
import { statusLabel } from "../../data/upload-status.ts";
import { utcSecond } from "../../ui/text/format.ts";
import { TEXT } from "../messages.ts";

/** Whom to turn to about another user's upload: who may reset it is not sent to the Administrator. */
export function ownerAdvice(owner: string, canReset: boolean): string {
  return canReset
    ? `Please contact ${owner} before you change it. You can reset it yourself, with Reset upload.`
    : `Please contact ${owner} or the Administrator to update, replace or cancel it.`;
}

/** The text of each failed status (document 2, section 8, engine and screen errors). */
const FAULT: Readonly<Partial<Record<UploadStatus, string>>> = {
  VALIDATING_SOURCE_FAILED: "Validating the folder failed.",
  GENERATING_METADATA_N_UPLOAD_TASK_FAILED: TEXT.metadataUploadFailed,
  GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: TEXT.inconsistent,
  UPLOAD_FAILED: "The upload failed.",
};
/** Of another's upload there is nothing to select. */
const INCONSISTENT = "File inconsistency detected.";
/** What follows for a user who may pick a folder. */
const AGAIN: Readonly<Partial<Record<UploadStatus, string>>> = {
  VALIDATING_SOURCE_FAILED: " Please select the folder again.",
  UPLOAD_FAILED: " Please select the folder again; only what is missing is sent.",
};

/** What a leader did to another's upload; said with the reason alone. */
const DONE: Readonly<Partial<Record<UploadStatus, string>>> = {
  READY_FOR_UPLOAD: "This upload was reset.",
  UPLOAD_CANCELLED: "This upload was cancelled.",
  UPDATE_CANCELLED: "The update was cancelled; the data of before is unchanged.",
};

/** The server's refusals of a page whose upload is another's now, or nobody's. */
const TAKEN: ReadonlySet<string> = new Set([
  "UPLOAD_NOT_ACTIVE",
  "UPLOAD_HELD_ELSEWHERE",
  "NOT_UPLOAD_OWNER",
]);

/** Whether a fault is that another page of the same person sends the upload now. */
export const isTakenOver = ({ code }: UploadFault): boolean => code === "UPLOAD_HELD_ELSEWHERE";

/** Whether a status is a failed one, which says so above every panel. */
export const isFailed = (status: UploadStatus): boolean => FAULT[status] !== undefined;

export interface FaultText {
  readonly text: string;
  /** When it failed, and whose upload it is. */
  readonly since?: string;
  /** The reason, where the text does not hold it; several lines where it concerns several files. */
  readonly detail: string | undefined;
}

interface FaultFacts {
  readonly snapshot: Pick<UploadSnapshot, "status"> & { readonly error?: UploadFault | undefined };
  readonly server: Pick<UploadState, "status" | "updated" | "user" | "isOwn" | "reason">;
  /** Whether this user may pick a folder. */
  readonly canSelect: boolean;
}

/** What went wrong, for people; undefined where nothing did. */
export function faultText({ snapshot, server, canSelect }: FaultFacts): FaultText | undefined {
  const { status, error } = snapshot;
  if (error !== undefined && TAKEN.has(error.code))
    return status === "DATA_READY" ? undefined : takenText(status, server);
  const isKnown = isFailed(status) && server.status === status;
  const since = isKnown ? { since: sinceText(server) } : {};
  if (error !== undefined) return { text: error.message, detail: error.detail, ...since };
  const text = FAULT[status] ?? (server.reason === null ? undefined : DONE[status]);
  if (text === undefined) return undefined;
  const detail = server.reason ?? undefined;
  if (canSelect) return { text: text + (AGAIN[status] ?? ""), detail, ...since };
  return { text: text === TEXT.inconsistent ? INCONSISTENT : text, detail, ...since };
}

const sinceText = ({ updated, user }: FaultFacts["server"]): string =>
  `It failed at ${utcSecond(updated)}${user === null ? "" : `; ${user} sent it`}.`;

/** Who ended the upload on this page, and how it goes on; the server's answer may still be awaited. */
function takenText(status: UploadStatus, server: FaultFacts["server"]): FaultText {
  const known = server.status === status;
  const someone = server.isOwn ? "you" : server.user;
  const by = known && someone !== null ? ` by ${someone}, ${utcSecond(server.updated)}` : "";
  const why = known ? (server.reason ?? undefined) : undefined;
  if (status === "READY_FOR_UPLOAD")
    return {
      text: `This upload was reset${by}.`,
      detail: `${why === undefined ? "" : `“${why}” `}Sending was stopped here. Select the folder again to upload it.`,
    };
  if (status === "UPLOAD_STALLED" && server.isOwn)
    return {
      text: `This upload was taken over on another page${by}.`,
      detail: "Sending was stopped here. Resume sends from here again.",
    };
  if (!UPLOAD_STATUS[status].active)
    return {
      text: `This upload was ended elsewhere${by}: ${statusLabel(status)}.`,
      detail: why,
    };
  const where = !known
    ? /* text */ "elsewhere"
    : server.isOwn
      ? "in another of your tabs or browsers"
      : `with ${server.user ?? /* text */ "another user"}`;
  return { text: `This upload continues ${where}.`, detail: "Sending was stopped here." };
}
