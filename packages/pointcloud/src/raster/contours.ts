import type { Raster } from "./raster.ts";

export interface Contour {
  readonly height: number;
  /** Corners in the raster's coordinates, x and y in turn; the first again at the end where closed. */
  readonly line: Float64Array;
}

/** Most levels of one raster: heights of kilometres with an interval of centimetres are a mistake. */
const MOST_LEVELS = 20_000;

/** Ways through a square by its corners above the level (1 NW, 2 NE, 4 SE, 8 SW): pairs of sides. */
const NORTH = 0;
const EAST = 1;
const SOUTH = 2;
const WEST = 3;
const WAYS: readonly (readonly number[])[] = [
  [],
  [WEST, NORTH],
  [NORTH, EAST],
  [WEST, EAST],
  [EAST, SOUTH],
  [WEST, NORTH, EAST, SOUTH],
  [NORTH, SOUTH],
  [WEST, SOUTH],
  [SOUTH, WEST],
  [SOUTH, NORTH],
  [NORTH, EAST, SOUTH, WEST],
  [SOUTH, EAST],
  [EAST, WEST],
  [EAST, NORTH],
  [NORTH, WEST],
  [],
];
/** The same for a square that is above in its middle: the two corners below are cut off instead. */
const SADDLES: Readonly<Record<number, readonly number[]>> = {
  5: [NORTH, EAST, SOUTH, WEST],
  10: [WEST, NORTH, EAST, SOUTH],
};

/**
 * Contours at multiples of `interval` by marching squares over the cells' centres (Lorensen & Cline
 * 1987, in the plane), a saddle decided by its mean. None where a corner has no value.
 */
export function contours(raster: Raster, interval: number): Contour[] {
  const links = new Map<number, Map<number, number[]>>();
  const { width, height, values } = raster;
  for (let row = 0; row < height - 1; row++)
    for (let column = 0; column < width - 1; column++) {
      const at = row * width + column;
      const corners = [values[at]!, values[at + 1]!, values[at + width + 1]!, values[at + width]!];
      const low = Math.min(...corners);
      const high = Math.max(...corners);
      if (Number.isNaN(low)) continue;
      const first = Math.floor(low / interval) + 1;
      const last = Math.floor(high / interval);
      if (last - first > MOST_LEVELS) continue;
      for (let level = first; level <= last; level++)
        linkSquare(linksOf(links, level), at, width, corners, level * interval);
    }
  return [...links]
    .toSorted(([one], [other]) => one - other)
    .flatMap(([level, of]) =>
      traceLines(of).map((edges) => ({
        height: level * interval,
        line: lineOf(edges, raster, level * interval),
      })),
    );
}

function linksOf(all: Map<number, Map<number, number[]>>, level: number): Map<number, number[]> {
  let links = all.get(level);
  if (links === undefined) all.set(level, (links = new Map()));
  return links;
}

/** An edge's number: twice its western or northern cell, and 1 more where it goes south. */
const edgeOf = (side: number, at: number, width: number): number =>
  side === NORTH
    ? 2 * at
    : side === SOUTH
      ? 2 * (at + width)
      : side === WEST
        ? 2 * at + 1
        : 2 * (at + 1) + 1;

function linkSquare(
  links: Map<number, number[]>,
  at: number,
  width: number,
  corners: readonly number[],
  level: number,
): void {
  const above = corners.reduce((bits, z, n) => bits | (z >= level ? 1 << n : 0), 0);
  const mean = (corners[0]! + corners[1]! + corners[2]! + corners[3]!) / 4;
  const ways = (mean >= level ? SADDLES[above] : undefined) ?? WAYS[above]!;
  for (let n = 0; n < ways.length; n += 2) {
    const from = edgeOf(ways[n]!, at, width);
    const to = edgeOf(ways[n + 1]!, at, width);
    link(links, from, to);
    link(links, to, from);
  }
}

function link(links: Map<number, number[]>, from: number, to: number): void {
  const known = links.get(from);
  if (known === undefined) links.set(from, [to]);
  else known.push(to);
}

/** Chains edges into lines: open ones from their ends, then the rest as rings. Empties `links`. */
function traceLines(links: Map<number, number[]>): number[][] {
  const lines: number[][] = [];
  for (const [edge, next] of links) if (next.length === 1) lines.push(follow(links, edge));
  for (const edge of links.keys()) lines.push(follow(links, edge));
  return lines.filter((line) => line.length > 1);
}

function follow(links: Map<number, number[]>, start: number): number[] {
  const line = [start];
  let edge = start;
  for (;;) {
    const next = links.get(edge)?.pop();
    if (links.get(edge)?.length === 0) links.delete(edge);
    if (next === undefined) return line;
    const back = links.get(next);
    back?.splice(back.indexOf(edge), 1);
    if (back?.length === 0) links.delete(next);
    line.push(next);
    edge = next;
  }
}

function lineOf(edges: readonly number[], raster: Raster, level: number): Float64Array {
  const { width, values, west, north, cell } = raster;
  const line = new Float64Array(2 * edges.length);
  for (const [n, edge] of edges.entries()) {
    const at = Math.floor(edge / 2);
    const south = edge % 2;
    const from = values[at]!;
    const along = (level - from) / (values[at + (south === 1 ? width : 1)]! - from);
    const column = (at % width) + (south === 1 ? 0 : along);
    const row = Math.floor(at / width) + (south === 1 ? along : 0);
    line[2 * n] = west + (column + 0.5) * cell;
    line[2 * n + 1] = north - (row + 0.5) * cell;
  }
  return line;
}
