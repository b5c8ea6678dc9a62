import type { QueuePlace } from "@swath/contract/uploads";

export type QueueVerdict = "go" | "wait" | "undecided";

/**
 * What a place in the queue means (document 2, section 4): depth 0 or index 0 may send, both above
 * 0 must wait, anything else decides nothing.
 */
export function judgePlace({ concurrentQueueDepth, queueIndex }: QueuePlace): QueueVerdict {
  if (concurrentQueueDepth === 0 || queueIndex === 0) return "go";
  return concurrentQueueDepth > 0 && queueIndex > 0 ? "wait" : "undecided";
}
