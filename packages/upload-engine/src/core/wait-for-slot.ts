import { QUEUE_POLL_MS } from "@swath/contract/limits";
import { routes } from "@swath/contract/routes";
import type { QueuePlace } from "@swath/contract/uploads";
import type { Refusal } from "./asking.ts";
import { judgePlace } from "./queue-place.ts";
import { faultOf, type Leg, type Road } from "./road.ts";

/**
 * Waits until this upload may send.
 *
 * W1 the place in the queue is asked at once, then every 10 s;
 * W2 at the head, the server is asked to grant the slot; refused, the upload waits on in its place;
 * W3 a place that decides nothing pauses the upload, a refused question fails it.
 */
export async function waitForSlot(road: Road): Promise<Leg> {
  for (;;) {
    const answer = await road.ask(routes.queuePlace, {
      params: { uploadId: road.job.uploadId, fingerprint: road.ports.fingerprint },
    });
    if (answer.kind === "aborted") return "ended";
    if (answer.kind === "refused") return road.fail("concurrencyCheckFailed", faultOf(answer));
    const leg = await step(road, answer.value);
    if (leg !== "wait") return leg;
    await road.wait(QUEUE_POLL_MS);
    if (road.signal.aborted) return "ended";
  }
}

async function step(road: Road, place: QueuePlace): Promise<Leg | "wait"> {
  const verdict = judgePlace(place);
  if (verdict === "undecided") {
    const leg = await road.move("concurrencyCheckUndecided");
    return leg === "next" ? "ended" : leg;
  }
  if (verdict === "wait") return enqueue(road, place);
  const granted = await road.tryMove("concurrentUploadNotDetected");
  if (typeof granted === "string") return granted;
  const ahead = slotIndex(granted);
  if (ahead === undefined) return road.adopt(granted);
  const depth = Math.max(place.concurrentQueueDepth, ahead);
  return enqueue(road, { queueIndex: ahead, concurrentQueueDepth: depth });
}

/** How many are ahead according to a refused grant; undefined where it was refused for another reason. */
function slotIndex({ code, details }: Refusal): number | undefined {
  const index = details["queueIndex"];
  if (code !== "INVALID_TRANSITION" || typeof index !== "number") return undefined;
  return Math.max(1, index);
}

async function enqueue(road: Road, place: QueuePlace): Promise<Leg | "wait"> {
  if (road.session.status === "CHECKING_CONCURRENT_UPLOAD") {
    const leg = await road.move("concurrentUploadDetected");
    if (leg !== "next") return leg;
  }
  road.session.queueAt(place.queueIndex, place.concurrentQueueDepth);
  return "wait";
}
