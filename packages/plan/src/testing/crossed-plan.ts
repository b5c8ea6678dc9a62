import { GeometryBuilder, LINE, mercatorX, mercatorY, type PlanGeometry } from "../model/index.ts";
import { randomFrom } from "./random.ts";

/** A plan of which it is known which lines are cross-strips. */
export interface CrossedPlan {
  readonly kind: string;
  readonly geometry: PlanGeometry;
  readonly crossStrips: Uint8Array;
}

/** Metres east and north of the plan's middle. */
type Place = readonly [east: number, north: number];

interface Drawn {
  readonly cross: boolean;
  readonly path: readonly Place[];
}

interface Chance {
  readonly from: (low: number, high: number) => number;
  readonly below: (count: number) => number;
  readonly happens: (share: number) => boolean;
}

const KINDS = ["block", "curved", "blocks", "corridor", "bent", "steep", "antimeridian"] as const;

/**
 * A plan of one of seven kinds with random noise in its vertices, lines left out, cut in two, turned
 * round, and in any order; a third of them without cross-strips: the same seed makes the same plan.
 */
export function crossedPlan(seed: number): CrossedPlan {
  const random = randomFrom(seed);
  const chance: Chance = {
    from: (low, high) => low + random() * (high - low),
    below: (count) => Math.floor(random() * count),
    happens: (share) => random() < share,
  };
  const kind = KINDS[seed % KINDS.length] ?? "block";
  const lines = drawnPlan(kind, chance).flatMap((line) => noisy(line, chance));
  const order = lines.map((line) => ({ line, key: random() })).toSorted((a, b) => a.key - b.key);
  const longitude = kind === "antimeridian" ? 180 : chance.from(114, 150);
  const latitude = chance.from(-60, 60);
  const geometry = geometryOf(
    order.map(({ line }) => line),
    longitude,
    latitude,
  );
  return { kind, geometry, crossStrips: Uint8Array.from(order, ({ line }) => Number(line.cross)) };
}

function drawnPlan(kind: (typeof KINDS)[number], chance: Chance): readonly Drawn[] {
  const azimuth =
    kind === "steep" ? Math.PI / 2 + chance.from(-0.02, 0.02) : chance.from(0, Math.PI);
  if (kind === "corridor") return turned(corridor(chance, 0), azimuth);
  if (kind === "bent") return turned(corridor(chance, chance.from(0.2, 1.6)), azimuth);
  if (kind === "curved") return turned(block(chance, chance.from(0.02, 0.15)), azimuth);
  if (kind !== "blocks") return turned(block(chance, 0), azimuth);
  return Array.from({ length: 2 + chance.below(3) }, (_, place) =>
    turned(block(chance, 0), chance.from(0, Math.PI)).map(({ cross, path }) => ({
      cross,
      path: path.map(([x, y]): Place => [x + place * 90_000, y]),
    })),
  ).flat();
}

/** Parallel lines along y, bowed by a share of their length, and cross-strips over all of them. */
function block(chance: Chance, bow: number): readonly Drawn[] {
  const count = 4 + chance.below(36);
  const [spacing, half] = [chance.from(200, 700), chance.from(3000, 15_000)];
  const width = (count - 1) * spacing;
  const lines: Drawn[] = [];
  for (let line = 0; line < count; line++) {
    if (count > 8 && chance.happens(0.03)) continue;
    const x = line * spacing - width / 2;
    const [low, high] = [-half * chance.from(0.95, 1.05), half * chance.from(0.95, 1.05)];
    const steps = bow === 0 ? 1 + chance.below(2) : 14;
    const path = Array.from({ length: steps + 1 }, (_, at): Place => {
      const y = low + ((high - low) * at) / steps;
      return [x + bow * half * (1 - (y / half) ** 2), y];
    });
    lines.push({ cross: false, path });
  }
  // As long as not even half of the lines: else nobody could say which are which.
  const most = Math.floor((0.6 * count * 2 * half) / (width * 1.4 + 2000));
  const crosses = Math.min(chance.happens(1 / 3) ? 0 : 1 + chance.below(4), most);
  for (let cross = 0; cross < crosses; cross++) {
    const y = half * chance.from(-0.85, 0.85);
    const skew = chance.from(-0.4, 0.4);
    const reach = width / 2 + chance.from(200, 1000) + bow * half;
    const shift = bow * half * (1 - (y / half) ** 2);
    lines.push({
      cross: true,
      path: [
        [shift - reach, y - skew * reach],
        [shift + reach, y + skew * reach],
      ].map(([a = 0, b = 0]): Place => [a, Math.max(-half * 0.93, Math.min(half * 0.93, b))]),
    });
  }
  return lines;
}

