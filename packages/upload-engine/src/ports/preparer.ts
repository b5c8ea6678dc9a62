import type { WireAlgorithm } from "@swath/contract/settings";

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

/** Most objects that are prepared at once: a preparer needs no more workers. */
export const MAX_CONCURRENT_READS = 2;

/** A range of a source file's bytes. */
export interface SourceRange {
  readonly file: SourceFile;
  readonly offset: number;
  readonly length: number;
}

/** A range of a source file within the object to be prepared. */
export interface SourceSegment extends SourceRange {
  /** Whether it is stored as Zstandard frames. */
  readonly zipped: boolean;
}

/** A body that a poster of the same driver can send; opaque to the core. */
export interface StoredBody {
  /** Bytes as they will be posted. */
  readonly size: number;
}

interface PreparedSegment {
  readonly storedBytes: number;
  /** Of its source bytes, in 32 hex digits. */
  readonly xxh128: string;
  /** Whether it is stored as Zstandard frames. */
  readonly zipped: boolean;
}

export interface PreparedObject {
  readonly body: StoredBody;
  /** Of the stored bytes, base64, in the wire algorithm asked for. */
  readonly checksum: string;
  /** One for each source segment. */
  readonly segments: readonly PreparedSegment[];
}

export interface ReadBatch {
  /** What must be compressed and returned by `addFrames`; chunks stored as they are stay inside. */
  readonly chunks: readonly Chunk[];
  /** Whether these were the object's last bytes. */
  readonly done: boolean;
}

/** One object being prepared, off the page's thread; its bytes are hashed in order as they pass. */
export interface Preparation {
  /** Reads the next 8 MB or less. A failed read may be repeated. */
  read(): Promise<ReadBatch | Unreadable>;
  /** Takes frames in place of their source chunks, in any order. The bytes given are consumed. */
  addFrames(frames: readonly Chunk[]): Promise<void>;
  /** The whole object; rejects unless all is read and all frames are there. */
  finish(): Promise<PreparedObject>;
  close(): void;
}

export interface Preparer {
  /** Whether the system tells when the status of a file was last changed (ctime). */
  readonly seesStatus: boolean;
  /** A whole object or a piece of one: any ranges, in order; chunks are counted from each range's start. */
  open(segments: readonly SourceSegment[], wire: WireAlgorithm): Preparation;
  /** A range sent untouched: only its checksums are computed, its bytes are read again as they are posted. */
  prepareRange(range: SourceRange, wire: WireAlgorithm): Promise<PreparedObject | Unreadable>;
  /** Looks at a file once more. Never rejects. */
  stateOf(file: SourceFile): Promise<SourceState>;
  /** Bytes made by the engine itself. */
  prepareBytes(bytes: Uint8Array<ArrayBuffer>, wire: WireAlgorithm): Promise<PreparedObject>;
  /** Gives back the memory of a body that is not posted any more; owed to each that was prepared. */
  release(body: StoredBody): void;
}
