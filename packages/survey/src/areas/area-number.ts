import type { KmlPath, Position } from "../readers/kml/kml-outline.ts";

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
