import type { SourceState, Unreadable } from "./preparer.ts";
import type { SourceFile } from "./source.ts";

/** Hashes ranges of source files where nothing is to be sent. */
export interface SourceHasher {
  /** XXH128 of `length` bytes from `offset` on, in 32 hex digits. */
  hash(
    file: SourceFile,
    range: { readonly offset: number; readonly length: number },
  ): Promise<string | Unreadable>;
  /** Looks at a file once more. Never rejects. */
  stateOf(file: SourceFile): Promise<SourceState>;
  close(): void;
}
