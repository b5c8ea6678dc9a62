/** Side of a cell of {@link HighestPoints}, m. */
const CELL = 5;
/** Points nearer than so much above one another support each other, m. */
const SUPPORT = 5;
/** Most points that a stray one has with it, itself included. */
const STRAY = 2;

interface HighestCell {
  top: number;
  /** Points within 5 m below the top. */
  count: number;
}

/**
 * The highest points of each cell of 5 m and how many stand together there: a bird is alone, the top of
 * a tree or a mast is not.
 */
export class HighestPoints {
  readonly #cells = new Map<number, HighestCell>();

  /** Takes a point into account; m. */
  add(x: number, y: number, z: number): void {
    const key = keyOf(x, y);
    const cell = this.#cells.get(key);
    if (cell === undefined) this.#cells.set(key, { top: z, count: 1 });
    else if (z > cell.top + SUPPORT) [cell.top, cell.count] = [z, 1];
    else if (z > cell.top - SUPPORT) {
      cell.top = Math.max(cell.top, z);
      cell.count += 1;
    }
  }

  /** Whether a point is among at most two at the top of its cell, with none as high beside it. */
  isStray(x: number, y: number, z: number): boolean {
    const own = this.#cells.get(keyOf(x, y));
    if (own === undefined || own.count > STRAY || z <= own.top - SUPPORT) return false;
    for (const dx of [-CELL, 0, CELL])
      for (const dy of [-CELL, 0, CELL]) {
        const beside = this.#cells.get(keyOf(x + dx, y + dy));
        if (beside !== own && beside !== undefined && beside.top > z - SUPPORT) return false;
      }
    return true;
  }
}

const HALF = 2 ** 25;

const keyOf = (x: number, y: number): number =>
  (Math.floor(y / CELL) + HALF) * 2 * HALF + Math.floor(x / CELL) + HALF;
