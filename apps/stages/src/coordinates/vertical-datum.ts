import type { ProcessingFile } from "@swath/contract/processing";
import { figure, type ProgramMeasure } from "../files/write-outputs.ts";

/** EPSG codes of systems of heights (and of their datums, as older GeoTIFF keys have them) by their names. */
const CODES: Readonly<Record<string, readonly number[]>> = {
  AHD: [5711, 5111],
  NAVD88: [5703, 6360, 8228, 5103],
  NZVD2016: [7839, 1169],
  EGM96: [5773, 5171],
  EGM2008: [3855, 1027],
  ODN: [5701, 5101],
  DHHN2016: [7837, 1170],
};

/** The codes that a project's vertical datum goes by, `EPSG:5711` or a name; undefined where unknown. */
function codesOf(datum: string): readonly number[] | undefined {
  const [, code] = /^(?:EPSG:)?(\d{4,5})$/i.exec(datum.trim()) ?? [];
  const own = code === undefined ? undefined : Number(code);
  const name = datum.toUpperCase().replaceAll(/[^A-Z0-9]/g, "");
  if (own === undefined) return CODES[name];
  return Object.values(CODES).find((codes) => codes.includes(own)) ?? [own];
}

/** Metres in the unit of systems of heights that are in feet, by their EPSG codes. */
const FEET: Readonly<Record<number, number>> = {
  5702: 1200 / 3937,
  6360: 1200 / 3937,
  8228: 0.3048,
};

/** Metres in the unit of a system of heights, where its code is one of those in feet. */
export const unitOfHeights = (epsg: number | null): number | null =>
  epsg === null ? null : (FEET[epsg] ?? null);

/** The system of heights of an EPSG code, whatever its unit; undefined where it is not known. */
export const heightsNamed = (epsg: number): string | undefined =>
  Object.entries(CODES).find(([, codes]) => codes.includes(epsg))?.[0];

/** The EPSG code of a system of heights by its name. */
export const heightsCode = (name: string): number | undefined => CODES[name]?.[0];

/**
 * Whether a project's datum is the ellipsoid itself, as for trajectories and clouds made from them.
 */
const isEllipsoid = (datum: string): boolean => /ellips/i.test(datum);

/**
 * Whether heights that a cloud states to be in one system (an EPSG code) are in the project's vertical
 * datum; undefined where either is not known. Nothing is converted: no geoid is installed.
 */
export function isInDatum(verticalEpsg: number | null, datum: string | null): boolean | undefined {
  if (verticalEpsg === null || datum === null) return undefined;
  if (isEllipsoid(datum)) return false;
  return codesOf(datum)?.includes(verticalEpsg);
}

const ELLIPSOIDAL = /ellips|\b(wgs|grs) ?(19)?8[04]\b/i;
const LONGEST_NAME = 50;

/** That heights are ellipsoidal although another vertical datum is asked for, which the delivery has. */
export function datumMeasures({
  verticalDatum,
}: Pick<ProcessingFile, "verticalDatum">): ProgramMeasure[] {
  if (verticalDatum === null || ELLIPSOIDAL.test(verticalDatum)) return [];
  const label = `Heights are ellipsoidal, ${verticalDatum.slice(0, LONGEST_NAME)} is not applied`;
  return [figure("datumNotApplied", label, 1, "", "maximum", { most: 0 })];
}
