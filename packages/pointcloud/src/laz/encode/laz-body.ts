import type { ByteSink, LasBody, LasRecord, LasSettings } from "../../las/index.ts";
import { ChunkEncoder } from "./chunk-encoder.ts";
import { ChunkFile } from "./chunk-file.ts";
import { laszipRecord, layeredItems } from "./laszip-record.ts";

/** Points of a chunk, as LASzip has them. */
const CHUNK_POINTS = 50_000;

/** Points of formats 6 to 10 compressed as LAZ: layered chunks of 50,000, one of which is held. */
export class LazBody implements LasBody {
  readonly records: readonly LasRecord[];
  readonly isCompressed = true;
  readonly #file: ChunkFile;
  readonly #encoder: ChunkEncoder;
  readonly #held: Uint8Array;
  readonly #recordBytes: number;
  #heldBytes = 0;

  constructor(sink: ByteSink, { pointFormat, extraBytes = 0 }: LasSettings) {
    const items = layeredItems(pointFormat, extraBytes);
    this.records = [laszipRecord(items, CHUNK_POINTS)];
    this.#file = new ChunkFile(sink, false);
    this.#encoder = new ChunkEncoder(items, CHUNK_POINTS);
    this.#recordBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#held = new Uint8Array(CHUNK_POINTS * this.#recordBytes);
  }

  async begin(at: number): Promise<void> {
    await this.#file.begin(at);
  }

  async append(bytes: Uint8Array): Promise<void> {
    for (let done = 0; done < bytes.length;) {
      const taken = bytes.subarray(done, done + this.#held.length - this.#heldBytes);
      this.#held.set(taken, this.#heldBytes);
      this.#heldBytes += taken.length;
      done += taken.length;
      if (this.#heldBytes === this.#held.length) await this.#writeHeld();
    }
  }

  async end(): Promise<undefined> {
    if (this.#heldBytes > 0) await this.#writeHeld();
    await this.#file.end();
  }

  async #writeHeld(): Promise<void> {
    const points = this.#heldBytes / this.#recordBytes;
    await this.#file.append(this.#encoder.encode(this.#held, points), points);
    this.#heldBytes = 0;
  }
}
