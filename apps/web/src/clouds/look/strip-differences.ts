import type { NodePoints } from "../points/decode-node.ts";
import type { Cloud } from "../read/cloud.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";

/** How far a point's line lies above the others where the point is, m; NaN where that is not known. */
export type Differences = (points: NodePoints) => ((point: number) => number) | undefined;

/** Side of a cell in distances between a node's points: there are some forty of each line in it. */
const SPACINGS = 6;
const FEWEST_POINTS = 4;
/** Standard deviation from the cell's planes, m, above which it is vegetation, an edge, or too wide a cell. */
const MOST_ROUGHNESS = 0.2;
/** Standard deviation of a difference, m, above which it could not be told from one of 3 cm. */
const MOST_ERROR = 0.015;
const NOISE = new Set([7, 18]);

/** Of points: their number, and sums from the middle of a cell. */
type Sums = [
  n: number,
  x: number,
  y: number,
  z: number,
  xx: number,
  xy: number,
  yy: number,
  xz: number,
  yz: number,
  zz: number,
];
const noSums = (): Sums => [0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
const added = (one: Sums, other: Sums): Sums => one.map((sum, at) => sum + other[at]!) as Sums;

/** The part of a cell that one line has in a node. */
interface Part {
  readonly cell: number;
  readonly line: number;
  readonly sums: Sums;
}

interface NodeParts {
  /** Cells of nodes are compared where they are of one size: its binary logarithm. */
  readonly size: number;
  readonly parts: readonly Part[];
  /** The part of each point. */
  readonly partOf: Uint32Array;
}

/** Numbers of cells in a row, at most. */
const ROW = 2 ** 26;

/** Compares the heights of flight lines cell by cell, in cells as large as the points at hand allow. */
export class StripComparer {
  /** From which cells are counted. */
  readonly #origin: readonly number[];
  /** Metres of a unit of height. */
  readonly #heightUnit: number;
  readonly #known = new WeakMap<NodePoints, NodeParts>();

  constructor({ files: [first] }: Pick<Cloud, "files">) {
    const { bounds, crs } = first!;
    this.#origin = bounds.min;
    this.#heightUnit = crs.verticalUnit ?? crs.horizontalUnit ?? 1;
  }

  compare(nodes: readonly LoadedNode[]): Differences {
    const sizes = new Map<number, Map<number, Cell>>();
    const known = new Map<NodePoints, NodeParts>();
    for (const each of nodes) {
      const found = this.#partsOf(each);
      known.set(each.points, found);
      let cells = sizes.get(found.size);
      if (cells === undefined) sizes.set(found.size, (cells = new Map()));
      for (const part of found.parts) {
        const cell = cells.get(part.cell);
        if (cell === undefined) cells.set(part.cell, new Cell(part));
        else cell.add(part);
      }
    }
    return (points) => {
      const found = known.get(points);
      if (found === undefined) return undefined;
      const cells = sizes.get(found.size)!;
      const differences = Float32Array.from(found.parts, ({ cell, line }) =>
        cells.get(cell)!.difference(line, this.#heightUnit),
      );
      return (point) => differences[found.partOf[point]!]!;
    };
  }

  #partsOf(loaded: LoadedNode): NodeParts {
    const known = this.#known.get(loaded.points);
    if (known !== undefined) return known;
    const found = nodeParts(loaded, this.#origin);
    this.#known.set(loaded.points, found);
    return found;
  }
}

function nodeParts({ node, points }: LoadedNode, origin: readonly number[]): NodeParts {
  const size = Math.ceil(Math.log2(node.spacing * SPACINGS));
  const side = 2 ** size;
  const [left, low] = [node.min[0] - origin[0]!, node.min[1] - origin[1]!];
  const { count, places, lines } = points;
  const parts: Part[] = [];
  const partOf = new Uint32Array(count);
  const byLine = new Map<number, Map<number, number>>();
  for (let point = 0; point < count; point += 1) {
    const [x, y] = [places[point * 3]! + left, places[point * 3 + 1]! + low];
    const [column, row] = [Math.floor(x / side), Math.floor(y / side)];
    const cell = column * ROW + row;
    const line = lines[point]!;
    let ofLine = byLine.get(line);
    if (ofLine === undefined) byLine.set(line, (ofLine = new Map()));
    let part = ofLine.get(cell);
    if (part === undefined) {
      part = parts.push({ cell, line, sums: noSums() }) - 1;
      ofLine.set(cell, part);
    }
    partOf[point] = part;
    if (!isCompared(points, point)) continue;
    const z = places[point * 3 + 2]! + node.min[2];
    addPoint(parts[part]!.sums, x - (column + 0.5) * side, y - (row + 0.5) * side, z);
  }
  return { size, parts, partOf };
}

/** Last returns alone: what lies over the ground is seen by one line and not by another. */
function isCompared({ returns, classes }: NodePoints, point: number): boolean {
  const [number, count] = [returns[point]! & 15, returns[point]! >> 4];
  return number >= count && !NOISE.has(classes[point]!);
}

function addPoint(sums: Sums, x: number, y: number, z: number): void {
  sums[0] += 1;
  sums[1] += x;
  sums[2] += y;
  sums[3] += z;
  sums[4] += x * x;
  sums[5] += x * y;
  sums[6] += y * y;
  sums[7] += x * z;
  sums[8] += y * z;
  sums[9] += z * z;
}

/** A line's plane in a cell: its height in the middle, and of how many points. */
interface Height {
  readonly line: number;
  readonly points: number;
  readonly height: number;
}

class Cell {
  readonly #lines = new Map<number, Sums>();
  #found: { readonly heights: readonly Height[]; readonly deviation: number } | undefined;

  constructor(first: Part) {
    this.add(first);
  }

  add({ line, sums }: Part): void {
    const known = this.#lines.get(line);
    this.#lines.set(line, known === undefined ? sums : added(known, sums));
  }

  /** How far a line lies above the mean of the others, m. */
  difference(line: number, heightUnit: number): number {
    if (this.#lines.size < 2) return Number.NaN;
    this.#found ??= parallelPlanes(this.#lines);
    const { heights, deviation } = this.#found;
    const own = heights.find((each) => each.line === line);
    const others = heights.filter((each) => each !== own);
    const points = others.reduce((sum, each) => sum + each.points, 0);
    if (own === undefined || points === 0) return Number.NaN;
    const roughness = deviation * heightUnit;
    const error = roughness * Math.sqrt(1 / own.points + 1 / points);
    if (!(roughness <= MOST_ROUGHNESS && error <= MOST_ERROR)) return Number.NaN;
    const mean = others.reduce((sum, each) => sum + each.height * each.points, 0) / points;
    return (own.height - mean) * heightUnit;
  }
}

/**
 * Parallel planes through the points of lines, by least squares: one slope for all, so that points which
 * lie lower on it tell no difference. `deviation` is that of points from their line's plane.
 */
function parallelPlanes(lines: ReadonlyMap<number, Sums>) {
  const enough = [...lines].filter(([, [n]]) => n >= FEWEST_POINTS);
  let [xx, xy, yy, xz, yz, zz, free] = [0, 0, 0, 0, 0, 0, -2];
  for (const [, [n, x, y, z, ofXx, ofXy, ofYy, ofXz, ofYz, ofZz]] of enough) {
    xx += ofXx - (x * x) / n;
    xy += ofXy - (x * y) / n;
    yy += ofYy - (y * y) / n;
    xz += ofXz - (x * z) / n;
    yz += ofYz - (y * z) / n;
    zz += ofZz - (z * z) / n;
    free += n - 1;
  }
  // Points in a row lie on any plane: what comes of zero is no number.
  const determinant = xx * yy - xy * xy;
  const byX = (xz * yy - yz * xy) / determinant;
  const byY = (yz * xx - xz * xy) / determinant;
  const left = Math.max(0, zz - byX * xz - byY * yz);
  const heights = enough.map(([line, [n, x, y, z]]): Height => ({
    line,
    points: n,
    height: (z - byX * x - byY * y) / n,
  }));
  return { heights, deviation: Math.sqrt(left / free) };
}
