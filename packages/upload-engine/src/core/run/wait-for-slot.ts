import { endpoints } from "@swath/contract/endpoints";
import type { QueuePlace, UploadEvent } from "@swath/contract/uploads";
import type { FinalResult, Refusal } from "../send/request.ts";
import type { MoveOptions } from "./status-moves.ts";
import { faultOf, type StepResult, type UploadRun } from "./upload-run.ts";

const QUEUE_POLL_MS = 10_000;

/** The list of missing objects is complete: this event leads to the check for a slot. */
export interface Planned {
  readonly event: UploadEvent;
  readonly options?: MoveOptions;
}

/**
 * Waits until this upload may send.
 *
 * run/W1 the slot is asked for at once, in the call that leads to the check; refused, the position in the
 *    queue is requested, and again every 10 s while the upload waits in it;
 * run/W2 at the head, the server is asked to grant the slot; refused, the upload waits on in its
 *    position;
 * run/W3 a position that decides nothing pauses the upload, a refused request fails it.
 */
export async function waitForSlot(
  run: UploadRun,
  { event, options }: Planned,
): Promise<StepResult> {
  const granted = await run.tryMoves([event, "concurrentUploadNotDetected"], options);
  if (typeof granted === "string") return granted;
  if (run.model.status !== "CHECKING_CONCURRENT_UPLOAD") return run.adopt(granted);
  for (;;) {
    const place = await askPlace(run);
    if (place.kind === "aborted") return "ended";
    if (place.kind === "refused") return run.fail("concurrencyCheckFailed", faultOf(place));
    const result = await tryPlace(run, place.value);
    if (result !== "wait") return result;
    await run.wait(QUEUE_POLL_MS);
    if (run.signal.aborted) return "ended";
  }
}

const askPlace = (run: UploadRun): Promise<FinalResult<QueuePlace>> =>
  run.request(endpoints.queuePlace, {
    params: { uploadId: run.job.uploadId, fingerprint: run.ports.fingerprint },
  });

/**
 * What a place in the queue means (document 2, section 4): depth 0 or index 0 may send, both above
 * 0 must wait, anything else decides nothing.
 */
export function decidePlace({
  concurrentQueueDepth,
  queueIndex,
}: QueuePlace): "send" | "wait" | "undecided" {
  if (concurrentQueueDepth === 0 || queueIndex === 0) return "send";
  return concurrentQueueDepth > 0 && queueIndex > 0 ? "wait" : "undecided";
}

async function tryPlace(run: UploadRun, place: QueuePlace): Promise<StepResult | "wait"> {
  const decision = decidePlace(place);
  if (decision === "undecided") {
    const result = await run.move("concurrencyCheckUndecided");
    return result === "next" ? "ended" : result;
  }
  if (decision === "wait") return enqueue(run, place);
  const granted = await run.tryMove("concurrentUploadNotDetected");
  if (typeof granted === "string") return granted;
  const ahead = uploadsAhead(granted);
  if (ahead === undefined) return run.adopt(granted);
  const depth = Math.max(place.concurrentQueueDepth, ahead);
  return enqueue(run, { queueIndex: ahead, concurrentQueueDepth: depth });
}

/** How many are ahead according to a refused grant; undefined where it was refused otherwise. */
function uploadsAhead({ code, details }: Refusal): number | undefined {
  const index = details["queueIndex"];
  if (code !== "INVALID_TRANSITION" || typeof index !== "number") return undefined;
  return Math.max(1, index);
}

async function enqueue(run: UploadRun, place: QueuePlace): Promise<StepResult | "wait"> {
  if (run.model.status === "CHECKING_CONCURRENT_UPLOAD") {
    const result = await run.move("concurrentUploadDetected");
    if (result !== "next") return result;
  }
  run.model.setQueuePosition(place.queueIndex, place.concurrentQueueDepth);
  return "wait";
}