/** Legs one after another, each of a few parallel lines that overlap at the bends, and cross-strips. */
function corridor(chance: Chance, sharpest: number): readonly Drawn[] {
  const count = 2 + chance.below(5);
  const spacing = chance.from(150, 400);
  const width = (count - 1) * spacing;
  const lines: Drawn[] = [];
  const crossed = !chance.happens(1 / 3);
  let [x, y, heading] = [0, 0, 0];
  for (let leg = 0; leg < 1 + chance.below(6); leg++) {
    const length = 6 * width + chance.from(3000, 20_000);
    const [east, north] = [Math.sin(heading), Math.cos(heading)];
    const place = (along: number, aside: number): Place => [
      x + east * along + north * aside,
      y + north * along - east * aside,
    ];
    for (let line = 0; line < count; line++) {
      const aside = line * spacing - width / 2;
      lines.push({
        cross: false,
        path: [place(-width - 300, aside), place(length + width + 300, aside)],
      });
    }
    if (crossed && chance.happens(0.7)) {
      const along = length * chance.from(0.2, 0.8);
      const reach = width / 2 + chance.from(300, 1500);
      const skew = chance.from(-0.3, 0.3) * reach;
      lines.push({ cross: true, path: [place(along - skew, -reach), place(along + skew, reach)] });
    }
    [x, y] = place(length, 0);
    heading += chance.from(-sharpest, sharpest);
  }
  return lines;
}

function turned(lines: readonly Drawn[], azimuth: number): readonly Drawn[] {
  const [sine, cosine] = [Math.sin(azimuth), Math.cos(azimuth)];
  return lines.map(({ cross, path }) => ({
    cross,
    path: path.map(([x, y]): Place => [x * cosine + y * sine, y * cosine - x * sine]),
  }));
}

/** A line as people plan it: a few metres off, either way round, some cut in two with an overlap. */
function noisy({ cross, path }: Drawn, chance: Chance): readonly Drawn[] {
  const off = path.map(([x, y]): Place => [x + chance.from(-8, 8), y + chance.from(-8, 8)]);
  const way = chance.happens(0.5) ? off.toReversed() : off;
  const [first, last] = [way[0], way.at(-1)];
  if (cross || way.length > 2 || first === undefined || last === undefined || !chance.happens(0.05))
    return [{ cross, path: way }];
  const cut = (share: number): Place => [
    first[0] + (last[0] - first[0]) * share,
    first[1] + (last[1] - first[1]) * share,
  ];
  return [
    { cross, path: [first, cut(0.52)] },
    { cross, path: [cut(0.48), last] },
  ];
}

const METRES_PER_DEGREE = 111_320;

function geometryOf(lines: readonly Drawn[], longitude: number, latitude: number): PlanGeometry {
  const builder = new GeometryBuilder("any");
  const shrink = Math.cos((latitude * Math.PI) / 180);
  for (const [index, { path }] of lines.entries()) {
    for (const [east, north] of path)
      builder.add(
        mercatorX(longitude + east / (METRES_PER_DEGREE * shrink)),
        mercatorY(latitude + north / METRES_PER_DEGREE),
      );
    builder.endPart(LINE);
    builder.endFeature(`Line ${index + 1}`, "");
  }
  return builder.finish();
}
