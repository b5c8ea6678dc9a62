import { IntegerModel, SymbolModel } from "@swath/survey/laz";
import { RunningMedian } from "./running-median.ts";
import { SymbolTable } from "./symbol-table.ts";
import { TimeModels } from "./time-models.ts";

export const POINT14_BYTES = 30;
/** Offsets of fields in a record of format 6 (LAS 1.4-R15, table 14). */
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
/** Bits of the flags that hold the scanner channel. */
export const CHANNEL_BITS = 0x30;
/** Bits that say what differs from the last point of the channel; the lowest two: its return. */
export const CHANGED = { count: 4, angle: 8, time: 16, source: 32, channel: 64 } as const;
export const RETURN = { same: 0, next: 1, before: 2, other: 3 } as const;

/** Contexts by number of the return (columns) and returns of the pulse (rows), 0 to 15 each. */
export const RETURN_CONTEXTS = Uint8Array.from(
  [
    "0123453445555555",
    "1013333333333333",
    "2124444444433333",
    "3345444444444444",
    "4344544444444444",
    "5344454444444444",
    "3344445444444444",
    "4344444544444444",
    "4344444454444444",
    "5344444445444444",
    "5344444444544444",
    "5334444444455444",
    "5334444444455544",
    "5334444444445554",
    "5334444444444555",
    "5334444444444455",
  ].join(""),
  Number,
);

/** How a point stands in its pulse: 1 the first return, 2 the last, 3 both, 0 neither. */
export const kindOf = (number: number, count: number): number =>
  (number === 1 ? 1 : 0) + (number >= count ? 2 : 0);
/** The same with the bits exchanged, as the fields have it. */
export const fieldKindOf = (number: number, count: number): number =>
  (number === 1 ? 2 : 0) + (number >= count ? 1 : 0);
/** How far a return is from the last of its pulse: heights are predicted by it. */
export const levelOf = (number: number, count: number): number =>
  Math.min(7, Math.abs(count - number));
/** Contexts by the bits of the differences before, which go by twos. */
export const contextOfX = (bits: number): number => Math.min(20, bits & ~1);
export const contextOfBoth = (x: number, y: number): number => Math.min(18, ((x + y) >> 1) & ~1);
/** The flags without the channel: scan direction and edge of the line above the four others. */
export const codedFlags = (flags: number): number => (flags & 15) | ((flags >> 2) & 0x30);

const models = (count: number, symbols: number): SymbolModel[] =>
  Array.from({ length: count }, () => new SymbolModel(symbols));
const medians = (): RunningMedian[] => Array.from({ length: 12 }, () => new RunningMedian());

/** Models of a scanner channel's points (LASzip's item POINT14). */
export class Point14Models {
  readonly changed = models(8, 128);
  readonly channel = new SymbolModel(3);
  readonly returnCounts = new SymbolTable(16, 16);
  readonly returnNumbers = new SymbolTable(16, 16);
  readonly returnNumberOfSameTime = new SymbolModel(13);
  readonly dx = new IntegerModel(32, 2);
  readonly dy = new IntegerModel(32, 22);
  readonly z = new IntegerModel(32, 20);
  readonly medianX = medians();
  readonly medianY = medians();
  readonly heights = new Int32Array(8);
  readonly classes = new SymbolTable(64);
  readonly flags = new SymbolTable(64, 64);
  readonly users = new SymbolTable(64);
  readonly intensity = new IntegerModel(16, 4);
  readonly intensities = new Uint16Array(8);
  readonly angle = new IntegerModel(16, 2);
  readonly source = new IntegerModel(16);
  readonly time: TimeModels;

  /** Begins with the point before, which stands at a place. */
  constructor(before: DataView, at = 0) {
    this.heights.fill(before.getInt32(at + AT.z, true));
    this.intensities.fill(before.getUint16(at + AT.intensity, true));
    this.time = new TimeModels(before, at + AT.time, true);
  }
}
