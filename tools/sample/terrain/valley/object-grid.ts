/** What stands somewhere: a middle and how far it reaches. */
interface Placed {
  readonly x: number;
  readonly y: number;
}

const CELL = 8;
/** A pulse that ends in a cell has passed no object higher than the ground further off than this. */
const PULSE_RUN = 14;
const NOTHING: readonly never[] = [];

/** Objects by the cells in which a pulse may end that has met them. */
export class ObjectGrid<T extends Placed> {
  readonly #cells = new Map<number, T[]>();

  constructor(objects: readonly T[], reachOf: (object: T) => number) {
    for (const object of objects) {
      const reach = reachOf(object) + PULSE_RUN;
      for (let x = object.x - reach; x < object.x + reach + CELL; x += CELL)
        for (let y = object.y - reach; y < object.y + reach + CELL; y += CELL) {
          const key = keyOf(x, y);
          const cell = this.#cells.get(key);
          if (cell === undefined) this.#cells.set(key, [object]);
          else cell.push(object);
        }
    }
  }

  near(x: number, y: number): readonly T[] {
    return this.#cells.get(keyOf(x, y)) ?? NOTHING;
  }
}

const keyOf = (x: number, y: number): number =>
  (Math.floor(x / CELL) + 4096) * 8192 + Math.floor(y / CELL) + 4096;
