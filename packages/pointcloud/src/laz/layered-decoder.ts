import { viewOf } from "@swath/survey/bytes";
import { type ArithmeticDecoder, SymbolModel } from "@swath/survey/laz";
import { decodeColors, decodeNearInfrared, decodeWaveform } from "./item-decoders.ts";
import { ColorModels, NearInfraredModels, WaveformModels } from "./models/index.ts";
import { ITEM, type LazItem } from "./record-plan.ts";
import { type ChunkLayers, chunkLayers, type Layers, type LeftOut } from "./chunk-layers.ts";
import { Point14Decoder } from "./point14-decoder.ts";

/** From this version on POINT14 tells the other items the channel of each point. */
const TELLS_CHANNEL = 4;
const COLOR_BYTES = 6;

/** Decodes an item of the next point to a place. */
type Step = (channel: number, to: Uint8Array, at: number) => void;

/**
 * A function that decodes the next point of a chunk of layers to a place in a batch of records, the
 * first point being decoded; `undefined` where its layers or its count of points do not fit.
 */
export function layeredDecoder(
  chunk: Uint8Array,
  items: readonly LazItem[],
  points: number,
  leftOut?: LeftOut,
) {
  const layers = chunkLayers(chunk, items, leftOut);
  if (layers === undefined || layers.points !== points) return undefined;
  if (points > 1 && layers.items[0]![0] === undefined) return undefined;
  const first = viewOf(chunk);
  const points14 = new Point14Decoder(layers.items[0]!, first);
  const steps = stepsOf(items, layers, chunk, points14.channel);
  const tells = items[0]!.version >= TELLS_CHANNEL;
  return {
    next(to: Uint8Array, at: number): void {
      points14.decode(to, at);
      const channel = tells || points14.channelChanged ? points14.channel : 0;
      for (const step of steps) step(channel, to, at);
    },
    /** Most bytes that a layer was read beyond its end. */
    get overrunBytes(): number {
      return Math.max(...layers.items.flat().map((layer) => layer?.overrunBytes ?? 0));
    },
  };
}

function stepsOf(
  items: readonly LazItem[],
  layers: ChunkLayers,
  first: Uint8Array,
  channel: number,
): Step[] {
  let place = items[0]!.bytes;
  return items.slice(1).map(({ type, bytes, version }, index) => {
    const at = place;
    place += bytes;
    const make = decodeOf(type, bytes, layers.items[index + 1]!);
    const channels = new Channels(channel, first.subarray(at, place), version, make);
    return (of, to, from) => {
      const { models, last } = channels.select(of);
      models(last.view);
      to.set(last.bytes, from + at);
    };
  });
}

/** Makes what decodes an item over the bytes of the last one, for a channel. */
function decodeOf(type: number, bytes: number, layers: Layers): () => (last: DataView) => void {
  const [layer, second] = layers;
  if (type === ITEM.waveform14)
    return () => {
      const packets = new WaveformModels();
      return (last) => layer && decodeWaveform(layer, packets, last, 0);
    };
  if (type === ITEM.bytes14) return () => bytesDecoder(bytes, layers);
  return () => {
    const colors = new ColorModels();
    const nearInfrared = new NearInfraredModels();
    return (last) => {
      if (layer !== undefined) decodeColors(layer, colors, last, 0);
      if (second !== undefined) decodeNearInfrared(second, nearInfrared, last, COLOR_BYTES);
    };
  };
}

/** Extra bytes, each in a layer of its own. */
function bytesDecoder(bytes: number, layers: Layers): (last: DataView) => void {
  const models = Array.from({ length: bytes }, () => new SymbolModel(256));
  const changing = layers.flatMap((layer, byte): [number, ArithmeticDecoder, SymbolModel][] =>
    layer === undefined ? [] : [[byte, layer, models[byte]!]],
  );
  return (last) => {
    for (const [byte, layer, model] of changing)
      last.setUint8(byte, (layer.symbol(model) + last.getUint8(byte)) & 255);
  };
}

/** The bytes of an item of the last point, to be decoded over. */
interface Last {
  readonly bytes: Uint8Array;
  readonly view: DataView;
}

function lastOf(of: Uint8Array): Last {
  // A copy; the bytes may be a view or a Buffer.
  const bytes = new Uint8Array(of);
  return { bytes, view: new DataView(bytes.buffer) };
}

/** Models of a scanner channel, and its last point, over which the next is decoded. */
interface Channel<Models> {
  readonly models: Models;
  readonly last: Last;
}

/** From this version on an item follows the scanner channel to the letter. */
const FOLLOWS = 4;

/**
 * Models of an item of a layered chunk for each of the four scanner channels, made from the last
 * point when a channel first appears. LASzip before version 4 decodes the first point of a
 * returning channel by that channel's models, but over the last point of the other channel.
 */
class Channels<Models> {
  readonly #make: () => Models;
  readonly #follows: boolean;
  readonly #channels: (Channel<Models> | undefined)[] = [];
  #current: Channel<Models>;

  constructor(channel: number, first: Uint8Array, version: number, make: () => Models) {
    this.#make = make;
    this.#follows = version >= FOLLOWS;
    this.#current = { models: make(), last: lastOf(first) };
    this.#channels[channel] = this.#current;
  }

  /** Goes on to the channel of the next point. */
  select(channel: number): Channel<Models> {
    const before = this.#current;
    const known = this.#channels[channel];
    if (known === before) return before;
    this.#current = known ?? { models: this.#make(), last: lastOf(before.last.bytes) };
    this.#channels[channel] = this.#current;
    if (known === undefined || this.#follows) return this.#current;
    return { models: this.#current.models, last: before.last };
  }
}
