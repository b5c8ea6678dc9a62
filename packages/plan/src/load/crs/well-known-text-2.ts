import { parseWellKnownText, type TextPart } from "@swath/survey/readers";
import { angleObstacle, type StatedSystem } from "./stated-system.ts";

const DEGREE = Math.PI / 180;
const PROJECTED: ReadonlySet<string> = new Set(["PROJCRS", "PROJECTEDCRS"]);
const GEOGRAPHIC: ReadonlySet<string> = new Set([
  "GEOGCRS",
  "GEOGRAPHICCRS",
  "GEODCRS",
  "GEODETICCRS",
]);
const BASES = ["BASEGEOGCRS", "BASEGEODCRS"];
const DATUMS = ["DATUM", "GEODETICDATUM", "TRF", "ENSEMBLE"];
const ELLIPSOIDS = ["ELLIPSOID", "SPHEROID"];
const MERIDIANS = ["PRIMEM", "PRIMEMERIDIAN"];
const ANGLES = ["ANGLEUNIT", "UNIT"];
const LENGTHS = ["LENGTHUNIT", "UNIT"];
/** Keywords around a horizontal system. */
const AROUND: ReadonlySet<string> = new Set(["COMPOUNDCRS", "BOUNDCRS", "SOURCECRS"]);

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
  const system = root && horizontal(root);
  if (system === undefined) return undefined;
  const base = GEOGRAPHIC.has(system.keyword) ? system : partOf(system, BASES);
  const datum = base && partOf(base, DATUMS);
  const ellipsoid = datum && partOf(datum, ELLIPSOIDS);
  if (base === undefined || datum === undefined || ellipsoid === undefined) return undefined;
  const [axis, flattening] = [numberOf(ellipsoid, 1), numberOf(ellipsoid, 2)];
  const meridian = partOf(base, MERIDIANS);
  const angle = unitOf(base, ANGLES) ?? DEGREE;
  const obstacle = isCartesian(base)
    ? "geocentric"
    : angleObstacle(angle, meridian === undefined ? 0 : numberOf(meridian, 1));
  const degrees = base === system;
  const definition = degrees ? "" : conversionOf(system, angle, `+a=${axis} +rf=${flattening}`);
  return {
    name: textOf(system),
    datum: textOf(datum),
    ellipsoid: { axis: axis * (unitOf(ellipsoid, LENGTHS) ?? 1), inverseFlattening: flattening },
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
  const proj = method && METHODS.get(bare(textOf(method)));
  const metres = unitOf(system, LENGTHS) ?? 1;
  if (conversion === undefined || proj === undefined) return undefined;
  const words = [`+proj=${proj}`, ellipsoid];
  for (const part of partsOf(conversion)) {
    if (part.keyword !== "PARAMETER") continue;
    const [key, counts] = PARAMETERS.get(bare(textOf(part))) ?? [];
    const value = numberOf(part, 1);
    // Some texts write an 'Auxiliary_Sphere_Type' for Mercator's sphere; it has no effect here.
    if (key === undefined && proj === "webmerc") continue;
    if (key === undefined || !Number.isFinite(value)) return undefined;
    const unit = unitOf(part, ["ANGLEUNIT", "LENGTHUNIT", "SCALEUNIT", "UNIT"]);
    if (counts === "angle") words.push(`+${key}=${(value * (unit ?? angle)) / DEGREE}`);
    else words.push(`+${key}=${value * (unit ?? (counts === "length" ? metres : 1))}`);
  }
  return [...words, `+to_meter=${metres}`].join(" ");
}

const bare = (name: string): string => name.replaceAll(/[^a-z\d]/gi, "").toLowerCase();
const partsOf = ({ values }: TextPart): TextPart[] =>
  values.filter((value) => typeof value !== "string");
const partOf = (part: TextPart, keywords: readonly string[]): TextPart | undefined =>
  partsOf(part).find(({ keyword }) => keywords.includes(keyword));
const textOf = ({ values: [first] }: TextPart): string => (typeof first === "string" ? first : "");
const numberOf = ({ values }: TextPart, at: number): number => Number(values[at]);

/** The factor of a unit, of the part itself or else of its first axis. */
function unitOf(part: TextPart, keywords: readonly string[]): number | undefined {
  const axis = partOf(part, ["AXIS"]);
  const unit = partOf(part, keywords) ?? (axis && partOf(axis, keywords));
  const factor = unit === undefined ? Number.NaN : numberOf(unit, 1);
  return factor > 0 ? factor : undefined;
}

const isCartesian = (part: TextPart): boolean => {
  const system = partOf(part, ["CS"]);
  return system !== undefined && /^cartesian$/i.test(textOf(system));
};

function horizontal(part: TextPart): TextPart | undefined {
  if (PROJECTED.has(part.keyword) || GEOGRAPHIC.has(part.keyword)) return part;
  if (!AROUND.has(part.keyword)) return undefined;
  return partsOf(part)
    .map(horizontal)
    .find((found) => found !== undefined);
}
