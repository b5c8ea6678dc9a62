import { UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import type { UploadSnapshot } from "@swath/upload-engine";
import { statusLabel } from "../../data/upload-status.ts";
import { usePageTitle } from "../../platform/config/config.ts";
import { isFailed } from "./fault-text.ts";

type Told = Pick<UploadSnapshot, "status" | "progress" | "hasFiles">;

/** What the browser's tab says of an upload that is not at its end, and how far it is. */
export function goesOnText({ status, progress, hasFiles }: Told): string | undefined {
  const percent = `${Math.floor(progress.percent)} %`;
  if (status === "UPLOADING" && hasFiles) return percent;
  if (status === "UPLOAD_PAUSED" && hasFiles) return `Paused at ${percent}`;
  return isTold(status) ? statusLabel(status) : undefined;
}

const isTold = (status: UploadStatus): boolean =>
  UPLOAD_STATUS[status].active ||
  isFailed(status) ||
  status === "UPLOAD_PAUSED" ||
  status === "UPLOAD_STALLED" ||
  status === "UPLOAD_COMPLETE" ||
  status === "VALIDATING_UPLOAD" ||
  status === "VALIDATING_UPLOAD_FAILED";

/** Names the browser's tab by an upload: by how far it is, while it is not at its end. */
export function useUploadTitle(flightId: string, told: Told): void {
  const goesOn = goesOnText(told);
  usePageTitle(goesOn === undefined ? `Upload ${flightId}` : flightId, goesOn);
}
