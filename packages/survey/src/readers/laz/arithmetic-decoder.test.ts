import { describe, expect, test } from "vitest";
import { randomFrom } from "../../../../../tools/sample/random.ts";
import {
  type CodedStep,
  codesOf,
  runModels,
} from "../../../../../tools/testing/arithmetic-codes.ts";
import { crc32 } from "../../bytes.ts";
import { ArithmeticDecoder } from "./arithmetic-decoder.ts";
import { BitModel, IntegerModel, SymbolModel } from "./arithmetic-models.ts";

const valueOf = (step: CodedStep): number => {
  if ("symbol" in step) return step.symbol;
  if ("bit" in step) return step.bit;
  return "bits" in step ? step.plain : step.integer;
};

/** Decodes the values that a run of steps was coded of. */
function decoded(codes: Uint8Array, steps: readonly CodedStep[], symbols: number, width: number) {
  const decoder = new ArithmeticDecoder(codes);
  const models = {
    symbols: new SymbolModel(symbols),
    bit: new BitModel(),
    integers: new IntegerModel(width, 2),
  };
  const values = steps.map((step) => {
    if ("symbol" in step) return decoder.symbol(models.symbols);
    if ("bit" in step) return decoder.bit(models.bit);
    if ("bits" in step) return decoder.bits(step.bits);
    return decoder.integer(models.integers, step.prediction, step.context);
  });
  return { values, overrunBytes: decoder.overrunBytes };
}

type Below = (most: number) => number;

/** So many steps, by whole numbers below others that are the same in every run. */
function times(count: number, step: (n: number, below: Below) => CodedStep): CodedStep[] {
  const random = randomFrom(1);
  return Array.from({ length: count }, (_, n) => step(n, (most) => Math.floor(random() * most)));
}

/** A number of up to so many bits, small ones as often as large ones. */
const ofBits = (bits: number, below: Below): number => below(2 ** (1 + below(bits)));
/** The same of 32 bits with a sign. */
const signed = (below: Below): number => ofBits(32, below) | 0;
const integers = (width: number): CodedStep[] =>
  times(20_000, (n, below) => ({
    integer: ofBits(width, below),
    prediction: below(2 ** width),
    context: n % 2,
  }));

/**
 * Runs that bring every model over the most that it counts, with the checksums of their codes by an
 * encoder that writes what LASzip writes (encode.test.ts of the point clouds).
 */
const RUNS: readonly (readonly [string, number, number, number, readonly CodedStep[]])[] = [
  [
    "2 symbols",
    2,
    32,
    2_117_084_899,
    times(80_000, (_, below) => ({ symbol: below(9) === 0 ? 1 : 0 })),
  ],
  [
    "256 symbols",
    256,
    32,
    1_260_236_004,
    times(80_000, (_, below) => ({ symbol: ofBits(8, below) })),
  ],
  // With so many symbols their counts come to exactly the most that a model counts.
  ["one symbol of 243", 243, 32, 1_492_993_302, times(120_000, () => ({ symbol: 0 }))],
  ["one symbol of 33", 33, 32, 4_138_960_659, times(40_000, () => ({ symbol: 32 }))],
  ["bits", 2, 32, 3_929_859_036, times(40_000, (_, below) => ({ bit: below(2) === 0 ? 0 : 1 }))],
  ["bits, most 0", 2, 32, 3_171_351_299, times(40_000, (n) => ({ bit: n % 9_000 === 0 ? 1 : 0 }))],
  [
    "bits, 0 for long",
    2,
    32,
    1_861_719_774,
    times(40_000, (n) => ({ bit: n > 30_000 && n % 2 === 0 ? 1 : 0 })),
  ],
  ["bits, most 1", 2, 32, 436_880_516, times(40_000, (n) => ({ bit: n % 9_000 === 0 ? 0 : 1 }))],
  [
    "1 to 32 bits as they are",
    2,
    32,
    729_332_421,
    times(3_200, (n, below) => ({ bits: (n % 32) + 1, plain: below(2 ** ((n % 32) + 1)) })),
  ],
  ["integers of 8 bits", 2, 8, 540_175_696, integers(8)],
  ["integers of 16 bits", 2, 16, 3_371_625_435, integers(16)],
  [
    "integers of 32 bits",
    2,
    32,
    3_677_475_299,
    times(20_000, (n, below) => ({
      integer: signed(below),
      prediction: n % 3 === 0 ? 0 : signed(below),
      context: n % 2,
    })),
  ],
];

/** Bytes that are not there for the first four. */
const overrun = (bytes: number, at?: number): number =>
  new ArithmeticDecoder(new Uint8Array(bytes), at).overrunBytes;

describe("arithmetic codes", () => {
  test.each(RUNS)(
    "of %s are decoded to what they were coded of",
    (_, symbols, width, checksum, steps) => {
      const codes = codesOf(steps, runModels(symbols, width));
      const { values, overrunBytes } = decoded(codes, steps, symbols, width);
      expect(steps.findIndex((step, n) => valueOf(step) !== values[n])).toBe(-1);
      expect(overrunBytes).toBe(0);
      expect(crc32(codes)).toBe(checksum);
    },
  );

  test.each([
    [-(2 ** 31), 0],
    [2 ** 31 - 1, 0],
    [0, -(2 ** 31)],
    [-1, 2 ** 31 - 1],
    [-(2 ** 31), 2 ** 31 - 1],
    [1, 0],
    [-1, 0],
    [0, 0],
  ])("hold the integer %i near %i", (integer, prediction) => {
    const steps = [{ integer, prediction, context: 0 }];
    const codes = codesOf(steps, runModels(2, 32));
    expect(decoded(codes, steps, 2, 32).values).toEqual([integer]);
  });

  test.each([
    [0, 0],
    [1, 0],
    [2, 1],
    [255, 8],
    [256, 8],
    [257, 9],
    [-1, 1],
    [-255, 8],
    [-256, 9],
    [-(2 ** 31), 32],
  ])("tell that the difference %i has %i bits", (integer, bits) => {
    const codes = codesOf([{ integer, prediction: 0, context: 0 }], runModels(2, 32));
    const model = new IntegerModel(32);
    expect(new ArithmeticDecoder(codes).integer(model, 0)).toBe(integer);
    expect(model.last).toBe(bits);
  });

  test("begin where it is said; bytes that are not there are counted", () => {
    expect([overrun(5), overrun(4), overrun(3), overrun(0)]).toEqual([0, 0, 1, 4]);
    expect([overrun(12, 8), overrun(11, 8)]).toEqual([0, 1]);
    const codes = codesOf([{ bits: 8, plain: 77 }], runModels(2, 32));
    expect(new ArithmeticDecoder(Uint8Array.of(1, 2, ...codes), 2).bits(8)).toBe(77);
  });

  test("end in zeros, which need not be there", () => {
    const steps: CodedStep[] = times(9, () => ({ bits: 32, plain: 0xfedc_ba98 }));
    const codes = codesOf(steps, runModels(2, 32));
    const whole = decoded(codes, steps, 2, 32);
    const cut = decoded(codes.slice(0, -2), steps, 2, 32);
    expect(cut.values).toEqual(whole.values);
    expect(cut.overrunBytes).toBeGreaterThan(whole.overrunBytes);
  });
});

test("a model of symbols begins with as much of the distribution for each, and ends with the last's beginning", () => {
  const { cells } = new SymbolModel(3);
  expect([...cells]).toEqual([0, 1, 10_922, 1, 21_845, 1, 21_845]);
});
