import type { CellField, Planes } from "./cell-field.ts";

/** Steps along which decks are crossed. */
const WAYS: readonly (readonly [dx: number, dy: number])[] = [
  [1, 0],
  [2, 1],
  [1, 1],
  [1, 2],
  [0, 1],
  [-1, 2],
  [-1, 1],
  [-2, 1],
];
/** Largest width of a deck, m. */
const WIDEST = 40;
/** Heights of edges beyond what their slope explains, from which on a cell counts as …; m. */
const EDGES = [0.1, 0.4, 0.9] as const;
/** … the last of a deck where that ends on its bank, some of it, or most of it. */
const [LAST, LOW, HIGH] = [1, 2, 3] as const;
/** Cells by which a deck goes on where its edges grow low. */
const LAST_CELLS = 3;
/** Cells of the bank under its end, which are as high. */
const BANK_CELLS = 2;
/** Rise by run that is no edge, and over how many m at most. */
const SLOPE = 0.7;
const FAR = 3;
/** Most of a gap beside a deck, as where water answers no pulse, m. */
const GAP = 25;
/** Largest step between the points of a deck, m, and by its length. */
const EVEN = 0.3;
/** Steepest deck, rise by run. */
const STEEPEST = 0.25;

const FEWEST_CELLS = 8;
/** How far the ground at one side of a deck may be over that at the other, m, and by its lower edge's height. */
const FOOT = 1;
const FOOT_BY_EDGE = 0.4;
/** Shortest deck, m: less is the corner of a rock. */
const SHORTEST = 5;
/** Share of a deck's cells with high edges. */
const HIGH_SHARE = 0.3;

export interface Decks {
  /** 1 for cells of decks. */
  readonly cells: Uint8Array;
  /** Height of the ground under them, where its sides say it, m. */
  readonly under: Float32Array;
}

/**
 * Cells of bridges, 1, else 0: level pieces that drop on two opposite sides no farther apart than 40 m, to
 * feet about as high, and that go on as land at both ends. `isLand` says which cells are sure to be.
 */
export function deckCells(
  field: CellField,
  planes: Planes,
  isLand: (at: number) => boolean,
): Decks {
  const crossing = new Crossings(field, planes, isLand);
  for (const [way, step] of WAYS.entries()) crossing.cross(way, step);
  return crossing.decks();
}

class Crossings {
  readonly #field: CellField;
  readonly #isDeck: (at: number) => boolean;
  readonly #isLand: (at: number) => boolean;
  /** How high the edges are between which a cell lies, and the way that is shortest across. */
  readonly #state: Uint8Array;
  readonly #way: Uint8Array;
  readonly #width: Float32Array;
  readonly #before: Float32Array;
  readonly #edge: Float32Array;
  readonly #foot: Float32Array;
  /** By how much the ground is higher at the one side of a deck, and the height of its lower edge. */
  readonly #tilt: Float32Array;
  readonly #lower: Float32Array;
  /** Height of the ground under a deck, between that of its two sides. */
  readonly #under: Float32Array;

  constructor(field: CellField, { h, gx, gy }: Planes, isLand: (at: number) => boolean) {
    this.#isLand = isLand;
    const cells = field.z.length;
    this.#field = field;
    this.#isDeck = (at) => !Number.isNaN(h[at]!) && gx[at]! ** 2 + gy[at]! ** 2 < STEEPEST ** 2;
    this.#state = new Uint8Array(cells);
    this.#way = new Uint8Array(cells);
    this.#width = new Float32Array(cells).fill(Infinity);
    this.#before = new Float32Array(cells);
    this.#edge = new Float32Array(cells);
    this.#foot = new Float32Array(cells);
    this.#tilt = new Float32Array(cells);
    this.#lower = new Float32Array(cells);
    this.#under = new Float32Array(cells).fill(Number.NaN);
  }

  /** Looks along all lines of one way, first forwards, then back. */
  cross(way: number, [dx, dy]: readonly [number, number]): void {
    const { width, height } = this.#field;
    this.#before.fill(Infinity);
    for (let row = 0; row < height; row += 1)
      for (let column = 0; column < width; column += 1) {
        const [c, r] = [column - dx, row - dy];
        if (c < 0 || r < 0 || c >= width || r >= height) this.#line(way, column, row, dx, dy);
      }
  }

