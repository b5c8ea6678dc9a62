/** Whether the memory of chunks stays their giver's, or may be freed once they are written. */
export type ChunkMemory = "borrowed" | "givenAway";

/** The permit to write, which files take in turn. */
export interface WriteSemaphore {
  /** Whether others wait for theirs. */
  readonly areAwaited: () => boolean;
  /** Writes so many bytes when it is their turn. */
  readonly run: (bytes: number, write: () => Promise<void>) => Promise<void>;
}

/** How the chunks of a file are written. */
export interface Writing {
  readonly memory: ChunkMemory;
  readonly turns?: WriteSemaphore;
}

/** Writes the chunks of a file one behind the other. */
export interface Output {
  /** Takes a chunk; a promise means that the next one should wait for it. */
  add(chunk: Uint8Array): Promise<void> | undefined;
  /** Settles once all that was added is written. */
  written(): Promise<void>;
  /** Lets go of what it holds, whether all was written or not. */
  close(): Promise<void>;
}
