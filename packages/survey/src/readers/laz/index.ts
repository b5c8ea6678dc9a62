export { ArithmeticDecoder } from "./arithmetic-decoder.ts";
export {
  BIT_SHIFT,
  BitModel,
  IntegerModel,
  LARGEST_SYMBOL_BITS,
  SYMBOL_SHIFT,
  SymbolModel,
} from "./arithmetic-models.ts";
export { chunkTable, lazChunking, type LazChunk, type LazChunking } from "./chunk-table.ts";
