import { IntegerDecoder, SymbolModel } from "@swath/survey/laz";
import { SymbolModels } from "../symbol-models.ts";
import { RunningMedian } from "../running-median.ts";
import { TimeDecoder } from "../time-decoder.ts";

const POINT_BYTES = 30;
/** Where fields stand in a record of format 6 (LAS 1.4-R15, table 14). */
export const AT = {
  x: 0,
  y: 4,
  z: 8,
  intensity: 12,
  returns: 14,
  flags: 15,
  classification: 16,
  user: 17,
  angle: 18,
  source: 20,
  time: 22,
} as const;

const models = (count: number, symbols: number): SymbolModel[] =>
  Array.from({ length: count }, () => new SymbolModel(symbols));
const medians = (): RunningMedian[] => Array.from({ length: 12 }, () => new RunningMedian());

/** What the points of a scanner channel are decoded by, and the last one of them. */
export class Point14Context {
  readonly last: DataView;
  /** The bytes of the last point. */
  readonly bytes: Uint8Array;
  /** Whether the last point came with another time than the one before it. */
  timeChanged = false;
  readonly changed = models(8, 128);
  readonly channel = new SymbolModel(3);
  readonly returnCounts = new SymbolModels(16);
  readonly returnNumbers = new SymbolModels(16);
  readonly returnNumberOfSameTime = new SymbolModel(13);
  readonly dx = new IntegerDecoder(32, 2);
  readonly dy = new IntegerDecoder(32, 22);
  readonly z = new IntegerDecoder(32, 20);
  readonly medianX = medians();
  readonly medianY = medians();
  readonly heights = new Int32Array(8);
  readonly classes = new SymbolModels();
  readonly flags = new SymbolModels(64);
  readonly users = new SymbolModels();
  readonly intensity = new IntegerDecoder(16, 4);
  readonly intensities = new Uint16Array(8);
  readonly angle = new IntegerDecoder(16, 2);
  readonly source = new IntegerDecoder(16);
  readonly time: TimeDecoder;

  /** Begins with the point before. */
  constructor(before: DataView) {
    this.bytes = new Uint8Array(before.buffer, before.byteOffset, POINT_BYTES).slice();
    this.last = new DataView(this.bytes.buffer);
    this.heights.fill(before.getInt32(AT.z, true));
    this.intensities.fill(before.getUint16(AT.intensity, true));
    this.time = new TimeDecoder(before, AT.time, true);
  }
}
