import { CHANGED } from "../models/index.ts";
import type { ChunkScan } from "./chunk-scan.ts";

const CHANNELS = 4;
/** From this version on items follow the channel to the letter. */
const FOLLOWS_CHANNELS = 4;

/**
 * What the codes of a chunk's other items depend on. Those of LASzip's version 3 follow the scanner
 * channel at points where it changes, else the channel 0; the first point of one that returns is coded
 * by its models, but over the last point of the other.
 */
export class ItemScan {
  view: DataView = new DataView(new ArrayBuffer(0));
  bytes: Uint8Array = new Uint8Array();
  stride = 0;
  count = 0;
  /** Place of the record by which each is coded, and number of the models. */
  readonly before: Int32Array;
  readonly contexts: Uint8Array;
  #known: readonly boolean[] = [];

  constructor(points: number) {
    this.before = new Int32Array(points);
    this.contexts = new Uint8Array(points);
  }

  follow(scan: ChunkScan, version: number): void {
    const { view, bytes, stride, count, before, channels } = scan;
    this.view = view;
    this.bytes = bytes;
    this.stride = stride;
    this.count = count;
    if (version < FOLLOWS_CHANNELS) return this.#followChanges(scan);
    this.before.set(before.subarray(0, count));
    this.contexts.set(channels.subarray(0, count));
    this.#known = Array.from({ length: CHANNELS }, (_, channel) =>
      channels.subarray(0, count).includes(channel),
    );
  }

  #followChanges({ stride, count, changes, channels, firstChannel }: ChunkScan): void {
    const last = new Int32Array(CHANNELS).fill(-1);
    let current = firstChannel;
    last[current] = 0;
    for (let point = 1, at = stride; point < count; point += 1, at += stride) {
      const context = (changes[point]! & CHANGED.channel) === 0 ? 0 : channels[point]!;
      this.before[point] = last[current]!;
      this.contexts[point] = context;
      // A new channel has a last point of its own; one that returns leaves this one to the other.
      const isKnown = last[context]! >= 0;
      last[isKnown ? current : context] = at;
      current = context;
    }
    this.#known = [...last].map((at) => at >= 0);
  }

  /** Models of each channel that there is. */
  models<Models>(make: () => Models): (Models | undefined)[] {
    return this.#known.map((isKnown) => (isKnown ? make() : undefined));
  }
}
