import { viewOf } from "@swath/survey/bytes";
import {
  AREA,
  following,
  type GeometryBuilder,
  inRing,
  LINE,
  POINT,
  signedArea,
} from "../../model/index.ts";

/** Type of a record without a shape. */
export const NULL_SHAPE = 0;
/** Shapes that are read, without their heights (Z) and measures (M), by the kind that is drawn. */
const SHAPES: Readonly<Record<number, "point" | "line" | "polygon" | "points">> = {
  1: "point",
  3: "line",
  5: "polygon",
  8: "points",
  11: "point",
  13: "line",
  15: "polygon",
  18: "points",
  21: "point",
  23: "line",
  25: "polygon",
  28: "points",
};

/** Bytes from a record's type to its counts: type, bounding box. */
const BOX_END = 36;

export const isShapeType = (type: number): boolean => SHAPES[type] !== undefined;

/**
 * Draws the shape of one record (tables 2 to 16 of the description), coordinates as they stand, by its
 * own type, as OGR does. A null shape draws nothing. Why the record is damaged, or undefined.
 */
export function drawShape(record: Uint8Array, builder: GeometryBuilder): string | undefined {
  if (record.length < 4) return "it is cut off";
  const view = viewOf(record);
  const type = view.getInt32(0, true);
  if (type === NULL_SHAPE) return undefined;
  const shape = SHAPES[type];
  if (shape === undefined) return `its type is ${type}`;
  if (shape === "point") return drawPoint(view, builder);
  return shape === "points"
    ? drawPoints(view, builder)
    : drawParts(view, shape === "polygon", builder);
}

function drawPoint(view: DataView, builder: GeometryBuilder): string | undefined {
  if (view.byteLength < 20) return "it is cut off";
  const [x, y] = [view.getFloat64(4, true), view.getFloat64(12, true)];
  if (!Number.isFinite(x) || !Number.isFinite(y)) return "a coordinate is not a number";
  builder.add(x, y);
  builder.endPart(POINT);
  return undefined;
}

function drawPoints(view: DataView, builder: GeometryBuilder): string | undefined {
  if (view.byteLength < BOX_END + 4) return "it is cut off";
  const count = view.getInt32(BOX_END, true);
  if (count < 0 || BOX_END + 4 + count * 16 > view.byteLength) return `${count} points are stated`;
  for (let i = 0; i < count; i++) {
    const at = BOX_END + 4 + i * 16;
    const [x, y] = [view.getFloat64(at, true), view.getFloat64(at + 8, true)];
    if (!Number.isFinite(x) || !Number.isFinite(y)) return "a coordinate is not a number";
    builder.add(x, y);
    builder.endPart(POINT);
  }
  return undefined;
}

function drawParts(view: DataView, polygon: boolean, builder: GeometryBuilder): string | undefined {
  if (view.byteLength < BOX_END + 8) return "it is cut off";
  const parts = view.getInt32(BOX_END, true);
  const points = view.getInt32(BOX_END + 4, true);
  const start = BOX_END + 8 + parts * 4;
  if (parts < 0 || points < 0 || start + points * 16 > view.byteLength)
    return `${parts} parts and ${points} points are stated`;
  const ends = partEnds(view, parts, points);
  if (typeof ends === "string") return ends;
  const positions = new Float64Array(points * 2);
  for (let i = 0; i < positions.length; i++) positions[i] = view.getFloat64(start + i * 8, true);
  if (!positions.every((value) => Number.isFinite(value))) return "a coordinate is not a number";
  if (polygon) addPolygon(positions, ends, builder);
  else addLines(positions, ends, builder);
  return undefined;
}

/** Ends of the parts among the points: each starts at or after the former, within the points. */
function partEnds(view: DataView, parts: number, points: number): readonly number[] | string {
  if (points > 0 && parts === 0) return "its points belong to no part";
  const ends: number[] = [];
  for (let part = 0; part < parts; part++) {
    const from = view.getInt32(BOX_END + 8 + part * 4, true);
    const to = part + 1 < parts ? view.getInt32(BOX_END + 12 + part * 4, true) : points;
    if ((part === 0 && from !== 0) || from > to || to > points)
      return `part ${part + 1} goes from point ${from} to ${to} of ${points}`;
    ends.push(to);
  }
  return ends;
}

