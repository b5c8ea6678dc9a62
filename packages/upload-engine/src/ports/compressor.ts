/** A chunk of one object, 8 MB at most: `index` is its place in the object. */
export interface Chunk {
  readonly index: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a worker returns; a failure gives the source chunks back unless they are lost with it. */
export type CompressionResult =
  | { readonly ok: true; readonly frames: readonly Chunk[] }
  | { readonly ok: false; readonly reason: string; readonly chunks?: readonly Chunk[] };

/** Turns each source chunk into one Zstandard frame. The bytes given are consumed. */
export interface CompressionWorker {
  compress(chunks: readonly Chunk[]): Promise<CompressionResult>;
  close(): void;
}

export interface Compressor {
  /** Most workers that this machine has cores for. */
  readonly workers: number;
  start(): CompressionWorker;
}
