/** A file of the chosen folder. Opaque to the core: the driver that made it knows how to read it. */
export interface SourceFile {
  /** Path from the chosen folder on, with `/`. */
  readonly path: string;
  /** Bytes, as they were when the folder was chosen. */
  readonly size: number;
}

/**
 * A file compared with its state when the folder was chosen: `changed` in size or time, or gone;
 * `touched` where only the time of its status differs, which is given, so that its content is compared.
 */
export type SourceState = "unchanged" | "changed" | { readonly touched: string };

/** The file of that path is gone, changed or refuses to be read. */
export interface Unreadable {
  readonly unreadable: string;
  readonly reason: string;
}

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
