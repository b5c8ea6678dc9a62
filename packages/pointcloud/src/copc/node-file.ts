import type { ByteSink } from "../las/index.ts";
import { ChunkEncoder, ChunkFile, type LazItem } from "../laz/index.ts";
import type { HierarchyEntry, NodeKey } from "./copc-records.ts";

/** Writes nodes of an octree, each as a chunk, and keeps where they are. */
export class NodeFile {
  readonly entries: HierarchyEntry[] = [];
  readonly file: ChunkFile;
  readonly #encoder: ChunkEncoder;
  readonly #recordBytes: number;
  readonly #onWritten: (points: number) => void;
  #points = 0;

  constructor(
    sink: ByteSink,
    items: readonly LazItem[],
    points: number,
    onWritten: (points: number) => void,
  ) {
    this.#onWritten = onWritten;
    this.file = new ChunkFile(sink, true);
    this.#encoder = new ChunkEncoder(items, points);
    this.#recordBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
  }

  async write(key: NodeKey, records: Uint8Array): Promise<void> {
    const points = records.length / this.#recordBytes;
    const { at } = this.file;
    const chunk = this.#encoder.encode(records, points);
    await this.file.append(chunk, points);
    this.entries.push({ key, at, bytes: chunk.length, points });
    this.#points += points;
    this.#onWritten(this.#points);
  }
}
