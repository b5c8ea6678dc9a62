import {
  AREA,
  GeometryBuilder,
  LINE,
  mercatorX,
  mercatorY,
  type PlanGeometry,
} from "../model/index.ts";
import { randomFrom } from "./random.ts";

/** How many of each a seeded plan has. */
export interface SeededPlan {
  readonly lines: number;
  readonly areas: number;
  readonly seed?: number;
}

interface SeededFeature {
  readonly name: string;
  readonly folder: string;
  readonly area: boolean;
  /** Longitude and latitude in turn. */
  readonly degrees: readonly number[];
}

const LINES_A_BLOCK = 50;
const SPACING = 0.006;

/**
 * Flight lines of three positions in blocks of 50 over Australia, each block side by side with its own
 * azimuth, and areas of twelve corners: the same seed makes the same plan.
 */
export function seededPlan(plan: SeededPlan): PlanGeometry {
  const builder = new GeometryBuilder("any");
  for (const { name, folder, area, degrees } of features(plan)) {
    for (let at = 0; at < degrees.length; at += 2)
      builder.add(mercatorX(degrees[at] ?? 0), mercatorY(degrees[at + 1] ?? 0));
    if (area) builder.endRing(AREA, true);
    else builder.endPart(LINE);
    builder.endFeature(name, folder);
  }
  return builder.finish();
}

/** The same plan as a KML document. */
export function seededKml(plan: SeededPlan): string {
  const marks = [...features(plan)].map(({ name, folder, area, degrees }) => {
    const text = degrees
      .map((degree, at) => `${degree.toFixed(7)}${at % 2 === 0 ? "," : ",0 "}`)
      .join("");
    const line = `<LineString><coordinates>${text}</coordinates></LineString>`;
    const ring = `<LinearRing><coordinates>${text}</coordinates></LinearRing>`;
    const shape = area ? `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon>` : line;
    return `<Folder><name>${folder}</name><Placemark><name>${name}</name>${shape}</Placemark></Folder>`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?><kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks.join("\n")}</Document></kml>`;
}

function* features({ lines, areas, seed = 1 }: SeededPlan): Generator<SeededFeature> {
  const random = randomFrom(seed);
  let block = { longitude: 0, latitude: 0, azimuth: 0, half: 0 };
  for (let line = 0; line < lines; line++) {
    const place = line % LINES_A_BLOCK;
    if (place === 0)
      block = {
        longitude: 115 + random() * 37,
        latitude: -38 + random() * 24,
        azimuth: random() * Math.PI,
        half: 0.05 + random() * 0.15,
      };
    const number = Math.floor(line / LINES_A_BLOCK) + 1;
    yield {
      name: `Line ${line + 1}`,
      folder: `Block ${number}`,
      area: false,
      degrees: lineOf(block, place - LINES_A_BLOCK / 2, random),
    };
  }
  for (let area = 0; area < areas; area++)
    yield { name: `AOI ${area + 1}`, folder: "Areas", area: true, degrees: areaAt(random) };
}

function lineOf(
  {
    longitude,
    latitude,
    azimuth,
    half,
  }: {
    readonly longitude: number;
    readonly latitude: number;
    readonly azimuth: number;
    readonly half: number;
  },
  place: number,
  random: () => number,
): readonly number[] {
  const [east, north] = [Math.sin(azimuth), Math.cos(azimuth)];
  const [x, y] = [longitude + north * place * SPACING, latitude - east * place * SPACING];
  return [-1, 0, 1].flatMap((end) => [
    x + end * half * east + (random() - 0.5) * 1e-4,
    y + end * half * north + (random() - 0.5) * 1e-4,
  ]);
}

const CORNERS = 12;

function areaAt(random: () => number): readonly number[] {
  const [x, y, size] = [115 + random() * 37, -38 + random() * 24, 0.02 + random() * 0.1];
  return Array.from({ length: CORNERS }, (_, corner) => {
    const turn = (2 * Math.PI * corner) / CORNERS;
    const radius = size * (0.6 + 0.4 * random());
    return [x + radius * Math.cos(turn), y + radius * Math.sin(turn)];
  }).flat();
}
