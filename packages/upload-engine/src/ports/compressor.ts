/** A piece of one object, 8 MB at most: `index` is its place in the object. */
export interface Piece {
  readonly index: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a worker returns; a failure gives the source pieces back unless they are lost with it. */
export type CompressionResult =
  | { readonly ok: true; readonly frames: readonly Piece[] }
  | { readonly ok: false; readonly reason: string; readonly pieces?: readonly Piece[] };

/** Turns each source piece into one Zstandard frame. The bytes given are consumed. */
export interface CompressionWorker {
  compress(pieces: readonly Piece[]): Promise<CompressionResult>;
  close(): void;
}

export interface Compressor {
  /** Most workers that this machine has cores for. */
  readonly workers: number;
  start(): CompressionWorker;
}
