export { clampByte, ColorModels, GREY, NearInfraredModels } from "./color-models.ts";
export * from "./point14-models.ts";
export { RunningMedian } from "./running-median.ts";
export { SymbolTable } from "./symbol-table.ts";
export * from "./time-models.ts";
export { PACKET, PLACE, WaveformModels } from "./waveform-models.ts";
