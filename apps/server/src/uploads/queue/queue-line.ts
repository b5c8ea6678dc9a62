import { type QueuePlace, UPLOAD_STATUS, type UploadStatus } from "@swath/contract/uploads";
import type { Office } from "./offices.ts";

/** An upload that waits or sends. */
export interface QueuedUpload {
  readonly id: string;
  readonly status: UploadStatus;
  readonly subject: string | null;
  readonly fingerprint: string | null;
  /** The office that it is sent from; null elsewhere. */
  readonly office?: string | null;
}

/** Uploads that may send at once. */
export interface SlotLimits {
  /** From elsewhere than an office with slots of its own. */
  readonly slots: number;
  /** Of one person. */
  readonly ofPerson: number;
  /** By office. */
  readonly ofOffices?: ReadonlyMap<string, number>;
}

/** Of the limits of all people, of offices, and the quotas of one person. */
export const slotLimits = (limits: {
  readonly slots: number;
  readonly quotas: { readonly slots: number };
  readonly offices?: readonly Pick<Office, "name" | "slots">[];
}): SlotLimits => ({
  slots: limits.slots,
  ofPerson: limits.quotas.slots,
  ofOffices: new Map((limits.offices ?? []).map(({ name, slots }) => [name, slots])),
});

/**
 * The place of an upload in the line (in order of joining).
 *
 * uploads/Q1 uploads of one browser (subject and fingerprint) send one at a time;
 * uploads/Q2 of an office as many send as it has slots, from elsewhere at most `slots` in all; the lines
 *   of offices are apart;
 * uploads/Q3 one held up by uploads/Q1 lets those behind pass;
 * uploads/Q4 index 0 may send, or sends already;
 * uploads/Q5 at most `ofPerson` of one person send; one held up by that lets those behind pass;
 * uploads/Q6 a slot is kept for who may send, for a while: see `sweepUntakenSlots`.
 */
export function placeInQueue(
  all: readonly QueuedUpload[],
  id: string,
  limits: SlotLimits,
): QueuePlace {
  const { ofPerson } = limits;
  const office = all.find((upload) => upload.id === id)?.office ?? null;
  const line = all.filter((upload) => (upload.office ?? null) === office);
  const slots = limits.ofOffices?.get(office ?? "") ?? limits.slots;
  const sendingAnywhere = all.filter(({ status }) => UPLOAD_STATUS[status].slot);
  const sending = line.filter(({ status }) => UPLOAD_STATUS[status].slot);
  const busy = new Set(sendingAnywhere.map(browserOf));
  const held = new Map<string | null, number>();
  const hold = ({ subject }: QueuedUpload) => held.set(subject, (held.get(subject) ?? 0) + 1);
  sendingAnywhere.forEach(hold);
  const concurrentQueueDepth = line.length;
  let free = slots - sending.length;
  let ahead = sending.length;
  const ownAhead = new Map<string, number>(
    [...Map.groupBy(sending, browserOf)].map(([browser, { length }]) => [browser, length]),
  );
  for (const upload of line) {
    const sends = UPLOAD_STATUS[upload.status].slot;
    const browser = browserOf(upload);
    const mayHold = !busy.has(browser) && (held.get(upload.subject) ?? 0) < ofPerson;
    const admitted = sends || (free > 0 && mayHold);
    if (upload.id === id) {
      const own = ownAhead.get(browser) ?? 0;
      const queueIndex = admitted ? 0 : Math.max(1, own, ahead - slots + 1);
      return { concurrentQueueDepth, queueIndex };
    }
    if (sends) continue;
    ahead += 1;
    ownAhead.set(browser, (ownAhead.get(browser) ?? 0) + 1);
    // Q6: an admitted one has not taken its slot yet.
    if (admitted) {
      free -= 1;
      hold(upload);
    }
    busy.add(browser);
  }
  return { concurrentQueueDepth, queueIndex: Math.max(1, ahead) };
}

/** Those of the line that may send and have not begun (uploads/Q6). */
export function untakenSlots(line: readonly QueuedUpload[], limits: SlotLimits): string[] {
  return line
    .filter(({ id, status }) => {
      return !UPLOAD_STATUS[status].slot && placeInQueue(line, id, limits).queueIndex === 0;
    })
    .map(({ id }) => id);
}

const browserOf = ({ subject, fingerprint }: QueuedUpload): string =>
  JSON.stringify([subject, fingerprint]);
