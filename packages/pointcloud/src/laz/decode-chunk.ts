import { ArithmeticDecoder, SymbolModel } from "./arithmetic-decoder.ts";
import { Color12Decoder } from "./color12-decoder.ts";
import { ITEM, type LazItem } from "./laszip-record.ts";
import { Point10Decoder } from "./point10-decoder.ts";
import { Time11Decoder } from "./time11-decoder.ts";
import { BytesVersion1, Color12Version1 } from "./version1/bytes-decoder.ts";
import { Point10Version1 } from "./version1/point10-decoder.ts";
import { Time11Version1 } from "./version1/time11-decoder.ts";
import { Waveform13Decoder } from "./waveform13-decoder.ts";

/** Records that are decoded at once. */
const BATCH = 4_096;

type Step = (decoder: ArithmeticDecoder, point: DataView) => void;

/**
 * Records of a chunk of points of formats 0 to 5 (items of LASzip's versions 1 and 2), in batches, without
 * waveform packets. The first point stands as it is, the codes of the others follow. `undefined` in
 * place of a batch where codes are damaged.
 */
export function* decodeChunk(
  chunk: Uint8Array,
  items: readonly LazItem[],
  points: number,
): Generator<Uint8Array | undefined, void, void> {
  const kept = items.filter(({ type }) => type !== ITEM.waveform13);
  const recordBytes = sum(kept);
  const firstBytes = sum(items);
  if (chunk.length < firstBytes) {
    yield undefined;
    return;
  }
  const record = firstRecord(chunk, items, recordBytes);
  const point = new DataView(record.buffer);
  const decoder = new ArithmeticDecoder(chunk, firstBytes);
  const steps = stepsOf(items, point);
  for (let done = 0; done < points;) {
    const count = Math.min(BATCH, points - done);
    const batch = new Uint8Array(count * recordBytes);
    for (let index = 0; index < count; index += 1) {
      if (done + index > 0) for (const step of steps) step(decoder, point);
      batch.set(record, index * recordBytes);
    }
    // The coder may look a few bytes ahead of its last code.
    if (decoder.overrunBytes > 8) {
      yield undefined;
      return;
    }
    yield batch;
    done += count;
  }
}

const sum = (items: readonly LazItem[]): number =>
  items.reduce((total, { bytes }) => total + bytes, 0);

function firstRecord(
  chunk: Uint8Array,
  items: readonly LazItem[],
  recordBytes: number,
): Uint8Array<ArrayBuffer> {
  const record = new Uint8Array(recordBytes);
  let [from, to] = [0, 0];
  for (const { type, bytes } of items) {
    const kept = type !== ITEM.waveform13;
    if (kept) record.set(chunk.subarray(from, from + bytes), to);
    from += bytes;
    if (kept) to += bytes;
  }
  return record;
}

/** What is decoded for each point, in the order of the items. */
function stepsOf(items: readonly LazItem[], point: DataView): Step[] {
  let at = 0;
  return items.map((item) => {
    const step = stepOf(item, point, at);
    if (item.type !== ITEM.waveform13) at += item.bytes;
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
    const time = first.getBigInt64(at, true);
    const decoder = old ? new Time11Version1(time) : new Time11Decoder(time);
    return (codes, point) => point.setBigInt64(at, decoder.decode(codes), true);
  }
  if (type === ITEM.color12) {
    const decoder = old ? new Color12Version1() : new Color12Decoder();
    return (codes, point) => decoder.decode(codes, point, at);
  }
  if (type === ITEM.waveform13) {
    const decoder = new Waveform13Decoder();
    return (codes) => decoder.skip(codes);
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
