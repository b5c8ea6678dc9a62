import type { Refusal } from "./refusals.ts";
import type { EventTally } from "../audit/event-tally.ts";
import type { AuditActor, AuditEvent } from "../audit/record-event.ts";

const STRANGERS = "nobody";

const severalRefused =
  (actor: AuditActor) =>
  (count: number): AuditEvent => ({
    action: "call.refused",
    actor,
    detail: { method: "*", route: "*", code: "*", count },
  });

/** Records a refused call; equal ones (caller, route, flight, code) of a minute are counted into one. */
export function recordRefusal(tally: EventTally, refusal: Refusal): void {
  const { method, route, code, identity, flightId, uploadId, from } = refusal;
  const actor = identity ?? STRANGERS;
  tally.note({
    bringer: identity === undefined ? STRANGERS : `person ${identity.subject}`,
    key: JSON.stringify([method, route, code, flightId, uploadId, identity ?? from.address]),
    event: (count) => ({
      action: "call.refused",
      actor,
      ...(flightId === undefined ? {} : { flightId }),
      ...(uploadId === undefined ? {} : { uploadId }),
      detail: { method, route, code, count },
      from,
    }),
    beyond: severalRefused(actor),
  });
}

/** Records a sign-in that came to nothing. */
export function recordFailedSignIn(
  tally: EventTally,
  problem: "expired" | "failed",
  from: { readonly address: string; readonly requestId: string },
): void {
  tally.note({
    bringer: STRANGERS,
    key: JSON.stringify(["sign-in", problem, from.address]),
    event: (count) => ({
      action: "session.refused",
      actor: "nobody",
      detail: { problem, count },
      from,
    }),
    beyond: severalRefused("nobody"),
  });
}
