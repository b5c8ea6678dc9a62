import { SymbolModel } from "@swath/survey/laz";

/** A model of symbols for each value that there was before, made when it is first needed. */
export class SymbolModels {
  readonly #symbols: number;
  readonly #models: (SymbolModel | undefined)[] = [];

  constructor(symbols = 256) {
    this.#symbols = symbols;
  }

  of(before: number): SymbolModel {
    return (this.#models[before] ??= new SymbolModel(this.#symbols));
  }
}
