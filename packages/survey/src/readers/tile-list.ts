import { linesOf } from "./text-table.ts";

/** Most bytes of a file of tiles. */
export const MOST_TILE_LIST_BYTES = 4_194_304;

/** A tile of a list: a rectangle by a name. */
interface ListedTile {
  readonly name: string;
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}
type TileList = { readonly tiles: ListedTile[] } | { readonly fault: string };

/** Members that name a tile, in lower case; the first that is there counts. */
const NAMES = ["name", "tile", "tilename", "tile_name", "id"];
/** Share of its box that a polygon may lack and still be a rectangle. */
const ROUNDING = 1e-3;

/**
 * Reads tiles from GeoJSON (rectangular polygons with a name) or from rows `name,minX,minY,maxX,maxY`
 * (docs/formats.md, Lists of tiles), in metres of the system that is delivered in; a fault in words.
 */
export function readTileList(text: string): TileList {
  // A byte order mark counts as blank.
  const trimmed = text.trimStart();
  const read = trimmed.startsWith("{") ? readGeoJson(trimmed) : readRows(text);
  if ("fault" in read) return read;
  if (read.tiles.length === 0) return { fault: "has no tile" };
  const inDegrees = read.tiles.every(
    ({ minX, minY, maxX, maxY }) =>
      Math.max(Math.abs(minX), Math.abs(maxX)) <= 180 &&
      Math.max(Math.abs(minY), Math.abs(maxY)) <= 90,
  );
  return inDegrees
    ? { fault: "has degrees: tiles are in metres of the target's coordinate system" }
    : read;
}

function readGeoJson(text: string): TileList {
  let features: unknown;
  try {
    ({ features } = JSON.parse(text) as Members);
  } catch {
    return { fault: "is no JSON" };
  }
  if (!Array.isArray(features)) return { fault: "is not a collection of features" };
  const tiles: ListedTile[] = [];
  for (const [at, feature] of features.entries()) {
    const { properties, geometry } = isObject(feature) ? feature : {};
    const name = nameOf(isObject(properties) ? properties : {});
    if (name === undefined) return { fault: `has no name at feature ${at + 1}` };
    const ring = ringOf(geometry);
    const tile = ring && rectangleOf(name, ring);
    if (tile === undefined) return { fault: `has ${name}, which is not an upright rectangle` };
    tiles.push(tile);
  }
  return { tiles };
}

type Members = Readonly<Record<string, unknown>>;
const isObject = (value: unknown): value is Members => typeof value === "object" && value !== null;

type Place = readonly [x: number, y: number];
const isPlace = (value: unknown): value is Place =>
  Array.isArray(value) && Number.isFinite(value[0]) && Number.isFinite(value[1]);

/** The outline of a polygon without holes; none of any other geometry. */
function ringOf(geometry: unknown): readonly Place[] | undefined {
  if (!isObject(geometry) || geometry["type"] !== "Polygon") return undefined;
  const rings = geometry["coordinates"];
  const outline: unknown = Array.isArray(rings) && rings.length === 1 ? rings[0] : undefined;
  return Array.isArray(outline) && outline.every(isPlace) ? outline : undefined;
}

function nameOf(properties: Members): string | undefined {
  const members = new Map(
    Object.entries(properties).map(([name, value]) => [name.toLowerCase(), value]),
  );
  for (const name of NAMES) {
    const value = members.get(name);
    if (typeof value === "string" || typeof value === "number") return String(value).trim();
  }
  return undefined;
}

function rectangleOf(name: string, points: readonly Place[]): ListedTile | undefined {
  const [first] = points;
  if (first === undefined) return undefined;
  let [minX, minY] = first;
  let [maxX, maxY] = first;
  let twice = 0;
  let [fromX, fromY] = first;
  for (const [x, y] of points) {
    [minX, minY] = [Math.min(minX, x), Math.min(minY, y)];
    [maxX, maxY] = [Math.max(maxX, x), Math.max(maxY, y)];
    twice += (fromX - first[0]) * (y - first[1]) - (x - first[0]) * (fromY - first[1]);
    [fromX, fromY] = [x, y];
  }
  const area = (maxX - minX) * (maxY - minY);
  const fills = area > 0 && Math.abs(Math.abs(twice) / 2 - area) <= ROUNDING * area;
  return fills ? { name, minX, minY, maxX, maxY } : undefined;
}

function readRows(text: string): TileList {
  const tiles: ListedTile[] = [];
  for (const [at, line] of linesOf(text).entries()) {
    const row = line.trim();
    if (row === "" || row.startsWith("#")) continue;
    const cells = row.split(/[,;\t]/).map((cell) => cell.trim().replaceAll(/^"|"$/g, ""));
    const numbers = cells.slice(1).map((cell) => (cell === "" ? Number.NaN : Number(cell)));
    const [minX, minY, maxX, maxY] = numbers;
    const isTile = numbers.length === 4 && numbers.every(Number.isFinite);
    if (isTile) tiles.push({ name: cells[0]!, minX: minX!, minY: minY!, maxX: maxX!, maxY: maxY! });
    // A first row may name the columns.
    else if (tiles.length > 0 || numbers.some(Number.isFinite) || cells.length !== 5)
      return { fault: `has a line ${at + 1} that is not a tile: name, minX, minY, maxX, maxY` };
  }
  return { tiles };
}
