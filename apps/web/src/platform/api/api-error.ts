import type { ErrorBody } from "@swath/contract/errors";
import { membersOf } from "@swath/contract/read-value";

/** A browser does not tell which of the two it was. */
const NO_STORE = "The store does not answer, or does not let pages of this address read it.";

/**
 * Fetches a presigned address of the object store, its first bytes alone where `first` says how many;
 * a refusal is thrown as an ApiError.
 */
export async function fetchStored(
  url: string,
  signal: AbortSignal,
  first?: number,
): Promise<Response> {
  const reply = await fetch(url, {
    signal,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    ...(first !== undefined && { headers: { range: `bytes=0-${first - 1}` } }),
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError({ status: 0, code: "UNREACHABLE", message: NO_STORE }, { cause });
  });
  if (reply.ok) return reply;
  const message = `The store answered ${reply.status}.`;
  throw new ApiError({ status: reply.status, code: "UNREADABLE", message });
}

/** Bytes of a stored file, and the tag of the object that they are of, where the store tells it. */
export interface StoredRange {
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly tag: string | null;
}

/** Fetches bytes of a presigned address from `start` on and before `end`; a refusal is thrown as an ApiError. */
export async function fetchRange(
  url: string,
  { start, end }: { readonly start: number; readonly end: number },
  signal: AbortSignal,
): Promise<StoredRange> {
  const reply = await fetch(url, {
    signal,
    credentials: "omit",
    referrerPolicy: "no-referrer",
    headers: { range: `bytes=${start}-${end - 1}` },
  }).catch((cause: unknown) => {
    if (signal.aborted) throw cause;
    throw new ApiError({ status: 0, code: "UNREACHABLE", message: NO_STORE }, { cause });
  });
  const refused = (message: string): ApiError =>
    new ApiError({ status: reply.status, code: "UNREADABLE", message });
  if (reply.status !== 206) {
    await reply.body?.cancel();
    throw refused(
      reply.ok ? "The store does not answer by ranges." : `The store answered ${reply.status}.`,
    );
  }
  const bytes = new Uint8Array(await reply.arrayBuffer());
  if (bytes.length !== end - start) throw refused("The store answered with another range.");
  return { bytes, tag: reply.headers.get("etag") };
}

/** The first bytes of a stored file, however many the store sends: one may not know ranges. */
export async function readFirst(reply: Response, most: number): Promise<Uint8Array<ArrayBuffer>> {
  const bytes = new Uint8Array(most);
  let filled = 0;
  // Leaving the loop cancels what is still to come.
  for await (const piece of reply.body ?? []) {
    const part = piece.subarray(0, most - filled);
    bytes.set(part, filled);
    filled += part.length;
    if (filled === most) break;
  }
  return bytes.subarray(0, filled);
}

export interface ApiFailure {
  /** HTTP status; 0 where no answer came. */
  readonly status: number;
  /** A code of the contract, or `UNREACHABLE` or `UNREADABLE` where the server gave none. */
  readonly code: string;
  readonly message: string;
  readonly details?: Readonly<Record<string, unknown>>;
  readonly requestId?: string | undefined;
  /** How long the server asked to wait before the next attempt, where it said. */
  readonly retryAfterMs?: number | undefined;
}

/** A call that the server refused, or that never reached it. */
export class ApiError extends Error {
  override readonly name = "ApiError";
  readonly status: number;
  readonly code: string;
  readonly details: Readonly<Record<string, unknown>>;
  readonly requestId: string | undefined;
  readonly retryAfterMs: number | undefined;

  constructor(failure: ApiFailure, options?: { cause?: unknown }) {
    super(failure.message, options);
    this.status = failure.status;
    this.code = failure.code;
    this.details = failure.details ?? {};
    this.requestId = failure.requestId;
    this.retryAfterMs = failure.retryAfterMs;
  }
}

/** The error of a call to which no answer came. */
export function unreachable(cause: unknown): ApiError {
  return new ApiError(
    { status: 0, code: "UNREACHABLE", message: "The server cannot be reached." },
    { cause },
  );
}

/** The error of a call that was not made, since there is no token to make it with. */
export function notSignedIn(): ApiError {
  return new ApiError({
    status: 401,
    code: "UNAUTHENTICATED",
    message: "The sign-in could not be renewed.",
  });
}

/** What an answer says of an error; undefined where it is none of the server's. */
export function errorBodyOf(answer: unknown): ErrorBody | undefined {
  const { code, message, details, requestId } = membersOf(answer);
  return typeof code === "string" &&
    typeof message === "string" &&
    typeof requestId === "string" &&
    membersOf(details) === details
    ? { code, message, details: { ...details }, requestId }
    : undefined;
}

/** The error that an answer outside 2xx stands for. */
export async function refusal(response: Response): Promise<ApiError> {
  const body = errorBodyOf(await response.json().catch(() => undefined));
  const retryAfterMs = retryAfter(response.headers.get("retry-after"));
  if (body !== undefined) return new ApiError({ status: response.status, ...body, retryAfterMs });
  return new ApiError({
    status: response.status,
    code: "UNREADABLE",
    message: `The server answered ${response.status}.`,
    requestId: response.headers.get("x-request-id") ?? undefined,
    retryAfterMs,
  });
}

/** Seconds or a date (RFC 9110, section 10.2.3). */
function retryAfter(header: string | null): number | undefined {
  if (header === null || header.trim() === "") return undefined;
  const seconds = Number(header);
  const ms = Number.isNaN(seconds) ? Date.parse(header) - Date.now() : seconds * 1000;
  return Number.isFinite(ms) ? Math.max(0, ms) : undefined;
}
