import type { ProjectedSystem } from "./projected-system.ts";
import { datumOf } from "./system-conversion.ts";

type Definition = (name: string) => string | undefined;

/**
 * A system as well-known text (OGC 01-009, _Coordinate Transformation Services_, 7), which LAS 1.4
 * asks of point formats 6 and on, with its EPSG code as authority. Undefined for a projection or
 * spheroid that is not listed below: other programs must then take the code alone.
 */
export function systemWkt({ epsg, definition, unit }: ProjectedSystem): string | undefined {
  const value: Definition = (name) => new RegExp(`\\+${name}=(\\S+)`).exec(definition)?.[1];
  const projection = projectionWkt(value, /\+south\b/.test(definition), unit);
  const datum = namedDatum({ epsg, definition }) ?? datumWkt(value);
  if (projection === undefined || datum === undefined) return undefined;
  const units = unit === 1 ? `UNIT["metre",1,${authority(9001)}]` : `UNIT["foot",${unit}]`;
  const axes = `AXIS["Easting",EAST],AXIS["Northing",NORTH]`;
  return `PROJCS["EPSG:${epsg}",${datum},${projection},${units},${axes},${authority(epsg)}]`;
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
  heights?: Omit<HeightSystem, "epsg"> & { readonly epsg: number | null },
): string {
  const word = unit === 1 ? "metre" : "foot";
  const unitText = unit === 1 ? `UNIT["metre",1,${authority(9001)}]` : `UNIT["foot",${unit}]`;
  const title = heights === undefined ? `Ellipsoid (${word})` : `${heights.name} height`;
  const datum =
    heights === undefined ? `VERT_DATUM["Ellipsoid",2002]` : `VERT_DATUM["${heights.name}",2005]`;
  const code = heights === undefined || heights.epsg === null ? "" : `,${authority(heights.epsg)}`;
  const axes = `VERT_CS["${title}",${datum},${unitText},AXIS["Up",UP]${code}]`;
  return `COMPD_CS["${name} + ${title}",${wkt},${axes}]`;
}

/** A system of degrees as well-known text; undefined where its spheroid is not listed below. */
export function geographicSystemWkt(epsg: number, definition: string): string | undefined {
  const datum = datumTextOf(epsg, definition);
  return datum && geographicWkt(`EPSG:${epsg}`, datum, `,${authority(epsg)}`);
}

function authority(code: number): string {
  return `AUTHORITY["EPSG","${code}"]`;
}

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

interface NamedDatum {
  readonly name: string;
  /** EPSG code of the geographic system, and of its datum, as GDAL calls it. */
  readonly code: number;
  readonly datum: string;
  readonly datumCode: number;
  readonly spheroid: "GRS80" | "WGS84";
}

/** Datums by the answer of {@link datumOf}. */
const DATUMS: Readonly<Record<string, NamedDatum>> = {
  GDA2020: {
    name: "GDA2020",
    code: 7844,
    datum: "Geocentric_Datum_of_Australia_2020",
    datumCode: 1168,
    spheroid: "GRS80",
  },
  GDA94: {
    name: "GDA94",
    code: 4283,
    datum: "Geocentric_Datum_of_Australia_1994",
    datumCode: 6283,
    spheroid: "GRS80",
  },
  "+datum=WGS84": {
    name: "WGS 84",
    code: 4326,
    datum: "WGS_1984",
    datumCode: 6326,
    spheroid: "WGS84",
  },
};

function namedDatum(system: Pick<ProjectedSystem, "epsg" | "definition">): string | undefined {
  const known = DATUMS[datumOf(system)];
  if (known === undefined) return undefined;
  return geographicWkt(known.name, namedDatumText(known), `,${authority(known.code)}`);
}

const namedDatumText = ({ datum, spheroid, datumCode }: NamedDatum): string =>
  `DATUM["${datum}",${SPHEROIDS[spheroid]},${authority(datumCode)}]`;

function datumTextOf(epsg: number, definition: string): string | undefined {
  const known = Object.values(DATUMS).find(({ code }) => code === epsg) ?? DATUMS[definition];
  if (known !== undefined) return namedDatumText(known);
  return unnamedDatumText((name) => new RegExp(`\\+${name}=(\\S+)`).exec(definition)?.[1]);
}

function geographicWkt(name: string, datum: string, code: string): string {
  const primem = `PRIMEM["Greenwich",0,${authority(8901)}]`;
  const degree = `UNIT["degree",0.0174532925199433,${authority(9122)}]`;
  return `GEOGCS["${name}",${datum},${primem},${degree}${code}]`;
}

function datumWkt(value: Definition): string | undefined {
  const datum = unnamedDatumText(value);
  return datum && geographicWkt(`based on ${ellipsoidOf(value)}`, datum, "");
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

function projectionWkt(value: Definition, south: boolean, unit: number): string | undefined {
  const name = value("proj");
  const number = (key: string, without: number): number => Number(value(key) ?? without);
  // False origins are metres in a definition of PROJ, and in the system's unit in a text.
  const origin = {
    false_easting: number("x_0", 0) / unit,
    false_northing: number("y_0", 0) / unit,
  };
  const centre = {
    latitude_of_origin: number("lat_0", 0),
    central_meridian: number("lon_0", 0),
  };
  if (name === "utm") {
    const meridian = number("zone", Number.NaN) * 6 - 183;
    return parameters("Transverse_Mercator", {
      latitude_of_origin: 0,
      central_meridian: meridian,
      scale_factor: 0.9996,
      false_easting: 500_000 / unit,
      false_northing: (south ? 10_000_000 : 0) / unit,
    });
  }
  const scale = { scale_factor: number("k_0", number("k", 1)) };
  if (name === "tmerc")
    return parameters("Transverse_Mercator", { ...centre, ...scale, ...origin });
  if (name === "sterea")
    return parameters("Oblique_Stereographic", { ...centre, ...scale, ...origin });
  if (name === "cass") return parameters("Cassini_Soldner", { ...centre, ...origin });
  const middle = {
    latitude_of_center: centre.latitude_of_origin,
    longitude_of_center: centre.central_meridian,
  };
  if (name === "laea") return parameters("Lambert_Azimuthal_Equal_Area", { ...middle, ...origin });
  if (name === "aea")
    return parameters("Albers_Conic_Equal_Area", {
      standard_parallel_1: number("lat_1", 0),
      standard_parallel_2: number("lat_2", 0),
      ...middle,
      ...origin,
    });
  if (name !== "lcc") return undefined;
  const [first, second] = [value("lat_1"), value("lat_2")];
  if (second === undefined || first === second)
    return parameters("Lambert_Conformal_Conic_1SP", { ...centre, ...scale, ...origin });
  const parallels = {
    standard_parallel_1: Number(first),
    standard_parallel_2: Number(second),
  };
  return parameters("Lambert_Conformal_Conic_2SP", { ...parallels, ...centre, ...origin });
}

function parameters(projection: string, values: Readonly<Record<string, number>>): string {
  const list = Object.entries(values).map(([name, value]) => `PARAMETER["${name}",${value}]`);
  return [`PROJECTION["${projection}"]`, ...list].join(",");
}
