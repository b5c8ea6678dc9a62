import { z } from "zod";

/** Farthest that a coordinate of a tile may be, m. */
const FARTHEST = 1e8;
const LEAST_SIDE = 50;
const LARGEST_SIDE = 10_000;
/** Most tiles of a delivery, with points in them or listed. */
export const MOST_TILES = 5_000;

const place = z.number().min(-FARTHEST).max(FARTHEST);
const NAME = /^[A-Za-z0-9][A-Za-z0-9_-]*$/;
const nameSchema = z
  .string()
  .regex(/^[A-Za-z0-9][A-Za-z0-9_-]{0,39}$/, "must be letters, digits, _ and - (at most 40)");

const listedTileSchema = z
  .strictObject({ name: nameSchema, minX: place, minY: place, maxX: place, maxY: place })
  .refine(
    ({ minX, minY, maxX, maxY }) =>
      [maxX - minX, maxY - minY].every((side) => side >= 1 && side <= LARGEST_SIDE),
    `must have sides of 1 to ${LARGEST_SIDE} m`,
  );

const boundsSchema = z
  .strictObject({ minX: place, minY: place, maxX: place, maxY: place })
  .refine(
    ({ minX, minY, maxX, maxY }) => minX < maxX && minY < maxY,
    "must have its east beyond its west, and its north beyond its south",
  );
/**
 * Extents of an instruction's tiles, in metres of its horizontal system: squares of a grid through an
 * origin, or a list. A point on a western or southern edge is in the tile, on the others in the next.
 */
export const tileExtentsSchema = z.discriminatedUnion("kind", [
  z
    .strictObject({
      kind: z.literal("grid"),
      side: z.number().min(LEAST_SIDE).max(LARGEST_SIDE),
      originX: place.default(0),
      originY: place.default(0),
      /** Only squares that overlap it are delivered; null: all with points. */
      bounds: boundsSchema.nullable().default(null),
    })
    .refine(
      (grid) => squareCount(grid) <= MOST_TILES,
      `must have at most ${MOST_TILES.toLocaleString("en")} tiles`,
    ),
  z.strictObject({
    kind: z.literal("list"),
    tiles: z
      .array(listedTileSchema)
      .min(1)
      .max(MOST_TILES)
      .refine(
        (tiles) => new Set(tiles.map(({ name }) => name.toLowerCase())).size === tiles.length,
        "must have names of their own",
      ),
  }),
]);
export type TileExtents = z.output<typeof tileExtentsSchema>;

/** What a tile's name may be made of; each stands for itself in a pattern as `{easting}`. */
export const TILE_NAME_FIELDS = {
  projectId: "Project, PRJ00012",
  siteName: "Site, spaces as _",
  flightId: "Flight, FL000123",
  easting: "Western edge, whole metres",
  northing: "Southern edge, whole metres",
  column: "Column of the grid from its origin",
  row: "Row of the grid from its origin",
  tile: "Name of the tile in a list",
} as const;
export type TileNameField = keyof typeof TILE_NAME_FIELDS;
export const DEFAULT_TILE_NAMING = "{projectId}_{siteName}_{easting}_{northing}";

const FIELD = /\{([^{}]*)\}/g;
const LONGEST_NAME = 100;

const isField = (name: string): name is TileNameField => Object.hasOwn(TILE_NAME_FIELDS, name);

/** Pattern of tile names: letters, digits, `_`, `-` and fields in braces. */
export const tileNamingSchema = z
  .string()
  .min(1)
  .max(LONGEST_NAME)
  .superRefine((pattern, context) => {
    const fault = namingFault(pattern);
    if (fault !== undefined) context.addIssue({ code: "custom", message: fault });
  });

