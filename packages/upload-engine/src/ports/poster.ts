import type { UploadAuthReply } from "@swath/contract/uploads";
import type { StoredBody } from "./preparer.ts";

export type PostOutcome =
  | { readonly kind: "stored" }
  /** Answered 503: the store is busy. */
  | { readonly kind: "busy" }
  /** Any other answer but a success. */
  | { readonly kind: "refused"; readonly status: number; readonly message: string }
  | { readonly kind: "noResponse" }
  /** The body's own file can no longer be read. */
  | { readonly kind: "unreadable"; readonly path: string }
  | { readonly kind: "aborted" };

/** Posts a form to the store: the fields in their order, then `file`. Never rejects. */
export interface Poster {
  post(
    form: UploadAuthReply,
    body: StoredBody,
    /** `onSent` is called with the bytes of the body sent so far. */
    options: { readonly signal: AbortSignal; onSent(bytes: number): void },
  ): Promise<PostOutcome>;
}
