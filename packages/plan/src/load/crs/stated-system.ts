/** Size and shape of an ellipsoid: half its longer axis, metres, and its inverse flattening. */
export interface Ellipsoid {
  readonly axis: number;
  readonly inverseFlattening: number;
}

/** A coordinate reference system as a .prj states it. */
export interface StatedSystem {
  /** As people name it. */
  readonly name: string;
  /** The name of its datum; empty where it names none. */
  readonly datum: string;
  readonly ellipsoid: Ellipsoid;
  /** Whether it states a shift of its datum to WGS 84 that moves anything. */
  readonly shifted: boolean;
  /** What keeps its coordinates from being read: another meridian, another unit of angles. */
  readonly obstacle?: string;
  readonly kind: "degrees" | "pseudoMercator" | "projected";
  /** What proj4 makes a projection of; undefined where it is one that is not read. */
  readonly definition: string | undefined;
}

const DEGREE = Math.PI / 180;

/** Why angles of such a unit, counted from such a meridian, are not read. */
export function angleObstacle(unit: number, meridian: number): string | undefined {
  if (meridian !== 0) return "prime meridian";
  return Math.abs(unit / DEGREE - 1) > 1e-9 ? "unit of angles" : undefined;
}

/** Whether any number of a shift is another than 0. */
const moves = (shift: string): boolean => shift.split(",").some((number) => Number(number) !== 0);

const GRS80: Ellipsoid = { axis: 6_378_137, inverseFlattening: 298.257222101 };
const MODERN: ReadonlySet<string> = new Set(["GRS80", "WGS84"]);
const DEGREES: ReadonlySet<string> = new Set(["longlat", "latlong", "lonlat", "latlon"]);
const PROJECTIONS: ReadonlySet<string> = new Set(
  "utm tmerc etmerc lcc aea merc webmerc laea sterea stere omerc somerc cass eqc cea krovak".split(
    " ",
  ),
);
const LONGEST_NAME = 60;

/** Reads a definition of PROJ (`+proj=utm +zone=54 +south +ellps=GRS80`); undefined where it is none. */
export function systemOfProjText(text: string): StatedSystem | undefined {
  if (!/^\s*\+/.test(text)) return undefined;
  const values = new Map(
    [...text.matchAll(/\+(\w{1,20})(?:=([^\s+]{1,200}))?/g)].map(([, key = "", value = ""]) => [
      key.toLowerCase(),
      value,
    ]),
  );
  const proj = values.get("proj");
  if (proj === undefined) return undefined;
  const grids = values.get("nadgrids") ?? "@null";
  const meridian = values.get("pm") ?? "0";
  const obstacle = /^@?null$/.test(grids)
    ? meridian !== "greenwich" && Number(meridian) !== 0 && "prime meridian"
    : "grid of shifts";
  return {
    name: text.trim().slice(0, LONGEST_NAME),
    datum: values.get("datum") ?? "",
    ellipsoid: ellipsoidOf(values),
    shifted: moves(values.get("towgs84") ?? "0"),
    ...(obstacle !== false && { obstacle }),
    kind: kindOf(proj, values),
    definition: isRead(proj, values)
      ? text.replaceAll(/\+(?:nadgrids|axis|pm)=\S+/g, "")
      : undefined,
  };
}

/** Without a zone proj4 takes that of the meridian 0; parameters that it does not know it leaves out. */
const isRead = (proj: string, values: ReadonlyMap<string, string>): boolean =>
  DEGREES.has(proj) ||
  (PROJECTIONS.has(proj) && (proj !== "utm" || /^[1-6]?\d$/.test(values.get("zone") ?? "")));

function kindOf(proj: string, values: ReadonlyMap<string, string>): StatedSystem["kind"] {
  if (DEGREES.has(proj)) return "degrees";
  // A sphere for an ellipsoid: so PROJ wrote EPSG:3857 before it had a name.
  const sphere = Number(values.get("a")) === 6_378_137 && Number(values.get("b")) === 6_378_137;
  return proj === "webmerc" || (proj === "merc" && sphere) ? "pseudoMercator" : "projected";
}

