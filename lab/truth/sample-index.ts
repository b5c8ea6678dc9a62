import type { TruthSample } from "./truth-file.ts";

const CELL = 1;

/** Finds the truth samples within `radius` m in plan of a point. */
export class SampleIndex {
  readonly samples: readonly TruthSample[];
  readonly #radius: number;
  readonly #cells = new Map<number, number[]>();
  readonly #west: number;
  readonly #south: number;
  readonly #columns: number;

  constructor(samples: readonly TruthSample[], radius: number) {
    this.samples = samples;
    this.#radius = radius;
    let [west, south, east] = [Infinity, Infinity, -Infinity];
    for (const { x, y } of samples) {
      west = Math.min(west, x);
      south = Math.min(south, y);
      east = Math.max(east, x);
    }
    this.#west = west - 2 * radius;
    this.#south = south - 2 * radius;
    this.#columns = Math.ceil((east + 2 * radius - this.#west) / CELL) + 1;
    for (const [index, sample] of samples.entries()) this.#add(index, sample);
  }

  /** Into every cell that the circle around it may touch. */
  #add(index: number, { x, y }: TruthSample): void {
    for (let py = y - this.#radius; py < y + this.#radius + CELL; py += CELL)
      for (let px = x - this.#radius; px < x + this.#radius + CELL; px += CELL) {
        const key = this.#key(px, py);
        const cell = this.#cells.get(key);
        if (cell === undefined) this.#cells.set(key, [index]);
        else if (!cell.includes(index)) cell.push(index);
      }
  }

  #key(x: number, y: number): number {
    const column = Math.floor((x - this.#west) / CELL);
    return Math.floor((y - this.#south) / CELL) * this.#columns + column;
  }

  /** The numbers of the samples near a place, with the square of their distance. */
  each(x: number, y: number, see: (index: number, squared: number) => void): void {
    if (x < this.#west || x >= this.#west + this.#columns * CELL) return;
    for (const index of this.#cells.get(this.#key(x, y)) ?? []) {
      const sample = this.samples[index]!;
      const squared = (sample.x - x) ** 2 + (sample.y - y) ** 2;
      if (squared <= this.#radius ** 2) see(index, squared);
    }
  }
}
