import type { KmlPath, Position } from "./readers/kml/read-kml.ts";
import { lastName } from "./rules/flight-parts.ts";

const NUMBER = /\bA\.?O\.?I\.?[\s_.#-]*(?:no\.?\s*|number\s*)?0*(\d{1,5})(?!\d)/i;

/** The number of the area of interest that a name names (`AOI 2`, `PRJ00001_AOI02`); undefined: none. */
export function areaNumber(name: string): number | undefined {
  const [, digits] = NUMBER.exec(name.replaceAll("_", " ")) ?? [];
  const number = Number(digits);
  return number >= 1 ? number : undefined;
}

/** Outer rings of an area of interest, longitudes and latitudes in degrees. */
export type AreaRings = readonly (readonly Position[])[];

/** A ring encloses something from three corners on. */
const FEWEST_CORNERS = 3;

/** The numbered areas of a plan's paths, by their number. */
export function numberedAreas(paths: readonly KmlPath[]): ReadonlyMap<number, AreaRings> {
  const areas = new Map<number, (readonly Position[])[]>();
  for (const { area, name, positions } of paths) {
    const number = area && positions.length >= FEWEST_CORNERS ? areaNumber(name) : undefined;
    if (number === undefined) continue;
    areas.set(number, [...(areas.get(number) ?? []), positions]);
  }
  return areas;
}

/**
 * The rings of an area of interest of a plan: of that number; where no area of the plan has a number,
 * all of its areas. Undefined where the plan does not draw it.
 */
export function ringsOfArea(paths: readonly KmlPath[], number: number): AreaRings | undefined {
  const numbered = numberedAreas(paths);
  if (numbered.size > 0) return numbered.get(number);
  const all = paths.filter(({ area, positions }) => area && positions.length >= FEWEST_CORNERS);
  return all.length === 0 ? undefined : all.map(({ positions }) => positions);
}

/**
 * The flight plans of a project: files named `{projectId}…`, but not those of a longer id that
 * begins alike. Where the project has none, or no project is known, all plans count.
 */
export function plansOfProject(
  paths: readonly string[],
  projectId: string | null | undefined,
): readonly string[] {
  if (projectId === null || projectId === undefined) return paths;
  const id = projectId.toLowerCase();
  const own = paths.filter((path) => {
    const name = lastName(path).toLowerCase();
    return name.startsWith(id) && !/^[a-z0-9]/.test(name.slice(id.length));
  });
  return own.length === 0 ? paths : own;
}

/** Longitude and latitude in degrees, then optional values such as height and time. */
export type LinePlace = readonly [longitude: number, latitude: number, ...more: number[]];

/** A longitude within 180° of another. */
const nearTo = (longitude: number, origin: number): number =>
  origin + ((((longitude - origin + 180) % 360) + 360) % 360) - 180;

/** An area that lines are clipped to; edges are straight in longitude and latitude. */
export class ClipArea {
  readonly #rings: readonly RingBands[];
  readonly #origin: number;

  /** Rings may be open or closed; a place is inside where any ring holds it. */
  constructor(rings: AreaRings) {
    this.#origin = rings[0]?.[0]?.[0] ?? 0;
    this.#rings = rings.map((ring) => new RingBands(this.#edgesOf(ring)));
  }

  /** Whether a place is in one of the rings. */
  has([longitude, latitude]: LinePlace): boolean {
    return this.#holds(nearTo(longitude, this.#origin), latitude);
  }

  /** The stretches of a line inside the area, cut at its edges; further values are interpolated. */
  clip<P extends LinePlace>(line: readonly P[]): P[][] {
    const stretches: P[][] = [];
    let open: P[] | undefined;
    for (let at = 1; at < line.length; at += 1) {
      const [from, to] = [line[at - 1]!, line[at]!];
      let end = 0;
      for (const inside of this.#insideOf(from, to)) {
        if (open === undefined || inside[0] > 0) {
          open = [between(from, to, inside[0])];
          stretches.push(open);
        }
        end = inside[1];
        open.push(between(from, to, end));
      }
      if (end < 1) open = undefined;
    }
    return stretches;
  }

  #edgesOf(ring: AreaRings[number]): Edge[] {
    let x = nearTo(ring[0]?.[0] ?? 0, this.#origin);
    return ring.map(([, y], at) => {
      const [longitude, toY] = ring[(at + 1) % ring.length]!;
      const from = x;
      x = nearTo(longitude, from);
      return [from, y, x, toY];
    });
  }

  #holds(x: number, y: number): boolean {
    return this.#rings.some((ring) => ring.holds(x, y));
  }

  /** The shares of a segment between which it is inside, in their order. */
  #insideOf(from: LinePlace, to: LinePlace): (readonly [number, number])[] {
    const [x, y] = [nearTo(from[0], this.#origin), from[1]];
    const [dx, dy] = [nearTo(to[0], from[0]) - from[0], to[1] - y];
    const cuts = this.#rings.flatMap((ring) => ring.crossings([x, y, x + dx, y + dy]));
    const shares = [...new Set([0, ...cuts, 1])].toSorted((one, other) => one - other);
    const inside: [number, number][] = [];
    for (const [at, end] of shares.entries()) {
      const start = shares[at - 1];
      if (start === undefined) continue;
      const middle = (start + end) / 2;
      if (!this.#holds(x + dx * middle, y + dy * middle)) continue;
      const last = inside.at(-1);
      if (last?.[1] === start) last[1] = end;
      else inside.push([start, end]);
    }
    return inside;
  }
}

function between<P extends LinePlace>(from: P, to: P, share: number): P {
  if (share === 0) return from;
  if (share === 1) return to;
  const values = from.map((value, index) => {
    const end = index === 0 ? nearTo(to[0], value) : (to[index] ?? value);
    return value + (end - value) * share;
  });
  return values as unknown as P;
}

/** An edge between two corners, longitudes counted on over 180°. */
export type Edge = readonly [x: number, y: number, toX: number, toY: number];

const MOST_BANDS = 2_048;
/** An edge stands in each band that it crosses; this is the average number of bands for an edge. */
const ENTRIES_OF_EDGE = 8;

/** A closed ring whose edges are found by latitude: what crosses a place's band, no others. */
export class RingBands {
  readonly #bands: Edge[][];
  readonly #south: number;
  readonly #height: number;

  constructor(edges: readonly Edge[]) {
    let [south, north, rise] = [Infinity, -Infinity, 0];
    for (const [, y, , toY] of edges) {
      [south, north] = [Math.min(south, y), Math.max(north, y)];
      rise += Math.abs(toY - y);
    }
    const count = Math.floor((ENTRIES_OF_EDGE * edges.length * (north - south)) / rise) || 1;
    const bands = Math.min(count, MOST_BANDS);
    this.#south = south;
    this.#height = Math.max((north - south) / bands, Number.MIN_VALUE);
    this.#bands = Array.from({ length: bands }, () => []);
    for (const edge of edges) for (const band of this.#passed(edge[1], edge[3])) band.push(edge);
  }

  /** Whether a place is inside (even-odd rule). */
  holds(x: number, y: number): boolean {
    let inside = false;
    for (const [fromX, fromY, toX, toY] of this.#bands[this.#bandOf(y)]!)
      if (fromY > y !== toY > y && x < ((toX - fromX) * (y - fromY)) / (toY - fromY) + fromX)
        inside = !inside;
    return inside;
  }

  /** The shares of a segment at which edges cross it, in no order. */
  crossings(segment: Edge): number[] {
    const cuts: number[] = [];
    for (const band of this.#passed(segment[1], segment[3]))
      for (const edge of band) {
        const cut = crossing(segment, edge);
        if (cut !== undefined) cuts.push(cut);
      }
    return cuts;
  }

  #passed(y: number, toY: number): Edge[][] {
    return this.#bands.slice(this.#bandOf(Math.min(y, toY)), this.#bandOf(Math.max(y, toY)) + 1);
  }

  #bandOf(y: number): number {
    const band = Math.floor((y - this.#south) / this.#height);
    return Math.min(Math.max(band, 0), this.#bands.length - 1);
  }
}

/** The share of a segment (0 to 1) at which an edge crosses it. */
function crossing([x, y, toX, toY]: Edge, [edgeX, edgeY, edgeToX, edgeToY]: Edge) {
  const [dx, dy, ex, ey] = [toX - x, toY - y, edgeToX - edgeX, edgeToY - edgeY];
  const cross = dx * ey - dy * ex;
  if (cross === 0) return undefined;
  const share = ((edgeX - x) * ey - (edgeY - y) * ex) / cross;
  const onEdge = ((edgeX - x) * dy - (edgeY - y) * dx) / cross;
  return share > 0 && share < 1 && onEdge >= 0 && onEdge <= 1 ? share : undefined;
}
