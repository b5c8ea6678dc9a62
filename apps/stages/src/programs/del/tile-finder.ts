import {
  type InstructionFile,
  isWithin,
  MOST_TILES,
  tileName,
  type TileExtents,
} from "@swath/contract/instructions";
import { tileKey } from "@swath/pointcloud/grid";
import type { Extent } from "@swath/pointcloud/raster";
import { FileFault } from "../../program.ts";

/** A tile of a delivery, in metres of its system. */
export interface DeliveryTile {
  readonly name: string;
  readonly extent: Extent;
}

type Naming = Pick<InstructionFile, "projectId" | "siteName" | "tileNaming"> & {
  readonly flightId: string;
};

/** Finds the tiles that a point lies in, or within `collar` metres of. */
export interface TileFinder {
  /** Tiles found so far, in order. */
  readonly tiles: readonly DeliveryTile[];
  /** Numbers of the tiles; the list is reused by the next call. */
  near(x: number, y: number): readonly number[];
}

/** The finder of an instruction's extents. */
export function tileFinder(extents: TileExtents, naming: Naming, collar: number): TileFinder {
  return extents.kind === "grid"
    ? new GridFinder(extents, naming, collar)
    : new ListFinder(extents, naming, collar);
}

function nameOf(
  { tileNaming, ...fields }: Naming,
  { minX, minY }: Extent,
  of: { column: number; row: number; tile: string },
): string {
  return tileName(tileNaming, { ...fields, ...of, easting: minX, northing: minY });
}

/** A tile's neighbours are begun for their collars before a point of their own comes. */
const MOST_BEGUN = 3 * MOST_TILES;

class GridFinder implements TileFinder {
  readonly tiles: DeliveryTile[] = [];
  readonly #grid: Extract<TileExtents, { kind: "grid" }>;
  readonly #naming: Naming;
  readonly #collar: number;
  readonly #numbers = new Map<number, number>();
  readonly #found: number[] = [];

  constructor(grid: Extract<TileExtents, { kind: "grid" }>, naming: Naming, collar: number) {
    this.#grid = grid;
    this.#naming = naming;
    this.#collar = collar;
  }

  near(x: number, y: number): readonly number[] {
    const { side, originX, originY } = this.#grid;
    const collar = this.#collar;
    this.#found.length = 0;
    const [right, top] = [
      Math.floor((x + collar - originX) / side),
      Math.floor((y + collar - originY) / side),
    ];
    for (let row = Math.floor((y - collar - originY) / side); row <= top; row += 1)
      for (let column = Math.floor((x - collar - originX) / side); column <= right; column += 1) {
        const number = this.#numberOf(column, row);
        if (number !== undefined) this.#found.push(number);
      }
    return this.#found;
  }

  #numberOf(column: number, row: number): number | undefined {
    const key = tileKey(column, row);
    const known = this.#numbers.get(key);
    if (known !== undefined) return known;
    const { side, originX, originY } = this.#grid;
    const [minX, minY] = [originX + column * side, originY + row * side];
    const extent = { minX, minY, maxX: minX + side, maxY: minY + side };
    if (!isWithin(this.#grid, { column, row })) return undefined;
    if (this.tiles.length >= MOST_BEGUN) throw tooMany();
    const number = this.tiles.length;
    this.#numbers.set(key, number);
    this.tiles.push({ name: nameOf(this.#naming, extent, { column, row, tile: "" }), extent });
    return number;
  }
}

export const tooMany = (): FileFault =>
  new FileFault(
    "instruction.json",
    `its points lie in more than ${MOST_TILES} tiles: make them larger`,
  );

/** Side of the squares by which listed tiles are looked up, m. */
const LOOKUP = 1_000;

const square = (place: number): number => Math.floor(place / LOOKUP);

class ListFinder implements TileFinder {
  readonly tiles: DeliveryTile[];
  readonly #collar: number;
  readonly #squares = new Map<number, number[]>();
  readonly #found: number[] = [];

  constructor({ tiles }: Extract<TileExtents, { kind: "list" }>, naming: Naming, collar: number) {
    this.#collar = collar;
    this.tiles = tiles.map(({ name: tile, ...extent }) => ({
      name: nameOf(naming, extent, { column: 0, row: 0, tile }),
      extent,
    }));
    for (const [number, { extent }] of this.tiles.entries()) this.#enter(number, extent);
  }

  #enter(number: number, { minX, minY, maxX, maxY }: Extent): void {
    for (let row = square(minY - this.#collar); row <= square(maxY + this.#collar); row += 1)
      for (
        let column = square(minX - this.#collar);
        column <= square(maxX + this.#collar);
        column += 1
      ) {
        const key = tileKey(column, row);
        const there = this.#squares.get(key);
        if (there === undefined) this.#squares.set(key, [number]);
        else there.push(number);
      }
  }

  near(x: number, y: number): readonly number[] {
    this.#found.length = 0;
    const key = tileKey(square(x), square(y));
    for (const number of this.#squares.get(key) ?? []) {
      const { minX, minY, maxX, maxY } = this.tiles[number]!.extent;
      const collar = this.#collar;
      if (x >= minX - collar && x < maxX + collar && y >= minY - collar && y < maxY + collar)
        this.#found.push(number);
    }
    return this.#found;
  }
}
