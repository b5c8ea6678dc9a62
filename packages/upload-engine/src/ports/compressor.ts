/** A run of one object's bytes: `index` is its place in the object. */
export interface Piece {
  readonly index: number;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** What a worker answers; a failure gives the source pieces back unless they are lost with it. */
export type CompressionResult =
  | { readonly ok: true; readonly frames: readonly Piece[] }
  | { readonly ok: false; readonly reason: string; readonly pieces?: readonly Piece[] };

/** Turns each source piece into one Zstandard frame of level 3. The bytes given are consumed. */
export interface CompressionWorker {
  compress(pieces: readonly Piece[]): Promise<CompressionResult>;
  close(): void;
}

export interface Compressor {
  /** Most workers this machine gains from. */
  readonly workers: number;
  start(): CompressionWorker;
}
