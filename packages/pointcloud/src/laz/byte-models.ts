import { SymbolModel } from "./arithmetic-decoder.ts";

/** A model of bytes for each value that the byte had before, made when it is first needed. */
export class ByteModels {
  readonly #models: (SymbolModel | undefined)[] = [];

  of(before: number): SymbolModel {
    return (this.#models[before] ??= new SymbolModel(256));
  }
}