function addLines(
  positions: Float64Array,
  ends: readonly number[],
  builder: GeometryBuilder,
): void {
  let from = 0;
  for (const to of ends) {
    for (let i = from; i < to; i++) builder.add(positions[i * 2] ?? 0, positions[i * 2 + 1] ?? 0);
    builder.endPart(LINE);
    from = to;
  }
}

/** A ring as it was read, and as it lies where its longitudes follow one another. */
interface Ring {
  readonly read: Float64Array;
  readonly lies: Float64Array;
}

interface OuterRing {
  readonly ring: Ring;
  readonly holes: Ring[];
}

/** Edges looked at, per shape, to find the outer rings of holes; beyond it a hole stays where it stands. */
const MOST_EDGES = 4_000_000;

/**
 * Adds the rings of a polygon, each outer one followed by its holes. Outer rings run clockwise and
 * holes counter-clockwise (ESRI Shapefile Technical Description, 1998, p. 8), in any order; a hole that
 * lies in no outer ring, or in a shape without any, is an area of its own.
 */
export function addPolygon(
  positions: Float64Array,
  ends: readonly number[],
  builder: GeometryBuilder,
): void {
  for (const { ring, holes } of organised(ringsOf(positions, ends, builder.degrees))) {
    addRing(ring, true, builder);
    for (const hole of holes) addRing(hole, false, builder);
  }
}

function ringsOf(
  positions: Float64Array,
  ends: readonly number[],
  degrees: boolean,
): readonly Ring[] {
  let from = 0;
  return ends.flatMap((to) => {
    const read = positions.subarray(from * 2, to * 2);
    from = to;
    return read.length === 0 ? [] : [{ read, lies: degrees ? followed(read) : read }];
  });
}

function followed(read: Float64Array): Float64Array {
  const lies = read.slice();
  for (let at = 2; at < lies.length; at += 2)
    lies[at] = following(lies[at] ?? 0, lies[at - 2] ?? 0);
  return lies;
}

function organised(rings: readonly Ring[]): readonly OuterRing[] {
  const clockwise = rings.map(({ lies }) => signedArea(lies) < 0);
  if (!clockwise.includes(true)) return rings.map((ring) => ({ ring, holes: [] }));
  const outers: OuterRing[] = [];
  const holes: { ring: Ring; before: OuterRing | undefined }[] = [];
  for (const [i, ring] of rings.entries())
    if (clockwise[i] === true) outers.push({ ring, holes: [] });
    else holes.push({ ring, before: outers.at(-1) });
  const lonely: OuterRing[] = [];
  const search = { edges: MOST_EDGES };
  for (const { ring, before } of holes) {
    const outer = around(ring, before, outers, search);
    if (outer === undefined) lonely.push({ ring, holes: [] });
    else outer.holes.push(ring);
  }
  return [...outers, ...lonely];
}

/** The outer ring that holds a ring: nearly always the one before it, else the first that does. */
function around(
  hole: Ring,
  before: OuterRing | undefined,
  outers: readonly OuterRing[],
  search: { edges: number },
): OuterRing | undefined {
  if (before !== undefined && holds(before.ring.lies, hole.lies)) return before;
  for (const outer of outers) {
    search.edges -= outer.ring.lies.length / 2;
    if (search.edges < 0) return before;
    if (holds(outer.ring.lies, hole.lies)) return outer;
  }
  return undefined;
}

/** Whether a ring holds another that touches it in single points at most: by its first vertex and edge. */
function holds(outer: Float64Array, inner: Float64Array): boolean {
  const [x = 0, y = 0, nextX = x, nextY = y] = inner;
  return inRing(outer, x, y) || inRing(outer, (x + nextX) / 2, (y + nextY) / 2);
}

/** Adds one ring, closed and turned as an outer one or a hole. */
function addRing({ read }: Ring, outer: boolean, builder: GeometryBuilder): void {
  for (let at = 0; at < read.length; at += 2) builder.add(read[at] ?? 0, read[at + 1] ?? 0);
  builder.endRing(AREA, outer);
}
