import type { ProjectedSystem } from "./projected-system.ts";
import { datumOf } from "./system-conversion.ts";

/** Values of a definition of PROJ by their names. */
type Definition = (name: string) => string | undefined;

const valuesOf =
  (definition: string): Definition =>
  (name) =>
    new RegExp(`\\+${name}=(\\S+)`).exec(definition)?.[1];

/**
 * A system as well-known text (OGC 01-009, _Coordinate Transformation Services_, 7), which LAS 1.4
 * asks of point formats 6 and on, with its EPSG code as authority. Undefined for a projection or
 * spheroid that is not listed below: other programs must then take the code alone.
 */
export function systemWkt({ epsg, definition, unit }: ProjectedSystem): string | undefined {
  const value = valuesOf(definition);
  const projection = projectionWkt(value, /\+south\b/.test(definition), unit);
  const datum = namedDatum({ epsg, definition }) ?? datumWkt(value);
  if (projection === undefined || datum === undefined) return undefined;
  const axes = `AXIS["Easting",EAST],AXIS["Northing",NORTH]`;
  return `PROJCS["EPSG:${epsg}",${datum},${projection},${lengthUnit(unit)},${axes},${authority(epsg)}]`;
}

/** A system of heights that has a code. */
export interface HeightSystem {
  readonly name: string;
  readonly epsg: number;
}

/**
 * The same with heights in the system's unit: of a system of heights, else ellipsoidal, as a compound
 * of the form that GDAL writes of a system of three axes, and reads as one (vertical datum type 2002 of
 * OGC 01-009, 7.3.9).
 */
export function systemWktWithHeights(
  system: ProjectedSystem,
  heights?: HeightSystem,
): string | undefined {
  const wkt = systemWkt(system);
  return wkt && wktWithHeights(wkt, `EPSG:${system.epsg}`, system.unit, heights);
}

/**
 * A compound of a system's text and heights in a unit of `unit` metres: of a system, else
 * ellipsoidal.
 */
export function wktWithHeights(
  wkt: string,
  name: string,
  unit: number,
  heights?: { readonly name: string; readonly epsg: number | null },
): string {
  const ellipsoid = `Ellipsoid (${unit === 1 ? "metre" : "foot"})`;
  const title = heights === undefined ? ellipsoid : `${heights.name} height`;
  const datum = heights === undefined ? `"Ellipsoid",2002` : `"${heights.name}",2005`;
  const code = typeof heights?.epsg === "number" ? `,${authority(heights.epsg)}` : "";
  const axis = `VERT_CS["${title}",VERT_DATUM[${datum}],${lengthUnit(unit)},AXIS["Up",UP]${code}]`;
  return `COMPD_CS["${name} + ${title}",${wkt},${axis}]`;
}

/** A system of degrees as well-known text; undefined where its spheroid is not listed below. */
export function geographicSystemWkt(epsg: number, definition: string): string | undefined {
  const known = Object.values(DATUMS).find(({ code }) => code === epsg) ?? DATUMS[definition];
  const datum = known?.text ?? unnamedDatumText(valuesOf(definition));
  return datum && geographicWkt(`EPSG:${epsg}`, datum, `,${authority(epsg)}`);
}

function authority(code: number): string {
  return `AUTHORITY["EPSG","${code}"]`;
}

const lengthUnit = (unit: number): string =>
  unit === 1 ? `UNIT["metre",1,${authority(9001)}]` : `UNIT["foot",${unit}]`;

const SPHEROIDS: Readonly<Record<string, string>> = {
  airy: `SPHEROID["Airy 1830",6377563.396,299.3249646,${authority(7001)}]`,
  aust_SA: `SPHEROID["Australian National Spheroid",6378160,298.25,${authority(7003)}]`,
  bessel: `SPHEROID["Bessel 1841",6377397.155,299.1528128,${authority(7004)}]`,
  clrk66: `SPHEROID["Clarke 1866",6378206.4,294.978698213898,${authority(7008)}]`,
  clrk80: `SPHEROID["Clarke 1880 (RGS)",6378249.145,293.465,${authority(7012)}]`,
  intl: `SPHEROID["International 1924",6378388,297,${authority(7022)}]`,
  krass: `SPHEROID["Krassowsky 1940",6378245,298.3,${authority(7024)}]`,
  GRS80: `SPHEROID["GRS 1980",6378137,298.257222101,${authority(7019)}]`,
  WGS84: `SPHEROID["WGS 84",6378137,298.257223563,${authority(7030)}]`,
};

/** A datum by the name and code of its geographic system, and its own as GDAL calls it. */
const datum = (name: string, code: number, own: string, ownCode: number, spheroid: string) => ({
  name,
  code,
  text: `DATUM["${own}",${SPHEROIDS[spheroid]},${authority(ownCode)}]`,
});

/** Datums by the answer of {@link datumOf}. */
const DATUMS: Readonly<Record<string, ReturnType<typeof datum>>> = {
  GDA2020: datum("GDA2020", 7844, "Geocentric_Datum_of_Australia_2020", 1168, "GRS80"),
  GDA94: datum("GDA94", 4283, "Geocentric_Datum_of_Australia_1994", 6283, "GRS80"),
  "+datum=WGS84": datum("WGS 84", 4326, "WGS_1984", 6326, "WGS84"),
};

