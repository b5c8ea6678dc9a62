import type { ByteSink } from "../../las/index.ts";
import { chunkTableBytes, type WrittenChunk } from "./chunk-table.ts";

const POINTER = 8;

/** The part of a LAZ file behind its records: the place of the chunk table, chunks, the table. */
export class ChunkFile {
  readonly #sink: ByteSink;
  readonly #isVariable: boolean;
  readonly #chunks: WrittenChunk[] = [];
  #start = 0;
  /** Where the next bytes of the file will stand. */
  at = 0;

  constructor(sink: ByteSink, isVariable: boolean) {
    this.#sink = sink;
    this.#isVariable = isVariable;
  }

  async begin(at: number): Promise<void> {
    this.#start = at;
    this.at = at + POINTER;
    await this.#sink.write(pointer(-1));
  }

  async append(chunk: Uint8Array, points: number): Promise<void> {
    await this.#sink.write(chunk);
    this.#chunks.push({ points, bytes: chunk.length });
    this.at += chunk.length;
  }

  async end(): Promise<void> {
    const table = chunkTableBytes(this.#chunks, this.#isVariable);
    await this.#sink.overwrite(this.#start, pointer(this.at));
    await this.#sink.write(table);
    this.at += table.length;
  }
}

function pointer(at: number): Uint8Array {
  const bytes = new Uint8Array(POINTER);
  new DataView(bytes.buffer).setBigInt64(0, BigInt(at), true);
  return bytes;
}
