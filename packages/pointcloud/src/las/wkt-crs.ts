import type { LasCrs } from "./las-crs.ts";

/** A node of well-known text: `PROJCS["name", …]`; values that are no node stand as they are. */
interface WktNode {
  readonly keyword: string;
  readonly values: readonly (string | WktNode)[];
}

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
const MAX_DEPTH = 32;

/**
 * Coordinate system of well-known text, version 1 (OGC 01-009) or 2 (ISO 19162), simple or compound;
 * `undefined` where it is none.
 */
export function wktCrs(text: string): LasCrs | undefined {
  const root = parse(text.slice(0, 65_535));
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
const isGeocentric = (node: WktNode): boolean =>
  node.keyword === "GEOCCS" ||
  (GEODETIC.has(node.keyword) &&
    nodes(node).some(
      ({ keyword, values }) =>
        keyword === "CS" &&
        typeof values[0] === "string" &&
        values[0].toLowerCase() === "cartesian",
    ));

const nodes = ({ values }: WktNode): WktNode[] =>
  values.filter((value) => typeof value !== "string");

/** The node itself or the first below it of one of the keywords, not looking into systems within. */
function find(node: WktNode, keywords: ReadonlySet<string>): WktNode | undefined {
  if (keywords.has(node.keyword)) return node;
  const inside = new Set(["COMPD_CS", "COMPOUNDCRS", "BOUNDCRS", "SOURCECRS"]);
  if (!inside.has(node.keyword)) return undefined;
  for (const child of nodes(node)) {
    const found = find(child, keywords);
    if (found !== undefined) return found;
  }
  return undefined;
}

function codeOf(node: WktNode): number | null {
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
function unitOf(node: WktNode): number | null {
  const children = nodes(node);
  const places = [
    ...children,
    ...children.filter(({ keyword }) => keyword === "AXIS").flatMap(nodes),
  ];
  const unit = places.find(({ keyword }) => UNITS.has(keyword));
  const metres = Number(unit?.values[1]);
  return metres > 0 && Number.isFinite(metres) ? metres : null;
}

function parse(text: string): WktNode | undefined {
  const tokens = text.match(/"(?:[^"]|"")*"|[[\](),]|[^\s[\](),"]+/g) ?? [];
  let at = 0;
  const read = (depth: number): WktNode | string | undefined => {
    const word = tokens[at];
    if (word === undefined || depth > MAX_DEPTH) return undefined;
    at += 1;
    if (word.startsWith('"')) return word.slice(1, -1).replaceAll('""', '"');
    if (tokens[at] !== "[" && tokens[at] !== "(") return word;
    const values: (string | WktNode)[] = [];
    do {
      at += 1;
      const value = read(depth + 1);
      if (value === undefined) return undefined;
      values.push(value);
    } while (tokens[at] === ",");
    at += 1;
    return { keyword: word.toUpperCase(), values };
  };
  const root = read(0);
  return typeof root === "object" ? root : undefined;
}
