/**
 * LASzip's running median of about five values (`StreamingMedian5`): a new value pushes out the greatest
 * and the least by turns. Decoders have to follow it to the letter.
 */
export class RunningMedian {
  readonly #values = [0, 0, 0, 0, 0];
  #dropsGreatest = true;

  get median(): number {
    return this.#values[2]!;
  }

  add(value: number): void {
    const values = this.#values;
    const below = value < values[2]!;
    if (this.#dropsGreatest) {
      const at = below ? rank(values, value, 0, 2) : rank(values, value, 3, 4);
      values.splice(at, 0, value);
      values.pop();
      this.#dropsGreatest = below;
      return;
    }
    const above = value > values[2]!;
    const at = above ? rankAbove(values, value, 4, 3) : rankAbove(values, value, 1, 1);
    values.splice(at + 1, 0, value);
    values.shift();
    this.#dropsGreatest = !above;
  }
}

/** The first place from `from` to `last` whose value is greater; `last` where none is. */
function rank(values: readonly number[], value: number, from: number, last: number): number {
  for (let at = from; at < last; at += 1) if (value < values[at]!) return at;
  return last;
}

/** The last place from `from` down to `least` whose value is less; the one before it where none is. */
function rankAbove(values: readonly number[], value: number, from: number, least: number): number {
  for (let at = from; at >= least; at -= 1) if (values[at]! < value) return at;
  return least - 1;
}
