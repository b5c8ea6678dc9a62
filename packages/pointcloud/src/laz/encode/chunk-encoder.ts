import { ITEM, type LazItem } from "../record-plan.ts";
import { POINT14_BYTES, Point14Models } from "../models/index.ts";
import { ArithmeticEncoder } from "./arithmetic-encoder.ts";
import { ChunkScan } from "./chunk-scan.ts";
import {
  encodeAngles,
  encodeClasses,
  encodeFlags,
  encodeIntensities,
  encodeSources,
  encodeUsers,
} from "./encode-fields.ts";
import { encodeByte, encodeColors, encodeNearInfrared, encodeWaveforms } from "./encode-items.ts";
import { type ChannelModels, encodeHeights, encodePlaces } from "./encode-places.ts";
import { encodeTimes } from "./encode-times.ts";
import { ItemScan } from "./item-scan.ts";

const COLOR_BYTES = 6;

/** Encodes chunks of points of formats 6 to 10, byte by byte as LASzip does (items of versions 3 and 4). */
export class ChunkEncoder {
  readonly #items: readonly LazItem[];
  readonly #recordBytes: number;
  #points: number;
  readonly #encoder = new ArithmeticEncoder();
  #scan: ChunkScan;
  #itemScan: ItemScan;
  /** Bytes of each layer. */
  readonly #layers: number[] = [];

  /** `points`: the most that chunks have; the room of a larger one is made when it comes. */
  constructor(items: readonly LazItem[], points: number) {
    this.#items = items;
    this.#recordBytes = items.reduce((sum, { bytes }) => sum + bytes, 0);
    this.#points = points;
    this.#scan = new ChunkScan(points);
    this.#itemScan = new ItemScan(points);
  }

  /** A chunk of the first `count` records: the first one, the count, bytes of the layers, the layers. */
  encode(records: Uint8Array, count: number): Uint8Array {
    if (count < 1 || count * this.#recordBytes > records.length)
      throw new RangeError(`a chunk of ${count} points`);
    this.#makeRoom(count);
    this.#encoder.clear();
    this.#layers.length = 0;
    this.#scan.scan(records, this.#recordBytes, count);
    this.#encodePoints();
    this.#itemScan.follow(this.#scan, this.#items[0]!.version);
    let offset = POINT14_BYTES;
    for (const item of this.#items.slice(1)) {
      this.#encodeItem(item, offset);
      offset += item.bytes;
    }
    return this.#chunk(records, count);
  }

  #makeRoom(points: number): void {
    if (points <= this.#points) return;
    this.#points = points;
    this.#scan = new ChunkScan(points);
    this.#itemScan = new ItemScan(points);
  }

  #encodePoints(): void {
    const [encoder, scan] = [this.#encoder, this.#scan];
    const { changed } = scan;
    const models: ChannelModels = [];
    encodePlaces(encoder, scan, models, (at) => new Point14Models(scan.view, at));
    this.#end(true);
    const layer = (isChanged: boolean, encode: typeof encodeHeights): void => {
      if (isChanged) for (const run of scan.runs) encode(encoder, scan, models[run.channel]!, run);
      this.#end(isChanged);
    };
    layer(true, encodeHeights);
    layer(changed.classes, encodeClasses);
    layer(changed.flags, encodeFlags);
    layer(changed.intensity, encodeIntensities);
    layer(changed.angle, encodeAngles);
    layer(changed.user, encodeUsers);
    layer(changed.source, encodeSources);
    layer(changed.time, encodeTimes);
  }

  #encodeItem({ type, bytes }: LazItem, offset: number): void {
    const [encoder, scan] = [this.#encoder, this.#itemScan];
    if (type === ITEM.waveform14) this.#end(encodeWaveforms(encoder, scan, offset));
    else if (type === ITEM.bytes14)
      for (let byte = 0; byte < bytes; byte += 1)
        this.#end(encodeByte(encoder, scan, offset + byte));
    else {
      this.#end(encodeColors(encoder, scan, offset));
      if (type === ITEM.nearInfrared14)
        this.#end(encodeNearInfrared(encoder, scan, offset + COLOR_BYTES));
    }
  }

  /** Ends a layer, which has no bytes where nothing in it changes. */
  #end(isChanged: boolean): void {
    this.#layers.push(isChanged ? this.#encoder.end() : this.#encoder.drop());
  }

  #chunk(records: Uint8Array, count: number): Uint8Array {
    const [first, { bytes }] = [this.#recordBytes, this.#encoder];
    const head = first + 4 + this.#layers.length * 4;
    const chunk = new Uint8Array(head + bytes.length);
    chunk.set(records.subarray(0, first));
    const view = new DataView(chunk.buffer);
    view.setUint32(first, count, true);
    for (const [layer, length] of this.#layers.entries())
      view.setUint32(first + 4 + layer * 4, length, true);
    chunk.set(bytes, head);
    return chunk;
  }
}
