import { parseWellKnownText, type TextPart } from "@swath/survey/readers";
import type { LasCrs } from "./las-crs.ts";

const PROJECTED = new Set(["PROJCS", "PROJCRS", "PROJECTEDCRS"]);
const GEOGRAPHIC = new Set([
  "GEOGCS",
  "GEOGCRS",
  "GEOGRAPHICCRS",
  "GEODCRS",
  "GEODETICCRS",
  "GEOCCS",
]);
const GEODETIC = new Set(["GEODCRS", "GEODETICCRS"]);
const VERTICAL = new Set(["VERT_CS", "VERTCRS", "VERTICALCRS"]);
const UNITS = new Set(["UNIT", "LENGTHUNIT"]);

/**
 * Coordinate system of well-known text, version 1 (OGC 01-009) or 2 (ISO 19162), simple or compound;
 * `undefined` where it is none.
 */
export function wktCrs(text: string): LasCrs | undefined {
  const root = parseWellKnownText(text.slice(0, 65_535));
  const horizontal = root && (find(root, PROJECTED) ?? find(root, GEOGRAPHIC));
  if (root === undefined || horizontal === undefined) return undefined;
  const vertical = find(root, VERTICAL);
  const geocentric = isGeocentric(horizontal);
  const geographic = GEOGRAPHIC.has(horizontal.keyword) && !geocentric;
  return {
    epsg: codeOf(horizontal),
    verticalEpsg: vertical === undefined ? null : codeOf(vertical),
    horizontalUnit: geographic ? null : unitOf(horizontal),
    verticalUnit: vertical === undefined ? null : unitOf(vertical),
    geographic,
    geocentric,
    stated: true,
  };
}

/** Version 1 says so by its keyword, version 2 by the kind of its axes (ISO 19162, 9.5). */
const isGeocentric = (node: TextPart): boolean =>
  node.keyword === "GEOCCS" ||
  (GEODETIC.has(node.keyword) &&
    nodes(node).some(
      ({ keyword, values }) =>
        keyword === "CS" &&
        typeof values[0] === "string" &&
        values[0].toLowerCase() === "cartesian",
    ));

const nodes = ({ values }: TextPart): TextPart[] =>
  values.filter((value) => typeof value !== "string");

/** The node itself or the first below it of one of the keywords, not looking into systems within. */
function find(node: TextPart, keywords: ReadonlySet<string>): TextPart | undefined {
  if (keywords.has(node.keyword)) return node;
  const inside = new Set(["COMPD_CS", "COMPOUNDCRS", "BOUNDCRS", "SOURCECRS"]);
  if (!inside.has(node.keyword)) return undefined;
  for (const child of nodes(node)) {
    const found = find(child, keywords);
    if (found !== undefined) return found;
  }
  return undefined;
}

function codeOf(node: TextPart): number | null {
  const authority = nodes(node).find(
    ({ keyword, values }) =>
      (keyword === "AUTHORITY" || keyword === "ID") &&
      typeof values[0] === "string" &&
      values[0].toUpperCase() === "EPSG",
  );
  const code = Number(authority?.values[1]);
  return Number.isInteger(code) && code > 0 ? code : null;
}

/** Version 2 may state the unit in each axis or in the coordinate system behind them. */
function unitOf(node: TextPart): number | null {
  const children = nodes(node);
  const places = [
    ...children,
    ...children.filter(({ keyword }) => keyword === "AXIS").flatMap(nodes),
  ];
  const unit = places.find(({ keyword }) => UNITS.has(keyword));
  const metres = Number(unit?.values[1]);
  return metres > 0 && Number.isFinite(metres) ? metres : null;
}
