import {
  GEOGRAPHIC,
  isCartesian,
  parseWellKnownText,
  partOf,
  partsOf,
  PROJECTED,
  systemIn,
  type TextPart,
  titleOf,
  unitIn,
} from "@swath/survey/readers";
import { angleObstacle, type StatedSystem } from "./stated-system.ts";

const DEGREE = Math.PI / 180;
/** Keywords of version 2 alone. */
const SYSTEMS = [...PROJECTED, ...GEOGRAPHIC].filter((keyword) => keyword.endsWith("CRS"));
const BASES = ["BASEGEOGCRS", "BASEGEODCRS"];
const DATUMS = ["DATUM", "GEODETICDATUM", "TRF", "ENSEMBLE"];
const ELLIPSOIDS = ["ELLIPSOID", "SPHEROID"];
const MERIDIANS = ["PRIMEM", "PRIMEMERIDIAN"];
const ANGLES = ["ANGLEUNIT", "UNIT"];
const LENGTHS = ["LENGTHUNIT", "UNIT"];

/** Methods of conversions that are read, without signs and spaces, and what PROJ calls them. */
const METHODS: ReadonlyMap<string, string> = new Map([
  ["transversemercator", "tmerc"],
  ["lambertconicconformal1sp", "lcc"],
  ["lambertconicconformal2sp", "lcc"],
  ["lambertconformalconic", "lcc"],
  ["albersequalarea", "aea"],
  ["albers", "aea"],
  ["mercatorvarianta", "merc"],
  ["popularvisualisationpseudomercator", "webmerc"],
  ["mercatorauxiliarysphere", "webmerc"],
]);

/** Parameters of conversions, without signs and spaces: PROJ's name, and the kind of number. */
const PARAMETERS: ReadonlyMap<
  string,
  readonly [key: string, counts: "angle" | "length" | "scale"]
> = new Map([
  ...names("lat_0", "angle", "latitudeofnaturalorigin latitudeoffalseorigin latitudeoforigin"),
  ...names("lon_0", "angle", "longitudeofnaturalorigin longitudeoffalseorigin centralmeridian"),
  ...names("lat_1", "angle", "latitudeof1ststandardparallel standardparallel1"),
  ...names("lat_2", "angle", "latitudeof2ndstandardparallel standardparallel2"),
  ...names("k_0", "scale", "scalefactoratnaturalorigin scalefactor"),
  ...names("x_0", "length", "falseeasting eastingatfalseorigin"),
  ...names("y_0", "length", "falsenorthing northingatfalseorigin"),
]);

function names(key: string, counts: "angle" | "length" | "scale", all: string) {
  return all.split(" ").map((name) => [name, [key, counts]] as const);
}

/**
 * Reads the horizontal system in a well-known text of version 2 (ISO 19162, OGC 18-010), simple, bound or
 * compound; undefined where there is none. proj4's own reader takes degrees for radians where a unit is
 * not written at each parameter.
 */
export function systemOfWellKnownText2(text: string): StatedSystem | undefined {
  const root = parseWellKnownText(text);
  const system = root && systemIn(root, SYSTEMS);
  if (system === undefined) return undefined;
  const base = GEOGRAPHIC.includes(system.keyword) ? system : partOf(system, BASES);
  const datum = base && partOf(base, DATUMS);
  const ellipsoid = datum && partOf(datum, ELLIPSOIDS);
  if (base === undefined || datum === undefined || ellipsoid === undefined) return undefined;
  const [axis, flattening] = [numberOf(ellipsoid, 1), numberOf(ellipsoid, 2)];
  const meridian = partOf(base, MERIDIANS);
  const angle = unitIn(base, ANGLES) ?? DEGREE;
  const obstacle = isCartesian(base)
    ? "geocentric"
    : angleObstacle(angle, meridian === undefined ? 0 : numberOf(meridian, 1));
  const degrees = base === system;
  const definition = degrees ? "" : conversionOf(system, angle, `+a=${axis} +rf=${flattening}`);
  return {
    name: titleOf(system),
    datum: titleOf(datum),
    ellipsoid: { axis: axis * (unitIn(ellipsoid, LENGTHS) ?? 1), inverseFlattening: flattening },
    shifted: false,
    ...(obstacle !== undefined && { obstacle }),
    kind: degrees
      ? "degrees"
      : definition?.includes("webmerc") === true
        ? "pseudoMercator"
        : "projected",
    definition,
  };
}

/** What PROJ calls the conversion; undefined where a method or a parameter is not known. */
function conversionOf(system: TextPart, angle: number, ellipsoid: string): string | undefined {
  const conversion = partOf(system, ["CONVERSION"]);
  const method = conversion && partOf(conversion, ["METHOD", "PROJECTION"]);
  const proj = method && METHODS.get(bare(titleOf(method)));
  const metres = unitIn(system, LENGTHS) ?? 1;
  if (conversion === undefined || proj === undefined) return undefined;
  const words = [`+proj=${proj}`, ellipsoid];
  for (const part of partsOf(conversion)) {
    if (part.keyword !== "PARAMETER") continue;
    const [key, counts] = PARAMETERS.get(bare(titleOf(part))) ?? [];
    const value = numberOf(part, 1);
    // Some texts write an 'Auxiliary_Sphere_Type' for Mercator's sphere; it has no effect here.
    if (key === undefined && proj === "webmerc") continue;
    if (key === undefined || !Number.isFinite(value)) return undefined;
    const unit = unitIn(part, ["ANGLEUNIT", "LENGTHUNIT", "SCALEUNIT", "UNIT"]);
    if (counts === "angle") words.push(`+${key}=${(value * (unit ?? angle)) / DEGREE}`);
    else words.push(`+${key}=${value * (unit ?? (counts === "length" ? metres : 1))}`);
  }
  return [...words, `+to_meter=${metres}`].join(" ");
}

const bare = (name: string): string => name.replaceAll(/[^a-z\d]/gi, "").toLowerCase();
const numberOf = ({ values }: TextPart, at: number): number => Number(values[at]);
