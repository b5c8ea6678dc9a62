import type { ProjectedSystem } from "./projected-system.ts";
import { datumOf } from "./system-conversion.ts";

type Definition = (name: string) => string | undefined;

/**
 * A system as well-known text (OGC 01-009, _Coordinate Transformation Services_, 7; what LAS 1.4
 * asks of point formats 6 and on), its EPSG code as authority; undefined where the projection is
 * neither transverse Mercator nor Lambert's conformal conic, of which other programs must take the
 * code alone.
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
  if (wkt === undefined) return undefined;
  const [name, unit] =
    system.unit === 1
      ? ["metre", `UNIT["metre",1,${authority(9001)}]`]
      : ["foot", `UNIT["foot",${system.unit}]`];
  const title = heights === undefined ? `Ellipsoid (${name})` : `${heights.name} height`;
  const datum =
    heights === undefined ? `VERT_DATUM["Ellipsoid",2002]` : `VERT_DATUM["${heights.name}",2005]`;
  const code = heights === undefined ? "" : `,${authority(heights.epsg)}`;
  const axes = `VERT_CS["${title}",${datum},${unit},AXIS["Up",UP]${code}]`;
  return `COMPD_CS["EPSG:${system.epsg} + ${title}",${wkt},${axes}]`;
}

function authority(code: number): string {
  return `AUTHORITY["EPSG","${code}"]`;
}

const SPHEROIDS: Readonly<Record<string, string>> = {
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

/** By what {@link datumOf} answers. */
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
  const datum = `DATUM["${known.datum}",${SPHEROIDS[known.spheroid]},${authority(known.datumCode)}]`;
  return geographicWkt(known.name, datum, `,${authority(known.code)}`);
}

function geographicWkt(name: string, datum: string, code: string): string {
  const primem = `PRIMEM["Greenwich",0,${authority(8901)}]`;
  const degree = `UNIT["degree",0.0174532925199433,${authority(9122)}]`;
  return `GEOGCS["${name}",${datum},${primem},${degree}${code}]`;
}

function datumWkt(value: Definition): string | undefined {
  const ellipsoid = value("ellps") ?? ELLIPSOIDS[value("datum") ?? ""];
  const spheroid = SPHEROIDS[ellipsoid ?? ""];
  if (spheroid === undefined) return undefined;
  const name = `based on ${ellipsoid}`;
  return geographicWkt(name, `DATUM["${name}",${spheroid}]`, "");
}

const ELLIPSOIDS: Readonly<Record<string, string>> = { WGS84: "WGS84", NAD83: "GRS80" };

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
