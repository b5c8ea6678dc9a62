import type { Ellipsoid } from "./datums.ts";
import { moves, type StatedSystem } from "./stated-system.ts";

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
