import { errorFigures, type ErrorFigures } from "./error-figures.ts";
import { fitPlane, heightOn, type Offset } from "./fit-plane.ts";
import { eachLasPoint, type LasPoint } from "./las-file.ts";
import type { Truth, TruthSample } from "./truth-file.ts";

const CELL = 1;

/** Finds the truth samples within `radius` m in plan of a point. */
class SampleIndex {
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

/** Of points around a sample, m in plan … */
const REACH = 0.75;
/** … and in height: beyond is another surface, a wall or a tree. */
const WINDOW = 0.5;
/** Points that say whose surface they are: within this of it, or so far above ground. */
const ON_SURFACE = 0.2;
const ABOVE_GROUND = 0.5;
const GROUND = 2;

type Surface = TruthSample["surface"];
const SURFACES: readonly Surface[] = ["ground", "road", "roof"];

interface Near extends Offset {
  readonly sourceId: number;
}

/** How well class 2 is what the truth calls ground. */
interface ClassFigures {
  readonly groundPoints: number;
  readonly otherPoints: number;
  /** Share of ground points that are not class 2. */
  readonly typeOne: number | null;
  /** Share of other points (roofs, trees) that are class 2. */
  readonly typeTwo: number | null;
}

interface SurfaceFigures {
  /** Of planes through a sample's neighbours, at the sample. */
  readonly plane: ErrorFigures;
  /** Of single points, each against the truth carried along the plane's slope. */
  readonly points: ErrorFigures;
}

export interface CloudFigures {
  readonly points: number;
  readonly samplesReached: number;
  readonly surfaces: Readonly<Record<Surface, SurfaceFigures>>;
  /** Ground and road by flight line: a jump of one shows here. */
  readonly lines: Readonly<Record<string, ErrorFigures>>;
  /** Absent where nothing is classified. */
  readonly classes?: ClassFigures;
}

const share = (part: number, whole: number): number | null => (whole === 0 ? null : part / whole);

class ClassTally {
  readonly #counts = { ground: 0, missed: 0, other: 0, taken: 0 };
  #classified = false;

  /** A point by the nearest sample's surface; between two surfaces it says nothing. */
  see({ z, classification }: LasPoint, truth: TruthSample): void {
    this.#classified ||= classification === GROUND;
    const above = z - truth.z;
    const isGround = truth.surface !== "roof" && Math.abs(above) < ON_SURFACE;
    const isOther = truth.surface === "roof" ? Math.abs(above) < ON_SURFACE : above > ABOVE_GROUND;
    if (isGround) this.#counts.ground += 1;
    if (isGround && classification !== GROUND) this.#counts.missed += 1;
    if (isOther) this.#counts.other += 1;
    if (isOther && classification === GROUND) this.#counts.taken += 1;
  }

  get figures(): ClassFigures | undefined {
    if (!this.#classified) return undefined;
    const { ground, missed, other, taken } = this.#counts;
    return {
      groundPoints: ground,
      otherPoints: other,
      typeOne: share(missed, ground),
      typeTwo: share(taken, other),
    };
  }
}

/** Compares point files, taken together, with the truth's samples. */
export function compareCloud(truth: Truth, files: readonly string[]): CloudFigures {
  const index = new SampleIndex(truth.samples, REACH);
  const near: Near[][] = truth.samples.map(() => []);
  const classes = new ClassTally();
  let points = 0;
  const see = (point: LasPoint): void => {
    let [closest, distance] = [-1, Infinity];
    index.each(point.x, point.y, (sample, squared) => {
      if (squared < distance) [closest, distance] = [sample, squared];
      const { x, y, z } = truth.samples[sample]!;
      if (Math.abs(point.z - z) > WINDOW) return;
      const { sourceId } = point;
      near[sample]!.push({ x: point.x - x, y: point.y - y, z: point.z - z, sourceId });
    });
    if (closest >= 0) classes.see(point, truth.samples[closest]!);
  };
  for (const file of files) points += eachLasPoint(file, see);
  const judged = classes.figures;
  return { points, ...heightErrors(truth, near), ...(judged && { classes: judged }) };
}

/** Points on every side: a plane that reaches beyond its points says little. */
function surrounds(points: readonly Offset[]): boolean {
  const quarters = new Set(points.map(({ x, y }) => (x > 0 ? 1 : 0) + (y > 0 ? 2 : 0)));
  return quarters.size >= 3;
}

function heightErrors({ samples }: Truth, near: readonly (readonly Near[])[]) {
  const planes = { ground: [] as number[], road: [] as number[], roof: [] as number[] };
  const single = { ground: [] as number[], road: [] as number[], roof: [] as number[] };
  const lines = new Map<number, number[]>();
  for (const [i, points] of near.entries()) {
    const { surface } = samples[i]!;
    const plane = surrounds(points) ? fitPlane(points) : undefined;
    if (plane === undefined) continue;
    planes[surface].push(plane.offset);
    for (const { x, y, z, sourceId } of points) {
      const error = z - heightOn({ ...plane, offset: 0 }, x, y);
      single[surface].push(error);
      if (surface === "roof") continue;
      const line = lines.get(sourceId);
      if (line === undefined) lines.set(sourceId, [error]);
      else line.push(error);
    }
  }
  const surfaces = Object.fromEntries(
    SURFACES.map((surface) => [
      surface,
      { plane: errorFigures(planes[surface]), points: errorFigures(single[surface]) },
    ]),
  ) as Record<Surface, SurfaceFigures>;
  return {
    samplesReached: SURFACES.reduce((sum, surface) => sum + planes[surface].length, 0),
    surfaces,
    lines: Object.fromEntries([...lines].map(([id, errors]) => [String(id), errorFigures(errors)])),
  };
}
