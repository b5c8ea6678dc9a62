/**
 * Names of datums that lie within 2 m of WGS 84, without `D_`, signs and spaces: they are taken as they
 * are, as PROJ takes them where no grid is installed (EPSG 1150, 8450, 1188 and their like: null
 * transformations). Realisations of one frame differ by less.
 */
const NEAR: readonly RegExp[] = [
  /^(?:WGS(?:19)?84|WORLDGEODETICSYSTEM(?:OF)?1984)(?:ENSEMBLE|TRANSIT|G\d{3,4})?$/,
  /^(?:ITRF|INTERNATIONALTERRESTRIALREFERENCEFRAME)(?:OF)?(?:\d\d|19\d\d|20\d\d)$/,
  /^IG[SB]B?(?:\d\d|20\d\d)$/,
  /^(?:GDA|GEOCENTRICDATUMOFAUSTRALIA)(?:94|1994|2020)$/,
  /^(?:ATRF|AUSTRALIANTERRESTRIALREFERENCEFRAME)2014$/,
  // Of counties there are ellipsoids of their own, which are named `…_Adj_…`.
  /^(?:NAD(?:19)?83|NORTHAMERICAN(?:DATUM)?(?:OF)?1983)(?!.*ADJ)/,
  /^(?:ETRS|ETRF|EUROPEANTERRESTRIALREFERENCE(?:SYSTEM|FRAME))(?:19)?89(?:ENSEMBLE)?$/,
  /^(?:ETRF|EUROPEANTERRESTRIALREFERENCEFRAME)(?:19|20)?\d\d$/,
  /^(?:NZGD|NEWZEALANDGEODETICDATUM)2000$/,
];

/** Datums of before the satellites, which lie up to several hundred metres beside WGS 84. */
const FAR =
  /^(?:AGD|AUSTRALIAN(?:GEODETICDATUM)?(?:OF)?)(?:19)?(?:66|84)|^(?:NAD|NORTHAMERICAN(?:DATUM)?(?:OF)?)(?:19)?27|^(?:NZGD|NEWZEALAND(?:GEODETICDATUM)?)(?:19)?49|^(?:ED|EUROPEAN(?:DATUM)?)(?:19)?50|^OSGB|^TOKYO/;

/** Names that programs write for want of a datum. */
const UNNAMED =
  /^(?:UNKNOWN|UNNAMED|UNDEFINED|NOTSPECIFIED|UNSPECIFIED|GRS(?:19)?80|NONE)|^(?:BASEDONGRS|BASEDONWGS)|^$/;

/** Size and shape of an ellipsoid: half its longer axis, metres, and its inverse flattening. */
export interface Ellipsoid {
  readonly axis: number;
  readonly inverseFlattening: number;
}

/** Where a datum lies, as far as its name and its ellipsoid tell. */
export type DatumPlace = "near" | "far" | "unnamed" | "unheard";

export function datumPlace(datum: string, ellipsoid: Ellipsoid): DatumPlace {
  const name = datum
    .replace(/^D_/i, "")
    .replaceAll(/[^a-z\d]/gi, "")
    .toUpperCase();
  if (NEAR.some((pattern) => pattern.test(name))) return "near";
  if (FAR.test(name) || !isGeocentric(ellipsoid)) return "far";
  return UNNAMED.test(name) ? "unnamed" : "unheard";
}

/** Whether it is GRS 80 or that of WGS 84: no datum of before the satellites has one of these. */
const isGeocentric = ({ axis, inverseFlattening }: Ellipsoid): boolean =>
  Math.abs(axis - 6_378_137) < 0.01 && Math.abs(inverseFlattening - 298.257) < 0.001;
