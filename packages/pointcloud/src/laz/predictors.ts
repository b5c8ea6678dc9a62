import { SymbolModel } from "@swath/survey/laz";

/**
 * LASzip's running median of about five values (`StreamingMedian5`): a new value pushes out the greatest
 * and the least by turns. Decoders have to follow it to the letter.
 */
export class RunningMedian {
  readonly #values = new Int32Array(5);
  #dropsGreatest = true;

  get median(): number {
    return this.#values[2]!;
  }

  add(value: number): void {
    const values = this.#values;
    const middle = values[2]!;
    if (this.#dropsGreatest) {
      const isBelow = value < middle;
      const at = isBelow ? rank(values, value, 0, 2) : rank(values, value, 3, 4);
      for (let to = 4; to > at; to -= 1) values[to] = values[to - 1]!;
      values[at] = value;
      this.#dropsGreatest = isBelow;
      return;
    }
    const isAbove = value > middle;
    const at = isAbove ? rankAbove(values, value, 4, 3) : rankAbove(values, value, 1, 1);
    for (let to = 0; to < at; to += 1) values[to] = values[to + 1]!;
    values[at] = value;
    this.#dropsGreatest = !isAbove;
  }
}

/** The first place from `from` to `last` whose value is greater; `last` where none is. */
function rank(values: Int32Array, value: number, from: number, last: number): number {
  for (let at = from; at < last; at += 1) if (value < values[at]!) return at;
  return last;
}

/** The last place from `from` down to `least` whose value is less; the one before it where none is. */
function rankAbove(values: Int32Array, value: number, from: number, least: number): number {
  for (let at = from; at >= least; at -= 1) if (values[at]! < value) return at;
  return least - 1;
}

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
