/** Metres in a unit of length, by its EPSG code (EPSG registry, units of measure). */
const UNITS: ReadonlyMap<number, number> = new Map([
  [9001, 1],
  [9002, 0.3048],
  [9003, 1200 / 3937],
  [9005, 0.3047972654],
  [9014, 1.8288],
  [9030, 1852],
  [9036, 1000],
  [9037, 0.9143917962],
  [9040, 0.9143984146],
  [9041, 0.3047994715],
  [9080, 0.3047995102],
  [9093, 1609.344],
  [9094, 0.304799710181508],
  [9096, 0.9144],
]);

/** Metres in the unit of an EPSG code; null for one that is no length, or not known. */
export const metresOfUnit = (epsg: number): number | null => UNITS.get(epsg) ?? null;
