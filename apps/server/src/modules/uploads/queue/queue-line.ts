import { type QueuePlace, STATUS, type UploadStatus } from "@swath/contract/uploads";

/** An upload that waits or sends. */
export interface QueuedUpload {
  readonly id: string;
  readonly status: UploadStatus;
  readonly subject: string | null;
  readonly fingerprint: string | null;
}

/**
 * The place of an upload in the line (in order of joining).
 *
 * queue/Q1 uploads of one browser (subject and fingerprint) send one at a time;
 * queue/Q2 at most `slots` send in all;
 * queue/Q3 one held up by queue/Q1 lets those behind pass;
 * queue/Q4 index 0 may send, or sends already.
 */
export function placeInQueue(line: readonly QueuedUpload[], id: string, slots: number): QueuePlace {
  const sending = line.filter(({ status }) => STATUS[status].slot);
  const busy = new Set(sending.map(browserOf));
  const concurrentQueueDepth = line.length;
  let free = slots - sending.length;
  let ahead = sending.length;
  const ownAhead = new Map<string, number>(
    [...Map.groupBy(sending, browserOf)].map(([browser, { length }]) => [browser, length]),
  );
  for (const upload of line) {
    const sends = STATUS[upload.status].slot;
    const browser = browserOf(upload);
    const admitted = sends || (free > 0 && !busy.has(browser));
    if (upload.id === id) {
      const own = ownAhead.get(browser) ?? 0;
      const queueIndex = admitted ? 0 : Math.max(1, own, ahead - slots + 1);
      return { concurrentQueueDepth, queueIndex };
    }
    if (sends) continue;
    ahead += 1;
    ownAhead.set(browser, (ownAhead.get(browser) ?? 0) + 1);
    // An admitted one has not taken its slot yet: it is reserved.
    if (admitted) free -= 1;
    busy.add(browser);
  }
  return { concurrentQueueDepth, queueIndex: Math.max(1, ahead) };
}

const browserOf = ({ subject, fingerprint }: QueuedUpload): string =>
  JSON.stringify([subject, fingerprint]);
