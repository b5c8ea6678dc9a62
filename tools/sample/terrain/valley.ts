import { randomFrom, seedOf } from "../random.ts";
import { type Building, buildings, type Tree, trees } from "./buildings.ts";
import { Ground, ROAD_HALF_WIDTH } from "./ground.ts";

/** A pulse: where it starts and its direction of length 1, in the site frame. */
export interface Ray {
  ox: number;
  oy: number;
  oz: number;
  dx: number;
  dy: number;
  dz: number;
}

export type Surface = "ground" | "roof" | "wall" | "vegetation";

/** One return of a pulse. */
export interface Echo {
  readonly range: number;
  readonly surface: Surface;
}

/** The valley's half extent: buildings and trees stand within it. */
const EXTENT = { x: 330, y: 400 };

const TOLERANCE = 1e-7;
const MOST_STEPS = 30;
/** Mean way of light through leaves, m, and the least between two returns of one pulse. */
const LEAVES = 3.2;
const LEAST_APART = 1;
const MOST_LEAF_ECHOES = 3;
const PASSES_ON = 0.68;

/** Everything that a pulse may meet; the same for the same seed. */
export class Valley {
  readonly ground: Ground;
  readonly buildings: readonly Building[];
  readonly trees: readonly Tree[];
  readonly #buildingGrid: ObjectGrid<Building>;
  readonly #treeGrid: ObjectGrid<Tree>;
  /** z where the last pulse met the ground: the next one meets it near there. */
  #lastHeight = 0;

  constructor(seed: number) {
    const random = randomFrom(seedOf(`valley ${seed}`));
    this.ground = new Ground(random);
    this.buildings = buildings(this.ground, EXTENT, random);
    this.trees = trees(this.ground, this.buildings, EXTENT, random);
    this.#buildingGrid = new ObjectGrid(this.buildings, ({ reach }) => reach);
    this.#treeGrid = new ObjectGrid(this.trees, ({ radius }) => radius);
  }

  /** The returns of a pulse from above, nearest first; at least one. `random` decides on the leaves. */
  echoes(ray: Ray, random: () => number): Echo[] {
    const toGround = this.groundRange(ray);
    const x = ray.ox + toGround * ray.dx;
    const y = ray.oy + toGround * ray.dy;
    let last: Echo = { range: toGround, surface: "ground" };
    for (const building of this.#buildingGrid.near(x, y)) {
      const hit = buildingHit(building, ray);
      if (hit !== undefined && hit.range < last.range) last = hit;
    }
    const crowns = this.#treeGrid
      .near(x, y)
      .map((tree) => crownSpan(tree, ray))
      .filter((span) => span !== undefined && span[0] < last.range);
    if (crowns.length === 0) return [last];
    return leafEchoes(crowns as readonly Span[], last, random);
  }

  /** Whether the road is what lies there. */
  isRoad(x: number, y: number): boolean {
    return this.ground.fromRoad(x, y) <= ROAD_HALF_WIDTH;
  }

  /** The distance along a ray to the ground alone (secant steps from the last pulse's). */
  groundRange(ray: Ray): number {
    const over = (range: number): number =>
      ray.oz +
      range * ray.dz -
      this.ground.height(ray.ox + range * ray.dx, ray.oy + range * ray.dy);
    let before = (this.#lastHeight - ray.oz) / ray.dz;
    let beforeOver = over(before);
    let range = before - beforeOver / ray.dz;
    for (let step = 0; step < MOST_STEPS; step++) {
      const now = over(range);
      if (Math.abs(now) < TOLERANCE || now === beforeOver) break;
      const next = range - (now * (range - before)) / (now - beforeOver);
      before = range;
      beforeOver = now;
      range = next;
    }
    this.#lastHeight = ray.oz + range * ray.dz;
    return range;
  }
}

/** Where a ray comes into a building: behind the last of the planes that it passes inwards. */
function buildingHit({ planes }: Building, ray: Ray): Echo | undefined {
  let enter = -Infinity;
  let leave = Infinity;
  let roof = false;
  for (const { normal, offset, roof: isRoof } of planes) {
    const [nx, ny, nz] = normal;
    const towards = nx * ray.dx + ny * ray.dy + nz * ray.dz;
    const outside = nx * ray.ox + ny * ray.oy + nz * ray.oz - offset;
    if (towards === 0) {
      if (outside > 0) return undefined;
      continue;
    }
    const at = -outside / towards;
    if (towards > 0) leave = Math.min(leave, at);
    else if (at > enter) {
      enter = at;
      roof = isRoof;
    }
  }
  return enter < leave && enter > 0 ? { range: enter, surface: roof ? "roof" : "wall" } : undefined;
}

type Span = readonly [enter: number, leave: number];

/** The way of a ray through a crown. */
function crownSpan(tree: Tree, ray: Ray): Span | undefined {
  const squeeze = tree.radius / tree.halfHeight;
  const [px, py, pz] = [ray.ox - tree.x, ray.oy - tree.y, (ray.oz - tree.z) * squeeze];
  const dz = ray.dz * squeeze;
  const a = ray.dx ** 2 + ray.dy ** 2 + dz ** 2;
  const b = px * ray.dx + py * ray.dy + pz * dz;
  const c = px ** 2 + py ** 2 + pz ** 2 - tree.radius ** 2;
  const root = b * b - a * c;
  if (root <= 0) return undefined;
  const width = Math.sqrt(root);
  return [(-b - width) / a, (-b + width) / a];
}

/** Returns within crowns, and of what is behind them where light is left. */
function leafEchoes(crowns: readonly Span[], last: Echo, random: () => number): Echo[] {
  const echoes: Echo[] = [];
  let from = 0;
  for (const [enter, leave] of crowns.toSorted((a, b) => a[0] - b[0])) {
    from = Math.max(from, enter);
    while (echoes.length < MOST_LEAF_ECHOES) {
      const at = from - LEAVES * Math.log(1 - random());
      if (at > leave || at > last.range - LEAST_APART) break;
      echoes.push({ range: at, surface: "vegetation" });
      if (random() > PASSES_ON) return echoes;
      from = at + LEAST_APART;
    }
  }
  return [...echoes, last];
}

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
