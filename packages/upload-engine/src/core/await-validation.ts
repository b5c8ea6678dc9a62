import { VALIDATION_POLL_MS } from "@swath/contract/limits";
import { routes } from "@swath/contract/routes";
import type { UploadState } from "@swath/contract/uploads";
import type { Leg, Road } from "./road.ts";

const FIRST_WAIT_MS = 100;
/** Each wait is a tenth of the time waited so far, so that polling holds no upload up. */
const GROWTH = 1.1;

/** Polls, ever slower up to every 5 s, until the server has rebuilt the upload or found it wanting. */
export async function awaitValidation(road: Road): Promise<Leg> {
  for (let poll = 0; ; poll++) {
    await road.wait(Math.min(VALIDATION_POLL_MS, FIRST_WAIT_MS * GROWTH ** poll));
    if (road.signal.aborted) return "ended";
    const answer = await road.ask(routes.readUpload, { params: road.params });
    if (answer.kind === "aborted") return "ended";
    if (answer.kind === "refused") {
      road.ports.log("Failed to get upload validation result. Please refresh the page.", {
        code: answer.code,
      });
      continue;
    }
    if (isOver(road, answer.value)) return "ended";
  }
}

function isOver(road: Road, { status, reason }: UploadState): boolean {
  const { session } = road;
  if (status !== session.status) session.arrive(status);
  if (status === "VALIDATING_UPLOAD_FAILED")
    session.fail({
      code: status,
      message:
        reason ?? "The uploaded data failed its validation. Please contact the Administrator.",
    });
  return status !== "UPLOAD_COMPLETE" && status !== "VALIDATING_UPLOAD";
}
