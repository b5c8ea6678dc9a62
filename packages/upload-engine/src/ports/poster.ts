import type { UploadAuthReply } from "@swath/contract/uploads";
import type { StoredBody } from "./preparer.ts";

/** Whether a connection broke under a post and the platform sent all of it again by itself, or it looks so. */
export type Resent = true | "perhaps";

export type PostOutcome =
  | { readonly kind: "stored"; readonly resent?: Resent }
  /** Answered 503: the store is busy. */
  | { readonly kind: "busy" }
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
