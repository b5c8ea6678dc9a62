import type { Extent } from "@swath/plan/model";

/** Metres of EPSG:3857 around the world: the drawing is the same one world further. */
export const WORLD = 2 * Math.PI * 6_378_137;

/** By how many metres a drawing has to be moved to be seen between two x: once for each world. */
export function worldShifts(drawn: Extent, left: number, right: number): number[] {
  const first = Math.ceil((left - drawn[2]) / WORLD);
  const last = Math.floor((right - drawn[0]) / WORLD);
  const shifts: number[] = [];
  for (let world = first; world <= last; world++) shifts.push(world * WORLD);
  return shifts;
}

/** The shift that brings `x` closest to the middle of what is drawn. */
export function shiftTowards(x: number, drawn: Extent): number {
  return Math.round(((drawn[0] + drawn[2]) / 2 - x) / WORLD) * WORLD;
}
