import proj4, { type Converter } from "proj4";
import { latitudeOf, longitudeOf } from "../../model/index.ts";
import { type Fault, fault } from "../load-outcome.ts";
import { type CrsCode, crsOf } from "./crs-catalogue.ts";
import {
  horizontalSystem,
  MOST_PRJ_BYTES,
  nameOf,
  primeMeridian,
  unitFactors,
} from "./well-known-text.ts";

/** How coordinates of a file become longitudes and latitudes in degrees. */
export interface Projection {
  readonly ok: true;
  /** As people name it. */
  readonly name: string;
  /** Whether its coordinates are degrees, longitude first, as they stand. */
  readonly geographic: boolean;
  /** In place: x and y in turn become longitude and latitude. What has no place becomes NaN. */
  readonly toDegrees: (positions: Float64Array) => void;
}

/** No datum is shifted: those that are known lie within 2 m of WGS 84, as every one of a map does. */
const DEGREES = "+proj=longlat +ellps=GRS80 +no_defs";

/**
 * Datums that are taken as they are, without `D_` and signs: as PROJ takes them to WGS 84 where no
 * grid is installed (EPSG 1150, 8450, 1188 and their like: null transformations).
 */
const DATUMS: ReadonlySet<string> = new Set([
  "WGS1984",
  "WGS84",
  "WORLDGEODETICSYSTEM1984",
  "WORLDGEODETICSYSTEM1984ENSEMBLE",
  "GDA1994",
  "GDA94",
  "GEOCENTRICDATUMOFAUSTRALIA1994",
  "GDA2020",
  "GEOCENTRICDATUMOFAUSTRALIA2020",
  "NORTHAMERICAN1983",
  "NORTHAMERICANDATUM1983",
  "NAD831983",
  "NAD83",
  "NAD1983NSRS2007",
  "NAD83NATIONALSPATIALREFERENCESYSTEM2007",
  "NAD19832011",
  "NAD83NATIONALSPATIALREFERENCESYSTEM2011",
  "ETRS1989",
  "EUROPEANTERRESTRIALREFERENCESYSTEM1989",
  "EUROPEANTERRESTRIALREFERENCESYSTEM1989ENSEMBLE",
  "NZGD2000",
  "NEWZEALANDGEODETICDATUM2000",
]);

const PSEUDO_MERCATOR =
  /Mercator_Auxiliary_Sphere|Pseudo-?_?\s?Mercator|"EPSG"\s*,\s*"?(?:3857|900913)\b/i;
const DEGREE = Math.PI / 180;

/** The projection that a .prj states, or why it is not taken. */
export function projectionOfPrj(bytes: Uint8Array): Projection | Fault {
  if (bytes.length > MOST_PRJ_BYTES) return fault("unknownCrs");
  const system = horizontalSystem(new TextDecoder().decode(bytes));
  if (system === undefined) return fault("unknownCrs", "the .prj is no well-known text");
  const name = /\[\s*"([^"]{1,120})"/.exec(system)?.[1] ?? "";
  const datum = nameOf(system, "DATUM") ?? "";
  if (
    !DATUMS.has(
      datum
        .replace(/^D_/i, "")
        .replaceAll(/[^a-z\d]/gi, "")
        .toUpperCase(),
    )
  )
    return fault("unknownCrs", `${name}, datum ${datum || "none"}`);
  if (primeMeridian(system) !== 0) return fault("unknownCrs", `${name}, prime meridian`);
  const [angle = 0] = unitFactors(system);
  if (Math.abs(angle / DEGREE - 1) > 1e-9) return fault("unknownCrs", `${name}, unit of angles`);
  if (/^GEOGCS/i.test(system)) return degrees(name);
  if (PSEUDO_MERCATOR.test(system)) return projecting(name, fromPseudoMercator);
  return projected(name, system);
}

/** The projection of a system that was chosen among those offered. */
export function projectionOfCode(code: CrsCode): Projection | Fault {
  const crs = crsOf(code);
  if (crs === undefined) return fault("unknownCrs", `EPSG:${code}`);
  if (crs.geographic) return degrees(crs.name);
  if (crs.definition === undefined) return projecting(crs.name, fromPseudoMercator);
  return projected(crs.name, crs.definition);
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

function projected(name: string, definition: string): Projection | Fault {
  try {
    const converter = proj4(definition, DEGREES);
    return projecting(name, (positions) => convert(converter, positions));
  } catch {
    return fault("unknownCrs", name);
  }
}

function convert(converter: Converter, positions: Float64Array): void {
  for (let at = 0; at < positions.length; at += 2) {
    const [longitude, latitude] = place(converter, positions[at] ?? 0, positions[at + 1] ?? 0);
    positions[at] = longitude;
    positions[at + 1] = latitude;
  }
}

/** proj4 throws where a position is beyond what the projection can show. */
function place(converter: Converter, x: number, y: number): readonly [number, number] {
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
