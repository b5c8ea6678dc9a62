import { DIVIDED_FILE, type taskListSchema } from "@swath/contract/processing";
import { join } from "node:path";
import { z } from "zod";
import { count, writeJson, writeMeasures } from "../files/write-outputs.ts";
import {
  type CloudCover,
  partsOf,
  readCovers,
  readHeads,
  writeHeads,
} from "../points/cloud-cover.ts";
import { joinClouds } from "../points/joined-clouds.ts";
import { LOST_RECORDS } from "../points/lost-parts.ts";
import { withCollar } from "../points/tile-list.ts";
import { FileFault, program } from "../program.ts";
import { systemMeasures } from "./cloud-measures.ts";

const options = z.strictObject({
  /** Folder with the covers that all tasks of `ground` wrote, and with the heads of what they read. */
  tasks: z.string(),
  divided: z.string().optional(),
  out: z.string(),
  /** Side of a tile and width of the collar around it, m; multiples of the cells of 20 m. */
  side: z.coerce.number().positive().default(1_000),
  collar: z.coerce.number().nonnegative().default(40),
});

/** Most tiles of a flight; a cloud with more has too few points in each to be one. */
const MOST_TILES = 20_000;
const MANY_TILES = 500;
/** Fewest cells of 20 m in a tile; a flight covers most of them. */
const FEWEST_CELLS = 10;

type TaskList = z.output<typeof taskListSchema>;

interface Tile {
  readonly column: number;
  readonly row: number;
  readonly files: Set<string>;
  /** Whether points lie in the tile itself, not just in its collar. */
  covered: boolean;
}

/** Tiles of points that files of some covers hold, row by row, with the files that touch them or their collar. */
function listTiles(
  covers: readonly CloudCover[],
  {
    side,
    collar,
    reads,
  }: { readonly side: number; readonly collar: number; readonly reads: number },
): TaskList {
  const found = new Map<string, Tile>();
  let metre: readonly [number, number] = [1, 1];
  let cells = 0;
  for (const { file, ...cover } of covers) {
    metre = cover.metre;
    cells += cover.cells.length / 2;
    for (let at = 0; at < cover.cells.length; at += 2)
      for (const place of tilesOf(cover.cells[at]!, cover.cells[at + 1]!, cover.cell, side, collar))
        addTo(found, place, file);
  }
  const covered = [...found.values()].filter((tile) => tile.covered);
  refuseScattered(covered.length, cells, side);
  return covered
    .toSorted((one, other) => one.row - other.row || one.column - other.column)
    .map(({ column, row, files }) => {
      const facts = {
        minX: column * side * metre[0],
        minY: row * side * metre[1],
        maxX: (column + 1) * side * metre[0],
        maxY: (row + 1) * side * metre[1],
        collarX: collar * metre[0],
        collarY: collar * metre[1],
      };
      const read = covers.filter(({ file }) => files.has(file));
      return {
        name: `${nameOf(column)}_${nameOf(row)}`,
        files: read.map(({ file }) => file),
        facts,
        parts: partsOf(read, withCollar(facts, reads)),
      };
    });
}

/** Collars of a tile of terrain that are read: what stands at the edge of the first is seen whole. */
const TERRAIN_READS = 2;

/**
 * Collects what the tasks of `ground` cover into `tiles.json`, the tasks of DEM1: tiles of 1 km (of x and y in
 * metres) with the files that have points in them or in their collar. Measures what was said of the files that
 * were classified.
 */
export const tiles = program(options, async ({ tasks, divided, out, side, collar }) => {
  const list = listTiles(await readCovers(tasks), { side, collar, reads: TERRAIN_READS });
  await writeJson(join(out, "tiles.json"), list);
  const sources = divided === undefined ? undefined : joinClouds(await readHeads(divided));
  await writeMeasures(out, [
    count("tiles", "Tiles", list.length),
    ...(sources === undefined ? [] : systemMeasures(sources.files)),
    ...(sources === undefined || sources.lostRecords === 0
      ? []
      : [count("recordsLost", LOST_RECORDS, sources.lostRecords)]),
  ]);
});

/** Ground of 1 m cells is looked for as far around a tile, m: a hall is seen whole. */
const GROUND_COLLAR = 128;

const divideOptions = z.strictObject({
  /** Folder with the covers of adjusted points. */
  covers: z.string(),
  out: z.string(),
  side: z.coerce.number().positive().default(1_000),
});

/** Lists the tiles of `ground`, each with all lines over it, and the heads of their files beside. */
export const groundDivide = program(divideOptions, async ({ covers: folder, out, side }) => {
  const covers = await readCovers(folder);
  const list = listTiles(covers, { side, collar: GROUND_COLLAR, reads: 1 });
  await writeJson(join(out, DIVIDED_FILE), list);
  await writeHeads(out, covers);
});

/** More tiles than a flight has, or points far from each other in most of them. */
function refuseScattered(covered: number, cells: number, side: number): void {
  const isScattered = covered > MANY_TILES && cells < covered * FEWEST_CELLS;
  if (covered <= MOST_TILES && !isScattered) return;
  throw new FileFault(
    "tiles.json",
    `would list ${covered} tiles of ${side} m, in which the points cover ${cells} cells of 20 m: their coordinate system or its unit is another, or points are damaged`,
  );
}

/** Names of tasks begin with a letter or a digit. */
const nameOf = (index: number): string => (index < 0 ? `m${-index}` : `${index}`);

interface Place {
  readonly column: number;
  readonly row: number;
  readonly own: boolean;
}

/** The tile of a cell, and those whose collar it lies in. */
function tilesOf(column: number, row: number, cell: number, side: number, collar: number): Place[] {
  const spanOf = (index: number): readonly [first: number, own: number, last: number] => {
    const [from, to] = [index * cell, (index + 1) * cell];
    return [
      Math.floor((from - collar) / side),
      Math.floor(from / side),
      Math.ceil((to + collar) / side) - 1,
    ];
  };
  const [left, ownColumn, right] = spanOf(column);
  const [bottom, ownRow, top] = spanOf(row);
  const places: Place[] = [];
  for (let y = bottom; y <= top; y += 1)
    for (let x = left; x <= right; x += 1)
      places.push({ column: x, row: y, own: x === ownColumn && y === ownRow });
  return places;
}

function addTo(tilesByName: Map<string, Tile>, { column, row, own }: Place, file: string): void {
  const key = `${column},${row}`;
  const tile = tilesByName.get(key) ?? { column, row, files: new Set<string>(), covered: false };
  tilesByName.set(key, tile);
  tile.files.add(file);
  if (own) tile.covered = true;
}