function namedDatum(system: Pick<ProjectedSystem, "epsg" | "definition">): string | undefined {
  const known = DATUMS[datumOf(system)];
  return known && geographicWkt(known.name, known.text, `,${authority(known.code)}`);
}

function geographicWkt(name: string, text: string, code: string): string {
  const primem = `PRIMEM["Greenwich",0,${authority(8901)}]`;
  const degree = `UNIT["degree",0.0174532925199433,${authority(9122)}]`;
  return `GEOGCS["${name}",${text},${primem},${degree}${code}]`;
}

function datumWkt(value: Definition): string | undefined {
  const text = unnamedDatumText(value);
  return text && geographicWkt(`based on ${ellipsoidOf(value)}`, text, "");
}

const ellipsoidOf = (value: Definition): string | undefined =>
  value("ellps") ?? ELLIPSOIDS[value("datum") ?? ""];

/** A datum by its spheroid, and its shift to WGS 84 where one is known that is not 0. */
function unnamedDatumText(value: Definition): string | undefined {
  const ellipsoid = ellipsoidOf(value);
  const spheroid = SPHEROIDS[ellipsoid ?? ""];
  if (spheroid === undefined) return undefined;
  const shift = value("towgs84")?.split(",").map(Number) ?? [];
  const isShift = shift.some((each) => each !== 0) && (shift.length === 3 || shift.length === 7);
  const seven = isShift ? `,TOWGS84[${[...shift, 0, 0, 0, 0].slice(0, 7).join(",")}]` : "";
  return `DATUM["based on ${ellipsoid}",${spheroid}${seven}]`;
}

/** Spheroids of the datums that PROJ has names of. */
const ELLIPSOIDS: Readonly<Record<string, string>> = {
  WGS84: "WGS84",
  NAD83: "GRS80",
  NAD27: "clrk66",
  OSGB36: "airy",
  potsdam: "bessel",
  hermannskogel: "bessel",
  nzgd49: "intl",
};

const CENTRE = ["latitude_of_origin", "central_meridian"] as const;
const MIDDLE = ["latitude_of_center", "longitude_of_center"] as const;
const PARALLELS = ["standard_parallel_1", "standard_parallel_2"] as const;
const ORIGIN = ["false_easting", "false_northing"] as const;

/** Projections by PROJ's names, with their parameters in order; `lcc` has one parallel, or two. */
const PROJECTIONS = {
  utm: ["Transverse_Mercator", ...CENTRE, "scale_factor", ...ORIGIN],
  tmerc: ["Transverse_Mercator", ...CENTRE, "scale_factor", ...ORIGIN],
  sterea: ["Oblique_Stereographic", ...CENTRE, "scale_factor", ...ORIGIN],
  cass: ["Cassini_Soldner", ...CENTRE, ...ORIGIN],
  laea: ["Lambert_Azimuthal_Equal_Area", ...MIDDLE, ...ORIGIN],
  aea: ["Albers_Conic_Equal_Area", ...PARALLELS, ...MIDDLE, ...ORIGIN],
  lcc: ["Lambert_Conformal_Conic_1SP", ...CENTRE, "scale_factor", ...ORIGIN],
  lcc2: ["Lambert_Conformal_Conic_2SP", ...PARALLELS, ...CENTRE, ...ORIGIN],
} as const;

function projectionWkt(value: Definition, south: boolean, unit: number): string | undefined {
  const number = (key: string, without: number): number => Number(value(key) ?? without);
  const [proj, first, second] = [value("proj") ?? "", value("lat_1"), value("lat_2")];
  const isSecant = proj === "lcc" && second !== undefined && first !== second;
  const known = isSecant ? "lcc2" : proj;
  if (!(known in PROJECTIONS)) return undefined;
  const [latitude, longitude] = [number("lat_0", 0), number("lon_0", 0)];
  const values = {
    latitude_of_origin: latitude,
    central_meridian: longitude,
    latitude_of_center: latitude,
    longitude_of_center: longitude,
    standard_parallel_1: number("lat_1", 0),
    standard_parallel_2: number("lat_2", 0),
    scale_factor: number("k_0", number("k", 1)),
    // False origins are metres in a definition of PROJ, and in the system's unit in a text.
    false_easting: number("x_0", 0) / unit,
    false_northing: number("y_0", 0) / unit,
    ...(proj === "utm" && {
      latitude_of_origin: 0,
      central_meridian: number("zone", Number.NaN) * 6 - 183,
      scale_factor: 0.9996,
      false_easting: 500_000 / unit,
      false_northing: (south ? 10_000_000 : 0) / unit,
    }),
  };
  const [title, ...names] = PROJECTIONS[known as keyof typeof PROJECTIONS];
  const parameters = names.map((name) => `PARAMETER["${name}",${values[name]}]`);
  return [`PROJECTION["${title}"]`, ...parameters].join(",");
}
