import type { ReplyOf, Route } from "@swath/contract/route";
import type { ApiCalls, ApiRequest } from "../ports/api.ts";
import type { Clock } from "../ports/clock.ts";
import type { Page } from "../ports/page.ts";
import { waitForNetwork } from "./back-off.ts";

export interface Refusal {
  readonly kind: "refused";
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export type Answer<T> =
  | { readonly kind: "answered"; readonly value: T }
  | Refusal
  | { readonly kind: "silence" }
  | { readonly kind: "aborted" };

export type LastingAnswer<T> = Exclude<Answer<T>, { kind: "silence" }>;

/** Statuses that say nothing about the call itself: sign in again, slow down, a gateway, a restart. */
const PASSING: ReadonlySet<number> = new Set([401, 408, 429, 502, 503, 504]);
/** How often a 500 is asked again: about two minutes, the time in which a database comes back. */
const FAULT_ATTEMPTS = 8;

/** Makes one call and turns every outcome into a value. */
export async function ask<R extends Route>(
  api: ApiCalls,
  route: R,
  request: ApiRequest<R>,
): Promise<Answer<ReplyOf<R>>> {
  try {
    return { kind: "answered", value: await api.call(route, request) };
  } catch (error) {
    if (request.signal?.aborted === true) return { kind: "aborted" };
    return refusalOf(error) ?? { kind: "silence" };
  }
}

function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !("status" in error) || !("code" in error)) return undefined;
  const { status, code, message } = error;
  if (typeof status !== "number" || status === 0 || typeof code !== "string") return undefined;
  const details = "details" in error ? (error.details as Refusal["details"]) : {};
  return { kind: "refused", status, code, message, details };
}

/**
 * Makes a call until it is decided.
 *
 * A1 silence is waited out, however long: 1 s doubling to 30 s, at once when the network is back;
 * A2 an answer that says nothing about the call (401, 408, 429, 502, 503, 504) is waited out alike;
 * A3 a 500 is asked again up to 8 times;
 * A4 every other answer stands;
 * A5 an aborted call ends at once.
 */
export async function askUntilAnswered<R extends Route>(
  ports: { readonly api: ApiCalls; readonly clock: Clock; readonly page: Page },
  route: R,
  request: ApiRequest<R> & { readonly signal: AbortSignal },
): Promise<LastingAnswer<ReplyOf<R>>> {
  let faults = 0;
  for (let attempt = 1; ; attempt++) {
    const answer = await ask(ports.api, route, request);
    if (answer.kind === "answered" || answer.kind === "aborted") return answer;
    if (answer.kind === "refused" && !PASSING.has(answer.status)) {
      if (answer.status !== 500 || ++faults > FAULT_ATTEMPTS) return answer;
    }
    await waitForNetwork(ports, attempt, request.signal);
    if (request.signal.aborted) return { kind: "aborted" };
  }
}

/** Whether a refusal means that this page may not send any more: the lease or the upload is gone. */
export function leaseIsLost({ status, code }: Refusal): boolean {
  return [403, 404, 409].includes(status) && code !== "UPLOAD_POLICY_REFUSED";
}
