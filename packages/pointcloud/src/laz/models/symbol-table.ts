import { SymbolModel } from "@swath/survey/laz";

/** A model of symbols for each value that there was before, made when it is first needed. */
export class SymbolTable {
  readonly #symbols: number;
  readonly #models: (SymbolModel | undefined)[];

  constructor(values = 256, symbols = 256) {
    this.#symbols = symbols;
    this.#models = Array.from({ length: values }, () => undefined);
  }

  of(before: number): SymbolModel {
    return (this.#models[before] ??= new SymbolModel(this.#symbols));
  }
}
