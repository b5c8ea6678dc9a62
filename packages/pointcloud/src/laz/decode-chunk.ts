import { ArithmeticDecoder, SymbolModel } from "@swath/survey/laz";
import { decodeColors, decodeWaveform } from "./item-decoders.ts";
import { ColorModels, TimeModels, WaveformModels } from "./models/index.ts";
import type { LeftOut } from "./chunk-layers.ts";
import { ITEM, type LazItem } from "./record-plan.ts";
import { layeredDecoder } from "./layered-decoder.ts";
import { Point10Decoder } from "./point10-decoder.ts";
import { decodeTime } from "./time-decoder.ts";
import {
  BytesVersion1,
  Color12Version1,
  Point10Version1,
  Time11Version1,
} from "./version1-decoders.ts";

/** Records that are decoded at once. */
const BATCH = 4_096;
/** The coder may look a few bytes ahead of its last code. */
const AHEAD = 8;

type Step = (decoder: ArithmeticDecoder, point: DataView) => void;

/** Decodes the point after the last one to a place in a batch of records. */
interface PointDecoder {
  next(to: Uint8Array, at: number): void;
  /** How many bytes were read that are not there. */
  readonly overrunBytes: number;
}

/**
 * Records of a chunk of points, in batches: of formats 0 to 5 (items of LASzip's versions 1 and 2) or,
 * in layers, of 6 to 10 (versions 2 to 4). The first point stands as it is, the codes of the others
 * follow. `undefined` in place of a batch where codes are damaged. Layers of formats 6 to 10 that nobody
 * looks at are `leftOut`.
 */
export function* decodeChunk(
  chunk: Uint8Array,
  items: readonly LazItem[],
  points: number,
  leftOut?: LeftOut,
): Generator<Uint8Array | undefined, void, void> {
  const recordBytes = items.reduce((total, { bytes }) => total + bytes, 0);
  const decoder = chunk.length < recordBytes ? undefined : decoderOf(chunk, items, points, leftOut);
  if (decoder === undefined) {
    yield undefined;
    return;
  }
  for (let done = 0; done < points;) {
    const count = Math.min(BATCH, points - done);
    const batch = new Uint8Array(count * recordBytes);
    if (done === 0) batch.set(chunk.subarray(0, recordBytes));
    for (let index = done === 0 ? 1 : 0; index < count; index += 1)
      decoder.next(batch, index * recordBytes);
    if (decoder.overrunBytes > AHEAD) {
      yield undefined;
      return;
    }
    yield batch;
    done += count;
  }
}

function decoderOf(
  chunk: Uint8Array,
  items: readonly LazItem[],
  points: number,
  leftOut: LeftOut | undefined,
): PointDecoder | undefined {
  if (items[0]?.type === ITEM.point14) return layeredDecoder(chunk, items, points, leftOut);
  const recordBytes = items.reduce((total, { bytes }) => total + bytes, 0);
  // A copy; the chunk may be a view or a Buffer.
  const record = new Uint8Array(chunk.subarray(0, recordBytes));
  const point = new DataView(record.buffer);
  const decoder = new ArithmeticDecoder(chunk, recordBytes);
  const steps = stepsOf(items, point);
  return {
    next(to, at) {
      for (const step of steps) step(decoder, point);
      to.set(record, at);
    },
    get overrunBytes() {
      return decoder.overrunBytes;
    },
  };
}

/** The decoding steps of a point, in the order of the items. */
function stepsOf(items: readonly LazItem[], point: DataView): Step[] {
  let at = 0;
  return items.map((item) => {
    const step = stepOf(item, point, at);
    at += item.bytes;
    return step;
  });
}

function stepOf({ type, bytes, version }: LazItem, first: DataView, at: number): Step {
  const old = version < 2;
  if (type === ITEM.point10) {
    const decoder = old ? new Point10Version1() : new Point10Decoder();
    return (codes, point) => decoder.decode(codes, point);
  }
  if (type === ITEM.time11) {
    if (!old) {
      const models = new TimeModels(first, at, false);
      return (codes, point) => decodeTime(codes, models, point, at);
    }
    const decoder = new Time11Version1(first.getBigInt64(at, true));
    return (codes, point) => point.setBigInt64(at, decoder.decode(codes), true);
  }
  if (type === ITEM.color12) {
    if (!old) {
      const models = new ColorModels();
      return (codes, point) => decodeColors(codes, models, point, at);
    }
    const decoder = new Color12Version1();
    return (codes, point) => decoder.decode(codes, point, at);
  }
  if (type === ITEM.waveform13) {
    const models = new WaveformModels();
    return (codes, point) => decodeWaveform(codes, models, point, at);
  }
  if (old) {
    const decoder = new BytesVersion1(bytes);
    return (codes, point) => decoder.decode(codes, point, at);
  }
  const models = Array.from({ length: bytes }, () => new SymbolModel(256));
  return (codes, point) => {
    for (const [byte, model] of models.entries())
      point.setUint8(at + byte, (codes.symbol(model) + point.getUint8(at + byte)) & 255);
  };
}
