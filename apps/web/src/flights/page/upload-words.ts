import type { FlightUpload, UploadFacts } from "@swath/contract/flights";
import { UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import { formatBytes, plural, utcMinute } from "../../ui/text/format.ts";

const STORED: ReadonlySet<UploadStatus> = new Set(["DATA_READY", "UPDATE_CANCELLED", "ARCHIVED"]);
const NOT_BEGUN: ReadonlySet<UploadStatus> = new Set(["UPLOAD_INIT", "READY_FOR_UPLOAD"]);
/** What a folder is chosen for anew. */
const ANEW: ReadonlySet<UploadStatus> = new Set([
  "VALIDATING_SOURCE_FAILED",
  "GENERATING_METADATA_N_UPLOAD_TASK_FAILED",
  "UPLOAD_CANCELLED",
]);

/** Whether data of an upload stands in storage. */
export const isStored = ({ Status }: Pick<FlightUpload, "Status">): boolean => STORED.has(Status);

/** Whether an upload is between its beginning and its end, so that it is so far. */
export const isUnfinished = ({ Status }: Pick<FlightUpload, "Status">): boolean =>
  !STORED.has(Status) &&
  !NOT_BEGUN.has(Status) &&
  !ANEW.has(Status) &&
  Status !== "LEGACY_SYSTEM" &&
  Status in UPLOAD_STATUS;

/** Where the way to the upload's page leads, in a word or two. */
export function wayTo({ Status, IsOwn }: Pick<FlightUpload, "Status" | "IsOwn">): string {
  if (NOT_BEGUN.has(Status) || (ANEW.has(Status) && IsOwn)) return "Upload a folder";
  if (isUnfinished({ Status }) && !UPLOAD_STATUS[Status].active && IsOwn) return "Resume";
  return "Open";
}

/** Who did what last, and when: `Sent by Casey Crew, 2026-03-14 01:22 UTC`. */
export function personText(upload: FlightUpload, facts: UploadFacts | undefined): string {
  const { Status, User, Updated } = upload;
  const ready = facts?.ready ?? null;
  if (isStored(upload) && ready !== null)
    return `Sent by ${ready.user ?? "somebody"}, ready since ${utcMinute(ready.at)}`;
  if (User === null) return "Nobody has begun it yet";
  if (NOT_BEGUN.has(Status)) return `Last changed by ${User}, ${utcMinute(Updated)}`;
  return `${User}, ${utcMinute(Updated)}`;
}

/** What was sent: `16 files, 220.08 MB`; undefined where that is not known. */
export function sentText(facts: UploadFacts | undefined): string | undefined {
  if (facts?.sent == null) return undefined;
  const { files, bytes, isUpdate } = facts.sent;
  return `${isUpdate ? "Last update: " : ""}${plural(files, "file")}, ${formatBytes(bytes)}`;
}

/** Whether a receipt of the data was made; undefined of what is not ready. */
export function receiptText(
  upload: FlightUpload,
  facts: UploadFacts | undefined,
): string | undefined {
  if (facts === undefined || upload.Status !== "DATA_READY" || facts.ready === null)
    return undefined;
  const { receipt } = facts;
  if (receipt === null) return "No receipt yet";
  return `Receipt made ${utcMinute(receipt.at)} by ${receipt.user ?? "somebody"}`;
}
