import { type GeometryBuilder, LINE, POINT } from "../../model/index.ts";
import { addPolygon } from "./polygon-rings.ts";

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
  const view = new DataView(record.buffer, record.byteOffset, record.byteLength);
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
  if (!Number.isFinite(x) || !Number.isFinite(y)) return "a coordinate is no number";
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
    if (!Number.isFinite(x) || !Number.isFinite(y)) return "a coordinate is no number";
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
  if (!positions.every((value) => Number.isFinite(value))) return "a coordinate is no number";
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
