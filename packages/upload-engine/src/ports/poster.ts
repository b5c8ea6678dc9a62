import { type ErrorCode, S3_FULL_CODES } from "@swath/contract/errors";
import type { UploadAuthReply } from "@swath/contract/uploads";
import type { StoredBody } from "./preparer.ts";

/** Whether a connection broke under a post and the platform sent all of it again by itself, or it looks so. */
export type Resent = true | "perhaps";

export type PostOutcome =
  | { readonly kind: "stored"; readonly resent?: Resent }
  /** Answered 503: the store is busy. */
  | { readonly kind: "busy" }
  /** The store has no room, as it says itself. */
  | { readonly kind: "full" }
  /** Any other answer but a success. */
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "noResponse" }
  /** The body's own file can no longer be read. */
  | { readonly kind: "unreadable"; readonly path: string }
  | { readonly kind: "aborted" };

export interface PostOptions {
  readonly signal: AbortSignal;
  /**
   * Called with the bytes of the body handed over so far, with all of them before the answer is
   * awaited; each call is a sign of life.
   */
  onSent(bytes: number): void;
}

/**
 * Posts a form to the store: the fields in their order, then `file`. Never rejects. It sets no limit of
 * time of its own: the engine sees which posts are silent, and ends them by their signal, upon which a
 * post settles at once as aborted and its connection is closed.
 */
export interface Poster {
  post(form: UploadAuthReply, body: StoredBody, options: PostOptions): Promise<PostOutcome>;
  /** Whether an origin answers anything within 10 s; posts use the connection. Never rejects. */
  reach(origin: string): Promise<boolean>;
}

/** After which `reach` gives up. */
export const REACH_MS = 10_000;

/** Insufficient Storage (RFC 4918, section 11.5). */
const FULL_STATUS = 507;
/** Of Swath's own store, beside a 503. */
const FULL_CODE: ErrorCode = "STORE_FULL";

/** What a store's answer means, given its status and the start of its text. */
export function answeredPost(status: number, text: string): PostOutcome {
  if (status >= 200 && status < 300) return { kind: "stored" };
  const code = codeIn(text);
  if (status === FULL_STATUS || code === FULL_CODE || S3_FULL_CODES.has(code ?? ""))
    return { kind: "full" };
  if (status === 503) return { kind: "busy" };
  const message = `the store answered ${status}${code === undefined ? "" : ` ${code}`}`;
  return { kind: "refused", status, message };
}

/** The code that the store gave, as JSON or as S3's XML; never more than a line. */
function codeIn(text: string): string | undefined {
  const code = /"code"\s*:\s*"([A-Z_]+)"|<Code>(\w+)<\/Code>/.exec(text);
  return code?.[1] ?? code?.[2];
}
