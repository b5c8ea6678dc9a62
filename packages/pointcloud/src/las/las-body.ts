import type { LasRecord } from "./las-record.ts";

/** Sink of a file: takes its bytes in order, and its header again at the end. */
export interface ByteSink {
  write(bytes: Uint8Array): Promise<void>;
  /** Writes over bytes that are written already. */
  overwrite(at: number, bytes: Uint8Array): Promise<void>;
}

/** Where the extended records of a file stand, and how many there are. */
export interface ExtendedRecords {
  readonly start: number;
  readonly count: number;
}

/** The points of a file that is written, as they are coded. */
export interface LasBody {
  /** Records of the coding, before all others; at the end they are written once more. */
  readonly records: readonly LasRecord[];
  readonly isCompressed: boolean;
  /** Begins at a place of the file. */
  begin(at: number): Promise<void>;
  /** Appends records of points. */
  append(bytes: Uint8Array): Promise<void>;
  end(): Promise<ExtendedRecords | undefined>;
}

/** Points as they are. */
export class PlainBody implements LasBody {
  readonly records = [];
  readonly isCompressed = false;
  readonly #sink: ByteSink;

  constructor(sink: ByteSink) {
    this.#sink = sink;
  }

  async begin(): Promise<void> {}

  async append(bytes: Uint8Array): Promise<void> {
    await this.#sink.write(bytes);
  }

  async end(): Promise<undefined> {}
}
