/** What the shapes of a file are: points, lines, or rings. */
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

/** A .shp and its .shx of shapes of one kind (ESRI Shapefile Technical Description, 1998). */
export function shapesFile(
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
  const start = BOX_END + (parted ? 8 + ordered.length * 4 : 4);
  const content = new Uint8Array(start + points * 16);
  const view = new DataView(content.buffer);
  view.setInt32(0, typeOf(kind), true);
  for (const [index, side] of boxOf(ordered).entries()) view.setFloat64(4 + index * 8, side, true);
  if (parted) view.setInt32(BOX_END, ordered.length, true);
  view.setInt32(BOX_END + (parted ? 4 : 0), points, true);
  let point = 0;
  for (const [part, path] of ordered.entries()) {
    if (parted) view.setInt32(BOX_END + 8 + part * 4, point, true);
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

function boxOf(paths: ShapePaths): readonly [number, number, number, number] {
  let [west, south, east, north] = [Infinity, Infinity, -Infinity, -Infinity];
  for (const path of paths)
    for (let at = 0; at < path.length; at += 2) {
      const [x, y] = [path[at] ?? 0, path[at + 1] ?? 0];
      [west, east] = [Math.min(west, x), Math.max(east, x)];
      [south, north] = [Math.min(south, y), Math.max(north, y)];
    }
  return west > east ? [0, 0, 0, 0] : [west, south, east, north];
}
