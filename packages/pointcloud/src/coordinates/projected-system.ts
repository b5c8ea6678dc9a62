import proj4 from "proj4";

/** A projected coordinate system, reached from WGS 84. */
export interface ProjectedSystem {
  readonly epsg: number;
  /** As PROJ writes it. */
  readonly definition: string;
  /** Metres of its horizontal unit; its heights are in the same. */
  readonly unit: number;
  /** Easting and northing, in its unit, of longitude and latitude in degrees. */
  forward(longitude: number, latitude: number): readonly [x: number, y: number];
  /** Longitude and latitude, degrees, of easting and northing. */
  inverse(x: number, y: number): readonly [longitude: number, latitude: number];
}

/** Why a code's definition is of no use here. */
export type SystemFault = "unknown" | "geographic" | "geocentric" | "needsGrid" | "unsupported";

const WGS84 = "+proj=longlat +datum=WGS84 +no_defs";
/** PROJ's names of units (`proj -lu`), in metres. */
const UNITS: Readonly<Record<string, number>> = {
  m: 1,
  km: 1_000,
  ft: 0.3048,
  "us-ft": 1_200 / 3_937,
  link: 0.201168,
  "ind-yd": 0.914_395_23,
};

/**
 * The projected system of an EPSG code by its PROJ definition. A datum whose definition names no
 * shift is taken for WGS 84, as PROJ takes it: GDA94, GDA2020 and ITRF differ by up to 2 m, and no
 * epoch is carried over.
 */
export function projectedSystem(
  epsg: number,
  definition: string | undefined,
): ProjectedSystem | { readonly fault: SystemFault } {
  if (definition === undefined) return { fault: "unknown" };
  if (/\+proj=(longlat|latlong)\b/.test(definition)) return { fault: "geographic" };
  if (/\+proj=geocent\b/.test(definition)) return { fault: "geocentric" };
  if (/\+nadgrids=(?!@null)|\+axis=(?!enu)/.test(definition)) return { fault: "needsGrid" };
  const unit = unitOf(definition);
  if (unit === undefined) return { fault: "unsupported" };
  const converter = converterTo(definition);
  if (converter === undefined) return { fault: "unsupported" };
  return {
    epsg,
    definition,
    unit,
    forward: (longitude, latitude) => pair(converter.forward([longitude, latitude])),
    inverse: (x, y) => pair(converter.inverse([x, y])),
  };
}

interface Converter {
  forward(coordinates: number[]): number[];
  inverse(coordinates: number[]): number[];
}

function converterTo(definition: string): Converter | undefined {
  try {
    return proj4(WGS84, definition);
  } catch {
    return undefined;
  }
}

function pair(coordinates: number[]): readonly [number, number] {
  return [coordinates[0] ?? Number.NaN, coordinates[1] ?? Number.NaN];
}

function unitOf(definition: string): number | undefined {
  const metres = /\+to_meter=([\d.eE+-]+)/.exec(definition)?.[1];
  if (metres !== undefined) return Number(metres) > 0 ? Number(metres) : undefined;
  const name = /\+units=(\S+)/.exec(definition)?.[1] ?? "m";
  return UNITS[name];
}

/**
 * Grid bearing of true north at a place, radians, clockwise: what has true azimuth _a_ has grid
 * bearing _a_ plus this (the meridian convergence with its sign turned). By differences over 2 m,
 * right to 1e-8 radians.
 */
export function gridBearingOfNorth(
  system: ProjectedSystem,
  longitude: number,
  latitude: number,
): number {
  const step = 1e-5;
  const [x0, y0] = system.forward(longitude, latitude - step);
  const [x1, y1] = system.forward(longitude, latitude + step);
  return Math.atan2(x1 - x0, y1 - y0);
}

const FIRST_ZONE_CODE = 7846;
const FIRST_ZONE = 46;
const LAST_ZONE = 59;

const GEOCENTRIC = 7842;
/** Of two and of three axes. */
const GEOGRAPHIC = new Set([7843, 7844]);

/**
 * Definition, as PROJ writes it, of Australia's GDA2020 (EPSG 7842 to 7844) and its MGA2020 zones 46 to 59
 * (EPSG 7846 to 7859), which lists of older codes lack; undefined for other codes. Source: ICSM,
 * _GDA2020 Technical Manual_ 1.8, 2.1 and 4.1.
 */
export function gda2020Definition(epsg: number): string | undefined {
  const datum = "+ellps=GRS80 +towgs84=0,0,0,0,0,0,0";
  if (GEOGRAPHIC.has(epsg)) return `+proj=longlat ${datum} +no_defs`;
  if (epsg === GEOCENTRIC) return `+proj=geocent ${datum} +units=m +no_defs`;
  const zone = epsg - FIRST_ZONE_CODE + FIRST_ZONE;
  if (zone < FIRST_ZONE || zone > LAST_ZONE) return undefined;
  return `+proj=utm +zone=${zone} +south ${datum} +units=m +no_defs`;
}
