import type { Cell, CoverageGrid } from "./coverage-grid.ts";

export type Ring = readonly (readonly [x: number, y: number])[];
/** An outer ring, counter-clockwise, and the rings of its holes, clockwise; each ends where it begins. */
export type Polygon = readonly Ring[];

/** Right, up, left, down: the ways along the sides of cells. */
const WAYS = [
  [1, 0],
  [0, 1],
  [-1, 0],
  [0, -1],
] as const;

/** Outlines of a coverage in metres, a polygon for each patch of cells that share sides. */
export function outlines(grid: CoverageGrid): Polygon[] {
  const patches = patchesOf(grid);
  const walked = new Set<string>();
  const polygons = new Map<number, { outer: Ring[]; holes: Ring[] }>();
  for (const { column, row } of grid.cells())
    for (let way = 0; way < 4; way += 1) {
      if (!isSide(grid, column, row, way) || walked.has(sideKey(column, row, way))) continue;
      const patch = patches.get(`${column},${row}`) ?? 0;
      const polygon = polygons.get(patch) ?? { outer: [], holes: [] };
      polygons.set(patch, polygon);
      for (const ring of simpleRings(ringFrom(grid, { column, row }, way, walked)))
        (areaOf(ring) > 0 ? polygon.outer : polygon.holes).push(ring);
    }
  return [...polygons.values()].map(({ outer, holes }) => outer.concat(holes));
}

const sideKey = (column: number, row: number, way: number): string => `${column},${row},${way}`;

/** Whether the side of a cell that is walked in a way (the cell to its left) lies at the edge. */
function isSide(grid: CoverageGrid, column: number, row: number, way: number): boolean {
  const [dx, dy] = WAYS[way] ?? WAYS[0];
  return !grid.has(column + dy, row - dx);
}

/** Walks around cells on the left, turning left where that stays on cells that share sides. */
function ringFrom(grid: CoverageGrid, start: Cell, from: number, walked: Set<string>): Ring {
  const points: [number, number][] = [];
  let [{ column, row }, way, last] = [start, from, -1];
  do {
    walked.add(sideKey(column, row, way));
    const [dx, dy] = WAYS[way] ?? WAYS[0];
    if (way !== last) points.push(cornerOf(grid, column, row, way));
    last = way;
    const [right, ahead] = [
      [column + dx + dy, row + dy - dx] as const,
      [column + dx, row + dy] as const,
    ];
    if (grid.has(...ahead) && grid.has(...right)) {
      [column, row] = right;
      way = (way + 3) % 4;
    } else if (grid.has(...ahead)) [column, row] = ahead;
    else way = (way + 1) % 4;
  } while (column !== start.column || row !== start.row || way !== from);
  const first = points[0];
  return first === undefined ? points : [...points, first];
}

/** The rings of a way that comes to a corner again: none of them touches itself (OGC 06-103r4, 6.1.11). */
function simpleRings(way: Ring): Ring[] {
  const rings: Ring[] = [];
  const open: Ring[number][] = [];
  const places = new Map<string, number>();
  for (const point of way) {
    const at = places.get(String(point));
    if (at !== undefined) {
      const ring = open.splice(at);
      for (const each of ring) places.delete(String(each));
      rings.push([...ring, point]);
    }
    places.set(String(point), open.push(point) - 1);
  }
  return rings;
}

/** Where the side of a cell begins, in metres. */
function cornerOf(
  { cell }: CoverageGrid,
  column: number,
  row: number,
  way: number,
): [number, number] {
  const x = way === 1 || way === 2 ? column + 1 : column;
  const y = way === 2 || way === 3 ? row + 1 : row;
  return [x * cell, y * cell];
}

/** Area of a closed ring; less than 0 for a hole, which runs clockwise. */
export const areaOf = (ring: Ring): number =>
  ring.reduce((sum, [x, y], n) => {
    const [nextX, nextY] = ring[n + 1] ?? [x, y];
    // From the first corner, or digits of coordinates that are millions of metres would be lost.
    const [fromX, fromY] = ring[0]!;
    return sum + ((x - fromX) * (nextY - fromY) - (nextX - fromX) * (y - fromY)) / 2;
  }, 0);

/** The number of the patch of each cell. */
function patchesOf(grid: CoverageGrid): Map<string, number> {
  const patches = new Map<string, number>();
  let patch = 0;
  for (const { column, row } of grid.cells()) {
    if (patches.has(`${column},${row}`)) continue;
    patch += 1;
    const open: [number, number][] = [[column, row]];
    patches.set(`${column},${row}`, patch);
    for (let next = open.pop(); next !== undefined; next = open.pop())
      for (const [dx, dy] of WAYS) {
        const [x, y] = [next[0] + dx, next[1] + dy];
        if (!grid.has(x, y) || patches.has(`${x},${y}`)) continue;
        patches.set(`${x},${y}`, patch);
        open.push([x, y]);
      }
  }
  return patches;
}
