import { BitModel, IntegerModel, SymbolModel } from "@swath/survey/laz";
import { ArithmeticEncoder } from "../../packages/pointcloud/src/laz/encode/arithmetic-encoder.ts";

/** Something that is coded: a symbol, a bit, bits as they are, or an integer near its prediction. */
export type CodedStep =
  | { readonly symbol: number }
  | { readonly bit: 0 | 1 }
  | { readonly bits: number; readonly plain: number }
  | { readonly integer: number; readonly prediction: number; readonly context: number };

/** Models of one run of steps. */
export const runModels = (symbols: number, width: number) => ({
  symbols: new SymbolModel(symbols),
  bit: new BitModel(),
  integers: new IntegerModel(width, 2),
});

/** The codes of a run of steps by its models, as LASzip writes them. */
export function codesOf(
  steps: Iterable<CodedStep>,
  { symbols, bit, integers }: ReturnType<typeof runModels>,
): Uint8Array {
  const encoder = new ArithmeticEncoder();
  for (const step of steps)
    if ("symbol" in step) encoder.symbol(symbols, step.symbol);
    else if ("bit" in step) encoder.bit(bit, step.bit);
    else if ("bits" in step) encoder.bits(step.bits, step.plain);
    else encoder.integer(integers, step.prediction, step.integer, step.context);
  encoder.end();
  return encoder.bytes.slice();
}
