import { SymbolModel } from "@swath/survey/laz";

/** Bit of the used bytes that says that the colours are not the same. */
export const GREY = 64;
export const clampByte = (value: number): number => (value < 0 ? 0 : value > 255 ? 255 : value);

const bytes = (count: number): SymbolModel[] =>
  Array.from({ length: count }, () => new SymbolModel(256));

/** Models of red, green and blue, low and high bytes (LASzip's items RGB12, version 2, and RGB14). */
export class ColorModels {
  readonly used = new SymbolModel(128);
  readonly bytes = bytes(6);
}

/** Models of near infrared, low and high byte (the second layer of LASzip's item RGBNIR14). */
export class NearInfraredModels {
  readonly used = new SymbolModel(4);
  readonly bytes = bytes(2);
}
