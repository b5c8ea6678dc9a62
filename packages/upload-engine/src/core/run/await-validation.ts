import { endpoints } from "@swath/contract/endpoints";
import type { UploadState } from "@swath/contract/uploads";
import type { StepResult, UploadRun } from "./upload-run.ts";

const FIRST_POLL_MS = 100;
const VALIDATION_POLL_MS = 5_000;
/** Each wait is a tenth of the time waited so far, so that polling delays no upload. */
const GROWTH = 1.1;

/**
 * Polls, ever slower up to every 5 s, until the server has rebuilt and validated the upload.
 *
 * run/B1 what the server found damaged it asks for again by stalling the upload: where this page holds
 *    the files, the upload is resumed without being asked.
 */
export async function awaitValidation(run: UploadRun): Promise<StepResult> {
  for (let poll = 0; ; poll++) {
    await run.wait(Math.min(VALIDATION_POLL_MS, FIRST_POLL_MS * GROWTH ** poll));
    if (run.signal.aborted) return "ended";
    const state = await run.request(endpoints.readUpload, { params: run.params });
    if (state.kind === "aborted") return "ended";
    if (state.kind === "refused") {
      run.ports.log("Failed to get upload validation result. Please refresh the page.", {
        code: state.code,
      });
      continue;
    }
    if (!isOver(run, state.value)) continue;
    return mayResume(run, state.value) ? "reacquire" : "ended";
  }
}

/** run/B1 */
function mayResume({ model }: UploadRun, { status, isOwn }: UploadState): boolean {
  return isOwn && status === "UPLOAD_STALLED" && model.list !== undefined;
}

function isOver({ model }: UploadRun, { status, reason, rebuild }: UploadState): boolean {
  if (status !== model.status) model.setStatus(status);
  if (rebuild !== undefined) model.setRebuild(rebuild);
  if (status === "VALIDATING_UPLOAD_FAILED")
    model.setFault({
      code: status,
      message:
        reason ?? "The uploaded data failed its validation. Please contact the Administrator.",
    });
  return status !== "UPLOAD_COMPLETE" && status !== "VALIDATING_UPLOAD";
}
