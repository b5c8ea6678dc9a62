import type { UploadStatus } from "@swath/contract/uploads";
import type { UploadFault } from "@swath/upload-engine";
import { TEXT } from "../texts.ts";

/** The text of each failed status (document 2, section 8, engine and screen errors). */
const FAULT: Readonly<Partial<Record<UploadStatus, string>>> = {
  VALIDATING_SOURCE_FAILED: "Validating the folder failed. Please select the folder again.",
  GENERATING_METADATA_N_UPLOAD_TASK_FAILED: TEXT.metadataUploadFailed,
  GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: TEXT.inconsistent,
  UPLOAD_FAILED: "The upload failed. Please select the folder again; only what is missing is sent.",
};

export interface FaultText {
  readonly text: string;
  /** The reason, where the text does not hold it. */
  readonly detail: string | undefined;
}

/** What went wrong, for people; undefined where nothing did. */
export function faultText(
  status: UploadStatus,
  error: UploadFault | undefined,
  reason: string | null,
): FaultText | undefined {
  if (error !== undefined) return { text: error.message, detail: error.detail };
  const text = FAULT[status];
  return text === undefined ? undefined : { text, detail: reason ?? undefined };
}