function namingFault(pattern: string): string | undefined {
  for (const [, field = ""] of pattern.matchAll(FIELD))
    if (!isField(field)) return `has the field {${field}}, which there is not`;
  // One name could be read in two ways: 1 and 23, or 12 and 3.
  if (/\}(\d|m)*\{/.test(pattern)) return "needs _ or - between two fields";
  const plain = pattern.replaceAll(FIELD, "0");
  return NAME.test(plain) ? undefined : "may have letters, digits, _, - and fields in braces";
}

const has = (pattern: string, ...fields: readonly TileNameField[]): boolean =>
  fields.every((field) => pattern.includes(`{${field}}`));

/** Why the tiles of some extents would have one name by a pattern; undefined where they would not. */
export function sharedNames(
  { kind }: Pick<TileExtents, "kind">,
  pattern: string,
): string | undefined {
  const differ = has(pattern, "easting", "northing");
  if (kind === "list")
    return has(pattern, "tile") ? undefined : "needs {tile}: the name that the list gives";
  if (has(pattern, "tile")) return "has {tile}, which tiles of a grid do not have";
  return differ || has(pattern, "column", "row")
    ? undefined
    : "needs {easting} and {northing}, or {column} and {row}: tiles would have one name";
}

/** A tile's name by its instruction's pattern. */
export function tileName(
  pattern: string,
  fields: Readonly<Record<TileNameField, string | number>>,
): string {
  return pattern.replaceAll(FIELD, (_, name: TileNameField) => wordOf(fields[name]));
}

/** A field as a part of a file's name: −12 as m12. */
function wordOf(value: string | number): string {
  if (typeof value === "number")
    return value < 0 ? `m${Math.round(-value)}` : `${Math.round(value)}`;
  return value.replaceAll(/[^A-Za-z0-9-]/g, "_");
}

/** A rectangle in metres of a horizontal system. */
interface Bounds {
  readonly minX: number;
  readonly minY: number;
  readonly maxX: number;
  readonly maxY: number;
}

/** Squares through an origin, all or those that overlap bounds; metres. */
export interface GridShape {
  readonly side: number;
  readonly originX: number;
  readonly originY: number;
  readonly bounds: Bounds | null;
}

/** A square of a grid: its column and row from the grid's origin, and its western and southern edge. */
export interface GridSquare {
  readonly column: number;
  readonly row: number;
  readonly easting: number;
  readonly northing: number;
}

/** Columns or rows of a grid that an interval overlaps: from the first, up to and without the last. */
const span = (from: number, to: number, origin: number, side: number): [number, number] => [
  Math.floor((from - origin) / side),
  Math.ceil((to - origin) / side),
];

function spans({ side, originX, originY, bounds }: GridShape) {
  if (bounds === null) return undefined;
  const { minX, minY, maxX, maxY } = bounds;
  return { columns: span(minX, maxX, originX, side), rows: span(minY, maxY, originY, side) };
}

/** How many squares of a grid its bounds overlap; 0 without bounds, where the points say it. */
export function squareCount(grid: GridShape): number {
  const found = spans(grid);
  if (found === undefined) return 0;
  const { columns, rows } = found;
  return (columns[1] - columns[0]) * (rows[1] - rows[0]);
}

/** Whether a square of a grid is delivered. */
export function isWithin(grid: GridShape, { column, row }: Pick<GridSquare, "column" | "row">) {
  const found = spans(grid);
  if (found === undefined) return true;
  const { columns, rows } = found;
  return column >= columns[0] && column < columns[1] && row >= rows[0] && row < rows[1];
}

/** The squares that a grid's bounds overlap, row after row from the south west; none without bounds. */
export function* gridSquares(grid: GridShape): Generator<GridSquare> {
  const found = spans(grid);
  if (found === undefined) return;
  const { columns, rows } = found;
  for (let row = rows[0]; row < rows[1]; row += 1)
    for (let column = columns[0]; column < columns[1]; column += 1)
      yield {
        column,
        row,
        easting: grid.originX + column * grid.side,
        northing: grid.originY + row * grid.side,
      };
}
