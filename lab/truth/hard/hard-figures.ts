import { type HardCloud, TRUTH } from "./hard-cloud.ts";

/** How well one class was found. */
interface ClassFigures {
  /** Points that are of it in truth, and that were called so. */
  readonly points: number;
  readonly called: number;
  /** Share of the points that were called so, and share of those called so that are. */
  readonly completeness: number;
  readonly correctness: number;
}

export interface CloudFigures {
  /** Ground that is not called so, and other points that are called ground: shares. */
  readonly typeOne: number;
  readonly typeTwo: number;
  /** Share of low noise that is called so, of low and high noise together, and of bridges called ground. */
  readonly lowNoise: number;
  readonly bridgeAsGround: number;
  readonly classes: Readonly<Record<string, ClassFigures>>;
}

/** Classes as they are compared: vegetation by its height is one. */
const NAMES: Readonly<Record<number, string>> = {
  [TRUTH.other]: "other",
  [TRUTH.ground]: "ground",
  [TRUTH.lowVegetation]: "vegetation",
  [TRUTH.mediumVegetation]: "vegetation",
  [TRUTH.highVegetation]: "vegetation",
  [TRUTH.building]: "building",
  [TRUTH.lowNoise]: "low noise",
  [TRUTH.highNoise]: "high noise",
  [TRUTH.water]: "water",
  [TRUTH.bridge]: "bridge",
};

const add = (to: Map<string, number>, key: string): void =>
  void to.set(key, (to.get(key) ?? 0) + 1);

/** Compares classes with what points are in truth; `isOf` takes a part of the cloud. */
export function cloudFigures(
  { count, truth }: HardCloud,
  classes: Uint8Array,
  isOf: (point: number) => boolean = () => true,
): CloudFigures {
  const table = new Map<string, number>();
  const [points, called] = [new Map<string, number>(), new Map<string, number>()];
  for (let point = 0; point < count; point += 1) {
    if (!isOf(point)) continue;
    const [is, was] = [NAMES[truth[point]!]!, NAMES[classes[point]!] ?? "other"];
    add(points, is);
    add(called, was);
    add(table, `${is} ${was}`);
  }
  const of = (is: string, was: string): number => table.get(`${is} ${was}`) ?? 0;
  const all = [...points.values()].reduce((sum, each) => sum + each, 0);
  const ground = points.get("ground") ?? 0;
  return {
    typeOne: (ground - of("ground", "ground")) / ground,
    typeTwo: ((called.get("ground") ?? 0) - of("ground", "ground")) / (all - ground),
    lowNoise: of("low noise", "low noise") / (points.get("low noise") ?? 0),
    bridgeAsGround: of("bridge", "ground") / (points.get("bridge") ?? 0),
    classes: Object.fromEntries(
      [...new Set(Object.values(NAMES))].map((name) => [
        name,
        {
          points: points.get(name) ?? 0,
          called: called.get(name) ?? 0,
          completeness: of(name, name) / (points.get(name) ?? 0),
          correctness: of(name, name) / (called.get(name) ?? 0),
        },
      ]),
    ),
  };
}
