import type { KmlPath, Position } from "../readers/kml/read-kml.ts";

/** A flight plan as SVG path data, north up, in the units of its view box. */
export interface PlanDrawing {
  readonly width: number;
  readonly height: number;
  readonly lines: string;
  readonly crossStrips: string;
  readonly areas: string;
  /** How many of each are drawn. */
  readonly counts: { readonly lines: number; readonly crossStrips: number; readonly areas: number };
  /** Ground that the drawing covers, in kilometres. */
  readonly kilometres: { readonly east: number; readonly north: number };
}

const LONG_SIDE = 400;
const MARGIN = 10;
/** Points that are nearer to the last one drawn are left out. */
const FINEST = 0.5;
const MOST_PATHS = 20_000;
const KILOMETRES_PER_DEGREE = 111.32;

/** Draws the paths of flight plans, thinned to what the drawing can show; undefined without any. */
export function planDrawing(paths: readonly KmlPath[]): PlanDrawing | undefined {
  const drawn = paths
    .map((path) => ({ ...path, positions: path.positions.filter(onEarth) }))
    .filter(({ positions }) => positions.length > 1)
    .slice(0, MOST_PATHS);
  if (drawn.length === 0) return undefined;
  const view = viewOf(drawn);
  const draw = (some: readonly KmlPath[]): string =>
    some.map(({ positions, area }) => pathData(positions.map(view.place), area)).join("");
  const areas = drawn.filter(({ area }) => area);
  const crossStrips = drawn.filter(({ area, crossStrip }) => !area && crossStrip);
  const lines = drawn.filter(({ area, crossStrip }) => !area && !crossStrip);
  return {
    width: view.width,
    height: view.height,
    lines: draw(lines),
    crossStrips: draw(crossStrips),
    areas: draw(areas),
    counts: { lines: lines.length, crossStrips: crossStrips.length, areas: areas.length },
    kilometres: view.kilometres,
  };
}

function onEarth([longitude, latitude]: Position): boolean {
  return Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
}

interface View extends Pick<PlanDrawing, "width" | "height" | "kilometres"> {
  readonly place: (position: Position) => readonly [number, number];
}

/** An equirectangular view, true to scale along the middle latitude; longitudes may cross 180°. */
function viewOf(paths: readonly KmlPath[]): View {
  const latitudes = extent(paths, ([, latitude]) => latitude);
  const plain = extent(paths, ([longitude]) => longitude);
  const turned = extent(paths, ([longitude]) => eastward(longitude));
  const crosses = turned.max - turned.min < plain.max - plain.min;
  const longitudes = crosses ? turned : plain;
  const shrink = Math.cos((((latitudes.min + latitudes.max) / 2) * Math.PI) / 180);
  const east = (longitudes.max - longitudes.min) * shrink;
  const north = latitudes.max - latitudes.min;
  const scale = LONG_SIDE / Math.max(east, north, 1e-6);
  return {
    width: Math.ceil(east * scale + 2 * MARGIN),
    height: Math.ceil(north * scale + 2 * MARGIN),
    kilometres: { east: east * KILOMETRES_PER_DEGREE, north: north * KILOMETRES_PER_DEGREE },
    place: ([longitude, latitude]) => [
      ((crosses ? eastward(longitude) : longitude) - longitudes.min) * shrink * scale + MARGIN,
      (latitudes.max - latitude) * scale + MARGIN,
    ],
  };
}

const eastward = (longitude: number): number => (longitude < 0 ? longitude + 360 : longitude);

function extent(
  paths: readonly KmlPath[],
  of: (position: Position) => number,
): { readonly min: number; readonly max: number } {
  let [min, max] = [Infinity, -Infinity];
  for (const { positions } of paths)
    for (const position of positions) {
      const value = of(position);
      min = Math.min(min, value);
      max = Math.max(max, value);
    }
  return { min, max };
}

function pathData(points: readonly (readonly [number, number])[], closed: boolean): string {
  const kept: (readonly [number, number])[] = [];
  points.forEach((point, index) => {
    const last = kept.at(-1);
    const far = last === undefined || Math.hypot(point[0] - last[0], point[1] - last[1]) >= FINEST;
    if (far || index === points.length - 1) kept.push(point);
  });
  return `M${kept.map(([x, y]) => `${x.toFixed(1)} ${y.toFixed(1)}`).join("L")}${closed ? "Z" : ""}`;
}