  #line(way: number, column: number, row: number, dx: number, dy: number): void {
    const { width, height, cell } = this.#field;
    const across =
      dx === 0
        ? Infinity
        : dx > 0
          ? Math.ceil((width - column) / dx)
          : Math.floor(column / -dx) + 1;
    const up = dy === 0 ? Infinity : Math.ceil((height - row) / dy);
    const steps = Math.min(across, up);
    const step = dy * width + dx;
    const length = Math.hypot(dx, dy) * cell;
    const first = row * width + column;
    this.#walk(first, step, steps, length, (at, distance, edge, foot) => {
      this.#before[at] = distance;
      this.#edge[at] = edge;
      this.#foot[at] = foot;
    });
    this.#walk(first + step * (steps - 1), -step, steps, length, (at, distance, edge, foot) => {
      const span = this.#before[at]! + distance;
      if (!(span <= WIDEST)) return;
      const lower = Math.min(edge, this.#edge[at]!);
      const state = lower >= EDGES[2] ? HIGH : lower >= EDGES[1] ? LOW : LAST;
      if (this.#state[at]! > state) return;
      if (this.#state[at] === state && span >= this.#width[at]!) return;
      this.#width[at] = span;
      this.#way[at] = way;
      this.#state[at] = state;
      const forth = span === 0 ? 0.5 : this.#before[at]! / span;
      this.#under[at] = this.#foot[at]! + forth * (foot - this.#foot[at]!);
      this.#tilt[at] = foot - this.#foot[at]!;
      this.#lower[at] = lower;
    });
  }

  /** Tells of each cell how far back the ground dropped, and by how much, if it is even since. */
  #walk(
    first: number,
    step: number,
    steps: number,
    length: number,
    tell: (at: number, distance: number, edge: number, foot: number) => void,
  ): void {
    const { z } = this.#field;
    let [before, gap, distance, edge, foot] = [Number.NaN, 0, Infinity, 0, 0];
    for (let n = 0, at = first; n < steps; n += 1, at += step) {
      gap += length;
      const height = z[at]!;
      if (Number.isNaN(height)) continue;
      const rise = height - before;
      const over = rise - SLOPE * Math.min(FAR, gap);
      if (over >= EDGES[0] && gap <= GAP) [distance, edge, foot] = [0, over, before];
      else if (gap <= 2.5 * length && Math.abs(rise) <= EVEN + STEEPEST * gap) distance += gap;
      else distance = Infinity;
      if (!this.#isDeck(at) && distance > 0) distance = Infinity;
      if (distance < WIDEST) tell(at, distance, edge, foot);
      [before, gap] = [height, 0];
    }
  }

  decks(): Decks {
    const found = new Uint8Array(this.#state.length);
    const seen = new Uint8Array(this.#state.length);
    for (let at = 0; at < found.length; at += 1) {
      if (this.#state[at] !== HIGH || seen[at] === 1) continue;
      const cells = this.#piece(at, seen);
      if (this.#isBridge(cells)) for (const one of this.#withLast(cells)) found[one] = 1;
    }
    return { cells: found, under: this.#under };
  }

  /** A deck with its ends, where its edges grow low towards the banks. */
  #withLast(cells: readonly number[]): Set<number> {
    const all = new Set(cells);
    let rim = cells;
    for (let step = 0; step < LAST_CELLS + BANK_CELLS; step += 1) {
      const next: number[] = [];
      for (const at of rim)
        for (const other of this.#neighbours(at))
          if (
            (step >= LAST_CELLS || this.#state[other] === LAST) &&
            this.#isDeck(other) &&
            !all.has(other)
          ) {
            all.add(other);
            next.push(other);
          }
      if (step < LAST_CELLS - 1) rim = next.length > 0 ? [...rim, ...next] : rim;
      else rim = step === LAST_CELLS - 1 ? [...all] : next;
    }
    return all;
  }

  /** Cells between edges that hang together at about one height. */
  #piece(first: number, seen: Uint8Array): number[] {
    const cells = [first];
    seen[first] = 1;
    for (const at of cells)
      for (const other of this.#neighbours(at)) {
        if (seen[other] === 1 || this.#state[other]! < LOW) continue;
        seen[other] = 1;
        cells.push(other);
      }
    return cells;
  }

  /** Cells beside one, up to two steps away, that lie as high. */
  *#neighbours(at: number): Generator<number> {
    const { width, height, z } = this.#field;
    const [column, row] = [at % width, Math.floor(at / width)];
    for (let r = Math.max(0, row - 1); r <= Math.min(height - 1, row + 1); r += 1)
      for (let c = Math.max(0, column - 1); c <= Math.min(width - 1, column + 1); c += 1) {
        const other = r * width + c;
        if (other !== at && Math.abs(z[other]! - z[at]!) <= 2 * EVEN) yield other;
      }
  }

  /** Whether a piece is large enough, high enough, and goes on at both of its ends. */
  #isBridge(cells: readonly number[]): boolean {
    if (cells.length < FEWEST_CELLS) return false;
    const { width } = this.#field;
    const ways = new Float64Array(WAYS.length);
    let [high, x, y, tilt, lower, across] = [0, 0, 0, 0, 0, 0];
    for (const at of cells) {
      if (this.#state[at] === HIGH) high += 1;
      ways[this.#way[at]!]! += 1;
      across += this.#width[at]! / cells.length;
      tilt += this.#tilt[at]! / cells.length;
      lower += this.#lower[at]! / cells.length;
      x += at % width;
      y += Math.floor(at / width);
    }
    if (high < HIGH_SHARE * cells.length) return false;
    if (cells.length * this.#field.cell ** 2 < SHORTEST * across) return false;
    if (Math.abs(tilt) > FOOT + FOOT_BY_EDGE * lower) return false;
    const way = WAYS[ways.indexOf(Math.max(...ways))]!;
    // Along the deck, at right angles to the way across it.
    const [ax, ay] = [-way[1], way[0]];
    const middle = (ax * x + ay * y) / cells.length;
    const ends = [0, 0];
    for (const at of cells) {
      const along = ax * (at % width) + ay * Math.floor(at / width) - middle;
      if (this.#goesOn(at, Math.sign(along) * ax, Math.sign(along) * ay))
        ends[along > 0 ? 1 : 0]! += 1;
    }
    return Math.min(...ends) >= 2;
  }

  /** Whether beyond a cell there is ground as high that is not between edges, or the field ends. */
  #goesOn(at: number, ax: number, ay: number): boolean {
    const { width, height, z } = this.#field;
    const length = Math.hypot(ax, ay);
    if (length === 0) return false;
    for (let step = 1; step <= 3; step += 1) {
      const column = Math.round((at % width) + (ax / length) * step);
      const row = Math.round(Math.floor(at / width) + (ay / length) * step);
      if (column < 0 || row < 0 || column >= width || row >= height) return true;
      const other = row * width + column;
      const isLevel = Math.abs(z[other]! - z[at]!) <= EVEN + STEEPEST * step;
      if (isLevel && this.#state[other]! < LOW && this.#isLand(other)) return true;
    }
    return false;
  }
}
