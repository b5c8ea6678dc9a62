import { markedEncoding } from "@swath/survey/bytes";
import proj4, { type Converter } from "proj4";
import { latitudeOf, longitudeOf } from "../../model/index.ts";
import { type Fault, fault } from "../load-outcome.ts";
import { type CrsCode, crsOf } from "./crs-catalogue.ts";
import {
  type Ellipsoid,
  systemOfProjText,
  type StatedSystem,
  systemOfWellKnownText,
} from "./stated-system.ts";
import { systemOfWellKnownText2 } from "./well-known-text-2.ts";

/** How coordinates of a file become longitudes and latitudes in degrees. */
export interface Projection {
  readonly ok: true;
  /** As people name it. */
  readonly name: string;
  /** Whether its coordinates are degrees, longitude first, as they stand. */
  readonly geographic: boolean;
  /**
   * In place: x and y in turn become longitude and latitude; a position without a place becomes
   * NaN.
   */
  readonly toDegrees: (positions: Float64Array) => void;
  /** An assumption in words; absent without one. */
  readonly remark?: string;
}

/** A .prj that does not tell the system: it is to be asked for, and why. */
export interface Untold {
  readonly ok: false;
  readonly because: string;
}

/** Longest .prj that is read, bytes. */
const MOST_PRJ_BYTES = 65_536;
/** Known datums are not shifted: all lie within 2 m of WGS 84, as do those of a map. */
const DEGREES = "+proj=longlat +ellps=GRS80 +no_defs";
/** Target for a datum that states its shift. */
const WGS84 = "+proj=longlat +datum=WGS84 +no_defs";
const EPSG =
  /^(?:urn:ogc:def:crs:|https?:\/\/www\.opengis\.net\/def\/crs\/|\+init=)?EPSG(?::(?:[\d.]*:)?|\/[\d.]+\/)(\d{4,6})(?!\S)/i;
const WAY_ON =
  "save the shapefile in WGS 84, GDA94 or GDA2020 with a GIS program and load it again";

/** The projection that a .prj states, that it does not tell one, or why it is not taken. */
export function projectionOfPrj(bytes: Uint8Array): Projection | Untold | Fault {
  if (bytes.length > MOST_PRJ_BYTES)
    return untold(`Its .prj file has ${bytes.length} bytes, which no coordinate system needs.`);
  const text = textOf(bytes).trim();
  if (text === "") return untold("Its .prj file is empty.");
  const code = EPSG.exec(text)?.[1];
  if (code !== undefined) return projectionOfStatedCode(Number(code));
  const system =
    systemOfWellKnownText(text) ?? systemOfWellKnownText2(text) ?? systemOfProjText(text);
  if (system === undefined)
    return untold(`Its .prj file holds no coordinate system, but “${text.slice(0, 40)}”.`);
  return projectionOfSystem(system);
}

const untold = (because: string): Untold => ({ ok: false, because });

/** Some programs write UTF-16, with a byte order mark. */
function textOf(bytes: Uint8Array): string {
  const marked = markedEncoding(bytes);
  if (marked !== undefined) return new TextDecoder(marked).decode(bytes);
  return new TextDecoder().decode(bytes).replaceAll("\0", "");
}

function projectionOfStatedCode(code: CrsCode): Projection | Untold | Fault {
  if (crsOf(code) !== undefined) return projectionOfCode(code);
  return untold(`Its .prj file names EPSG:${code}, which Swath does not know.`);
}

function projectionOfSystem(system: StatedSystem): Projection | Untold | Fault {
  const { name, datum, obstacle, definition } = system;
  if (obstacle !== undefined) return fault("unknownCrs", `${name}, ${obstacle}: ${WAY_ON}`);
  const place = datumPlace(datum, system.ellipsoid);
  if (definition === undefined) return untold(unheardProjection(name));
  if (system.shifted && place !== "near")
    return projected(name, definition, WGS84) ?? untold(unheardProjection(name));
  if (place === "far")
    return fault("unknownCrs", `${name}, datum ${datum || "none"}, far from WGS 84: ${WAY_ON}`);
  if (place === "unheard")
    return untold(
      `Its .prj file names the datum ${datum}, of which Swath does not know how far it is from WGS 84.`,
    );
  const projection = projectionOf(system, definition);
  if (projection === undefined) return untold(unheardProjection(name));
  if (place === "near") return projection;
  const remark = "the .prj names no datum: by its ellipsoid it is taken as WGS 84";
  return { ...projection, remark };
}

const unheardProjection = (name: string): string =>
  `Its .prj file names ${name || "a system"}, of a projection that Swath does not know.`;

function projectionOf({ name, kind }: StatedSystem, definition: string): Projection | undefined {
  if (kind === "degrees") return degrees(name);
  return kind === "pseudoMercator"
    ? projecting(name, fromPseudoMercator)
    : projected(name, definition);
}

/** The projection of a chosen system. */
export function projectionOfCode(code: CrsCode): Projection | Fault {
  const crs = crsOf(code);
  if (crs === undefined) return fault("unknownCrs", `EPSG:${code}: ${WAY_ON}`);
  if (crs.geographic) return degrees(crs.name);
  if (crs.definition === undefined) return projecting(crs.name, fromPseudoMercator);
  return projected(crs.name, crs.definition) ?? fault("unknownCrs", crs.name);
}

const degrees = (name: string): Projection => ({
  ok: true,
  name,
  geographic: true,
  toDegrees: () => undefined,
});

const projecting = (name: string, toDegrees: Projection["toDegrees"]): Projection => ({
  ok: true,
  name,
  geographic: false,
  toDegrees,
});

/** Undefined where proj4 does not know the projection. */
function projected(name: string, definition: string, to = DEGREES): Projection | undefined {
  try {
    const converter = proj4(definition, to);
    return projecting(name, (positions) => convert(converter, positions));
  } catch {
    return undefined;
  }
}

function convert(converter: Converter, positions: Float64Array): void {
  for (let at = 0; at < positions.length; at += 2) {
    const [longitude, latitude] = placeOf(converter, positions[at] ?? 0, positions[at + 1] ?? 0);
    positions[at] = longitude;
    positions[at + 1] = latitude;
  }
}

/** proj4 throws where the projection cannot show a position. */
function placeOf(converter: Converter, x: number, y: number): readonly [number, number] {
  try {
    const [longitude, latitude] = converter.forward([x, y]);
    return [longitude ?? NaN, latitude ?? NaN];
  } catch {
    return [NaN, NaN];
  }
}

function fromPseudoMercator(positions: Float64Array): void {
  for (let at = 0; at < positions.length; at += 2) {
    positions[at] = longitudeOf(positions[at] ?? 0);
    positions[at + 1] = latitudeOf(positions[at + 1] ?? 0);
  }
}

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
  // Some counties have their own ellipsoids, named `…_Adj_…`.
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

/** Place of a datum by its name and its ellipsoid. */
type DatumPlace = "near" | "far" | "unnamed" | "unheard";

function datumPlace(datum: string, ellipsoid: Ellipsoid): DatumPlace {
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