/** Without any PROJ takes GRS 80. */
function ellipsoidOf(values: ReadonlyMap<string, string>): Ellipsoid {
  const [named, a] = [values.get("ellps"), values.get("a")];
  if (named !== undefined) return MODERN.has(named.toUpperCase()) ? GRS80 : NO_ELLIPSOID;
  if (values.has("r")) return NO_ELLIPSOID;
  if (a === undefined) return GRS80;
  const b = Number(values.get("b") ?? Number.NaN);
  const rf = Number(values.get("rf") ?? Number(a) / (Number(a) - b));
  return rf === Infinity ? GRS80 : { axis: Number(a), inverseFlattening: rf };
}

const NO_ELLIPSOID: Ellipsoid = { axis: 0, inverseFlattening: 0 };

const PSEUDO_MERCATOR =
  /Mercator_Auxiliary_Sphere|Pseudo-?_?\s?Mercator|"EPSG"\s*,\s*"?(?:3857|900913)\b/i;
const NUMBER = "([-+.\\deE]{1,40})";

/** Reads the horizontal system in a well-known text of version 1 (OGC 01-009, ESRI); undefined where there is none. */
export function systemOfWellKnownText(text: string): StatedSystem | undefined {
  const system = horizontalSystem(text);
  if (system === undefined) return undefined;
  const [, axis, flattening] = partOf(system, "SPHEROID", NUMBER, NUMBER);
  const [, meridian = "0"] = partOf(system, "PRIMEM", NUMBER);
  const [, unit] = partOf(system, "UNIT", NUMBER);
  const shift = /\bTOWGS84\s*\[([^\]]{1,300})\]/i.exec(system)?.[1] ?? "0";
  const obstacle = angleObstacle(Number(unit), Number(meridian));
  const projected = PSEUDO_MERCATOR.test(system) ? "pseudoMercator" : "projected";
  return {
    name: /\[\s*"([^"]{1,120})"/.exec(system)?.[1] ?? "",
    datum: partOf(system, "DATUM")[0] ?? "",
    ellipsoid: { axis: Number(axis), inverseFlattening: Number(flattening) },
    shifted: moves(shift),
    ...(obstacle !== undefined && { obstacle }),
    kind: /^GEOGCS/i.test(system) ? "degrees" : projected,
    // proj4 draws this one in the wrong place.
    definition: /"Stereographic_North_Pole"/i.test(system) ? undefined : system,
  };
}

/** The name and the numbers of the first such part: of `UNIT` the angular one. */
function partOf(system: string, part: string, ...numbers: readonly string[]): readonly string[] {
  const pattern = `\\b${part}\\s*\\[\\s*"([^"]{1,120})"${numbers.map((one) => `\\s*,\\s*${one}`).join("")}`;
  return new RegExp(pattern, "i").exec(system)?.slice(1) ?? [];
}

/** The projected or geographic system, without vertical systems. */
function horizontalSystem(text: string): string | undefined {
  const start = /\b(?:PROJCS|GEOGCS)\s*\[/i.exec(text);
  if (start === null) return undefined;
  let depth = 0;
  for (let at = start.index; at < text.length; at++) {
    if (text[at] === '"') {
      const end = text.indexOf('"', at + 1);
      if (end < 0) return undefined;
      at = end;
    } else if (text[at] === "[") depth += 1;
    else if (text[at] === "]") {
      depth -= 1;
      // Shapefiles have easting and longitude first, whatever their axes are called.
      if (depth === 0) return text.slice(start.index, at + 1).replaceAll(AXIS, "");
    }
  }
  return undefined;
}

const AXIS = /,\s*AXIS\s*\[\s*"[^"]{0,80}"\s*,\s*\w{1,20}\s*\]/gi;
