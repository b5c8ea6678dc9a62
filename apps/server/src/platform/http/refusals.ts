import type { AppError, ErrorCode } from "@swath/contract/errors";
import type { Identity, SignInProblem } from "@swath/contract/identity";
import { flightIdSchema, uploadIdSchema } from "@swath/contract/ids";
import type { FastifyRequest } from "fastify";
import type { EventTally } from "../audit/event-tally.ts";
import type { AuditActor, AuditEvent, CallOrigin } from "../audit/record-event.ts";

/** A call that was refused, for the audit log. */
export interface Refusal {
  readonly method: string;
  /** The route's pattern: an address may hold confidential values. */
  readonly route: string;
  readonly code: ErrorCode;
  /** Undefined without a signed-in caller. */
  readonly identity: Identity | undefined;
  readonly flightId: string | undefined;
  readonly uploadId: string | undefined;
  readonly from: CallOrigin;
}

/** The decorator of a request that holds who calls, once that is known. */
export const IDENTITY = "identity";

const REFUSED: ReadonlySet<number> = new Set([401, 403, 409, 429]);
/** A page that opens before sign-in requests a session: an expected answer, no refusal. */
const EXPECTED: ReadonlySet<ErrorCode> = new Set(["SESSION_ENDED"]);

/** What a failed call is to the audit log; undefined where it was no refusal. */
export function refusalOf(request: FastifyRequest, error: AppError): Refusal | undefined {
  if (!REFUSED.has(error.status) || EXPECTED.has(error.code)) return undefined;
  const said = { ...asRecord(request.body), ...asRecord(request.params) };
  return {
    method: request.method,
    route: request.routeOptions.url ?? "",
    code: error.code,
    identity: request.getDecorator<Identity | null>(IDENTITY) ?? undefined,
    flightId: flightIdSchema.safeParse(said["flightId"]).data,
    uploadId: uploadIdSchema.safeParse(said["uploadId"]).data,
    from: { address: request.ip, requestId: request.id },
  };
}

function asRecord(value: unknown): Readonly<Record<string, unknown>> {
  return typeof value === "object" && value !== null ? { ...value } : {};
}

const ANONYMOUS = "nobody";

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
  const actor = identity ?? ANONYMOUS;
  tally.note({
    originator: identity === undefined ? ANONYMOUS : `person ${identity.subject}`,
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

/** Records a failed sign-in. */
export function recordFailedSignIn(
  tally: EventTally,
  problem: SignInProblem,
  from: CallOrigin,
): void {
  tally.note({
    originator: ANONYMOUS,
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
