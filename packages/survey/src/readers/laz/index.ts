export { ArithmeticDecoder, BitModel, SymbolModel } from "./arithmetic-decoder.ts";
export { chunkTable, lazChunking, type LazChunk, type LazChunking } from "./chunk-table.ts";
export { IntegerDecoder } from "./arithmetic-decoder.ts";
