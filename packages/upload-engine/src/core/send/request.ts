import type { Endpoint, ReplyOf } from "@swath/contract/endpoint";
import type { ApiCalls, ApiRequest, Clock, Page } from "../../ports/uploader-ports.ts";

export interface Refusal {
  readonly kind: "refused";
  /** HTTP status. */
  readonly status: number;
  readonly code: string;
  readonly message: string;
  readonly details: Readonly<Record<string, unknown>>;
}

export type Result<T> =
  | { readonly kind: "answered"; readonly value: T }
  | Refusal
  | { readonly kind: "noResponse" }
  | { readonly kind: "aborted" };

export type FinalResult<T> = Exclude<Result<T>, { kind: "noResponse" }>;

/** Statuses that say nothing about the call itself: sign in again, slow down, a gateway, a restart. */
const TRANSIENT: ReadonlySet<number> = new Set([401, 408, 429, 502, 503, 504]);
/** About two minutes, the time in which a database comes back. */
const SERVER_ERROR_RETRIES = 8;

/** Makes one call and turns every outcome into a value. */
export async function request<R extends Endpoint>(
  api: ApiCalls,
  endpoint: R,
  input: ApiRequest<R>,
): Promise<Result<ReplyOf<R>>> {
  try {
    return { kind: "answered", value: await api.call(endpoint, input) };
  } catch (error) {
    if (input.signal?.aborted === true) return { kind: "aborted" };
    return refusalOf(error) ?? { kind: "noResponse" };
  }
}

/** The server's refusal of a call; undefined where it did not answer. */
export function refusalOf(error: unknown): Refusal | undefined {
  if (!(error instanceof Error) || !("status" in error) || !("code" in error)) return undefined;
  const { status, code, message } = error;
  if (typeof status !== "number" || status === 0 || typeof code !== "string") return undefined;
  const details = "details" in error ? (error.details as Refusal["details"]) : {};
  return { kind: "refused", status, code, message, details };
}

/**
 * Makes a call and repeats it until its outcome is final.
 *
 * send/A1 without a response it is repeated without end: after 1 s doubling to 30 s, at once when the
 *    network is back;
 * send/A2 a status that says nothing about the call (401, 408, 429, 502, 503, 504) is treated alike;
 * send/A3 a 500 is repeated up to 8 times;
 * send/A4 every other answer is final;
 * send/A5 an aborted call ends at once;
 * send/A6 a call with a limit that is not answered by then counts as one without a response;
 * send/A7 an answer that the caller counts as final is final;
 * send/A8 a call that the caller does not want repeated any more ends as an aborted one.
 */
export async function requestWithRetry<R extends Endpoint>(
  ports: { readonly api: ApiCalls; readonly clock: Clock; readonly page: Page },
  endpoint: R,
  {
    limitMs,
    isFinal = () => false,
    mayRepeat = () => Promise.resolve(true),
    ...input
  }: ApiRequest<R> & {
    readonly signal: AbortSignal;
    /** Milliseconds for each answer; none without. */
    readonly limitMs?: number;
    readonly isFinal?: (refusal: Refusal) => boolean;
    /** Asked right before each repetition. */
    readonly mayRepeat?: () => Promise<boolean>;
  },
): Promise<FinalResult<ReplyOf<R>>> {
  let serverErrors = 0;
  for (let attempt = 1; ; attempt++) {
    const result = await (limitMs === undefined
      ? request(ports.api, endpoint, input as ApiRequest<R>)
      : requestWithin(ports, endpoint, input as ApiRequest<R> & typeof input, limitMs));
    if (result.kind === "answered" || result.kind === "aborted") return result;
    if (result.kind === "refused") {
      if (isFinal(result)) return result;
      if (!TRANSIENT.has(result.status))
        if (result.status !== 500 || ++serverErrors > SERVER_ERROR_RETRIES) return result;
    }
    await waitForNetwork(ports, attempt, input.signal);
    if (input.signal.aborted || !(await mayRepeat())) return { kind: "aborted" };
  }
}

/** Makes one call; one without an answer in `limitMs` milliseconds ends as one without a response. */
export async function requestWithin<R extends Endpoint>(
  ports: { readonly api: ApiCalls; readonly clock: Clock },
  endpoint: R,
  input: ApiRequest<R> & { readonly signal: AbortSignal },
  limitMs: number,
): Promise<Result<ReplyOf<R>>> {
  const limit = new AbortController();
  const cancel = ports.clock.after(limitMs, () => limit.abort());
  const signal = AbortSignal.any([input.signal, limit.signal]);
  const result = await request(ports.api, endpoint, { ...input, signal });
  cancel();
  return result.kind === "aborted" && !input.signal.aborted ? { kind: "noResponse" } : result;
}

/** Whether a refusal means that this page may not send any more: the lease or the upload is gone. */
export function isLeaseLost({ status, code }: Refusal): boolean {
  return [403, 404, 409].includes(status) && code !== "UPLOAD_POLICY_REFUSED";
}

const FIRST_MS = 1_000;
const LONGEST_MS = 30_000;

/** Milliseconds before a repetition (the first is attempt 1): 1 s doubling to 30 s, half of it jitter. */
export function backOff(attempt: number, random: number): number {
  const full = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(attempt - 1, 10));
  return full / 2 + (full / 2) * random;
}

/** Settles after some milliseconds, or as soon as the signal aborts. */
export function pause(clock: Clock, milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const end = (): void => {
      cancel();
      signal.removeEventListener("abort", end);
      resolve();
    };
    const cancel = clock.after(milliseconds, end);
    signal.addEventListener("abort", end, { once: true });
  });
}

/** Settles after the back-off of an attempt, at once when the network comes back or the signal aborts. */
export function waitForNetwork(
  ports: { readonly clock: Clock; readonly page: Page },
  attempt: number,
  signal: AbortSignal,
): Promise<void> {
  const online = new AbortController();
  const endListening = ports.page.onOnline(() => online.abort());
  const milliseconds = backOff(attempt, ports.clock.random());
  const early = AbortSignal.any([signal, online.signal]);
  return pause(ports.clock, milliseconds, early).finally(endListening);
}
