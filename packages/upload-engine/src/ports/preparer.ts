import type { WireAlgorithm } from "@swath/contract/settings";
import type { Piece } from "./compressor.ts";
import type { SourceFile } from "./source.ts";

/** A run of a file's bytes within the object to be prepared. */
export interface SourceRun {
  readonly file: SourceFile;
  readonly offset: number;
  readonly length: number;
  /** Whether it is stored as Zstandard frames. */
  readonly zipped: boolean;
}

export interface ObjectOrder {
  readonly runs: readonly SourceRun[];
  readonly wire: WireAlgorithm;
}

/** A body that a poster of the same driver can send; opaque to the core. */
export interface StoredBody {
  /** Bytes as they will be posted. */
  readonly size: number;
}

export interface PreparedSegment {
  readonly storedBytes: number;
  /** Of its source bytes, in 32 hex digits. */
  readonly xxh128: string;
  /** Whether it is stored as Zstandard frames. */
  readonly zipped: boolean;
}

export interface PreparedObject {
  readonly body: StoredBody;
  /** Of the stored bytes, base64, in the order's wire algorithm. */
  readonly checksum: string;
  /** One for each run. */
  readonly segments: readonly PreparedSegment[];
}

/** The file of that path is gone, changed or refuses to be read. */
export interface Unreadable {
  readonly unreadable: string;
  readonly reason: string;
}

export interface ReadBatch {
  /** What must be compressed and brought back by `keep`; pieces stored as they are stay inside. */
  readonly pieces: readonly Piece[];
  /** Whether these were the object's last bytes. */
  readonly done: boolean;
}

/** One object in the making, off the page's thread; its bytes are hashed in order as they pass. */
export interface Preparation {
  /** Reads up to about 8 MB on. A failed read may be made again. */
  read(): Promise<ReadBatch | Unreadable>;
  /** Takes frames in place of their source pieces, in any order. The bytes given are consumed. */
  keep(frames: readonly Piece[]): Promise<void>;
  /** The whole object; only once all is read and kept. */
  seal(): Promise<PreparedObject>;
  close(): void;
}

export interface Preparer {
  open(order: ObjectOrder): Preparation;
  /** Tells which file will be asked for as a whole next, so that its reading may begin. */
  expect(file: SourceFile, wire: WireAlgorithm): void;
  /** A file sent untouched: only its bytes' checksums are made, the body is the file itself. */
  whole(file: SourceFile, wire: WireAlgorithm): Promise<PreparedObject | Unreadable>;
  /** Bytes made by the engine itself. */
  bytes(bytes: Uint8Array<ArrayBuffer>, wire: WireAlgorithm): Promise<PreparedObject>;
}
