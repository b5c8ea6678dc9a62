import { strToU8 } from "fflate";

/** Kind of all shapes in a file; areas are rings. */
export type ShapeKind = "points" | "lines" | "areas";
/** A line or a closed ring, x and y in turn; outer rings run counter-clockwise, holes clockwise. */
type ShapePath = Float64Array<ArrayBuffer>;

const HEADER_BYTES = 100;
const RECORD_HEADER_BYTES = 8;
const MULTI_POINT = 8;
const POLY_LINE = 3;
const POLYGON = 5;
/** Type, bounding box. */
const BOX_END = 36;

/** The paths of one shape. */
export type ShapePaths = readonly ShapePath[];

/** Features of one kind, and what is told of each. */
export interface ShapeLayer<Row> {
  readonly name: string;
  readonly kind: ShapeKind;
  readonly columns: readonly Column<Row>[];
  /** The coordinate system as Esri's well-known text. */
  readonly prj: string;
}

/** The files of a shapefile by their names: `.shp`, `.shx`, `.dbf`, `.prj` and `.cpg`. */
export function shapefile<Row extends { readonly paths: ShapePaths }>(
  { name, kind, columns, prj }: ShapeLayer<Row>,
  rows: readonly Row[],
): Record<string, Uint8Array> {
  const { shp, shx } = shapesFile(
    kind,
    rows.map(({ paths }) => paths),
  );
  return {
    [`${name}.shp`]: shp,
    [`${name}.shx`]: shx,
    [`${name}.dbf`]: tableFile(columns, rows),
    [`${name}.prj`]: strToU8(prj),
    [`${name}.cpg`]: strToU8("UTF-8"),
  };
}

/** A .shp and its .shx of shapes of one kind (ESRI Shapefile Technical Description, 1998). */
function shapesFile(
  kind: ShapeKind,
  shapes: readonly ShapePaths[],
): { readonly shp: Uint8Array; readonly shx: Uint8Array } {
  const contents = shapes.map((paths) => contentOf(kind, paths));
  const bytes = contents.reduce((sum, content) => sum + RECORD_HEADER_BYTES + content.length, 0);
  const box = boxOf(shapes.flat());
  const shp = fileOf(HEADER_BYTES + bytes, typeOf(kind), box);
  const shx = fileOf(HEADER_BYTES + contents.length * 8, typeOf(kind), box);
  let at = HEADER_BYTES;
  for (const [index, content] of contents.entries()) {
    const [record, entry] = [
      new DataView(shp.buffer, at),
      new DataView(shx.buffer, HEADER_BYTES + index * 8),
    ];
    record.setInt32(0, index + 1);
    record.setInt32(4, content.length / 2);
    entry.setInt32(0, at / 2);
    entry.setInt32(4, content.length / 2);
    shp.set(content, at + RECORD_HEADER_BYTES);
    at += RECORD_HEADER_BYTES + content.length;
  }
  return { shp, shx };
}

function typeOf(kind: ShapeKind): number {
  if (kind === "areas") return POLYGON;
  return kind === "lines" ? POLY_LINE : MULTI_POINT;
}

function fileOf(length: number, type: number, box: readonly number[]): Uint8Array<ArrayBuffer> {
  const bytes = new Uint8Array(length);
  const view = new DataView(bytes.buffer);
  view.setInt32(0, 9994);
  view.setInt32(24, length / 2);
  view.setInt32(28, 1000, true);
  view.setInt32(32, type, true);
  for (const [index, side] of box.entries()) view.setFloat64(36 + index * 8, side, true);
  return bytes;
}

function contentOf(kind: ShapeKind, paths: ShapePaths): Uint8Array {
  // In a file outer rings run clockwise.
  const ordered = kind === "areas" ? paths.map(reversed) : paths;
  const points = ordered.reduce((sum, path) => sum + path.length / 2, 0);
  const parted = kind === "areas" || kind === "lines";
  const counts = parted ? [ordered.length, points] : [points];
  const partsStart = BOX_END + counts.length * 4;
  const start = partsStart + (parted ? ordered.length * 4 : 0);
  const content = new Uint8Array(start + points * 16);
  const view = new DataView(content.buffer);
  view.setInt32(0, typeOf(kind), true);
  for (const [index, side] of boxOf(ordered).entries()) view.setFloat64(4 + index * 8, side, true);
  for (const [index, count] of counts.entries()) view.setInt32(BOX_END + index * 4, count, true);
  let point = 0;
  for (const [part, path] of ordered.entries()) {
    if (parted) view.setInt32(partsStart + part * 4, point, true);
    for (const [at, value] of path.entries())
      view.setFloat64(start + point * 16 + at * 8, value, true);
    point += path.length / 2;
  }
  return content;
}

function reversed(path: ShapePath): ShapePath {
  const turned = new Float64Array(path.length);
  for (let at = 0; at < path.length; at += 2)
    turned.set(path.subarray(at, at + 2), path.length - 2 - at);
  return turned;
}

/** The box of places; where there is none, its bytes stay zeros. */
function boxOf(paths: ShapePaths): readonly number[] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const path of paths)
    for (let at = 0; at < path.length; at += 2) {
      const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0];
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [south, north] = [Math.min(south, y), Math.max(north, y)];
    }
  return west > east ? [] : [west, south, east, north];
}

/** A column of a table; widths are bytes of UTF-8. */
export interface Column<Row> {
  readonly name: string;
  readonly width: number;
  /** Decimals of its texts, for a column of numbers. */
  readonly decimals?: number;
  readonly text: (row: Row) => string;
}

const TABLE_HEADER_BYTES = 32;
const FIELD_BYTES = 32;
/** Of a column; a zero ends it. */
const NAME_BYTES = 10;
const DBASE_3 = 3;
const END_OF_FIELDS = 0x0d;
const END_OF_FILE = 0x1a;
const SPACE = 0x20;
/** Types of columns: `C` and `N`. */
const TEXT = 0x43;
const NUMBER = 0x4e;

/** A .dbf (dBASE III) in UTF-8; a longer text is cut between characters. */
export function tableFile<Row>(columns: readonly Column<Row>[], rows: readonly Row[]): Uint8Array {
  const width = columns.reduce((sum, column) => sum + column.width, 1);
  const start = TABLE_HEADER_BYTES + columns.length * FIELD_BYTES + 1;
  const file = new Uint8Array(start + rows.length * width + 1).fill(SPACE, start);
  const view = new DataView(file.buffer);
  // The date of the last change: fixed, so that the same work makes the same bytes.
  file.set([DBASE_3, 80, 1, 1]);
  view.setUint32(4, rows.length, true);
  view.setUint16(8, start, true);
  view.setUint16(10, width, true);
  // Writes whole characters alone.
  const encoder = new TextEncoder();
  let from = 1;
  for (const [index, { name, width: own, decimals, text }] of columns.entries()) {
    const at = TABLE_HEADER_BYTES + index * FIELD_BYTES;
    encoder.encodeInto(name, file.subarray(at, at + NAME_BYTES));
    file[at + 11] = decimals === undefined ? TEXT : NUMBER;
    file[at + 16] = own;
    file[at + 17] = decimals ?? 0;
    for (const [row, value] of rows.entries()) {
      const cell = decimals === undefined ? text(value) : text(value).padStart(own);
      const place = start + row * width + from;
      encoder.encodeInto(cell, file.subarray(place, place + own));
    }
    from += own;
  }
  file[start - 1] = END_OF_FIELDS;
  file[file.length - 1] = END_OF_FILE;
  return file;
}
