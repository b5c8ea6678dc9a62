import type { PlanGeometry } from "@swath/plan/model";

/** What paths are drawn into: a `Path2D`, or a context. */
export type Pen = Pick<Path2D, "moveTo" | "lineTo" | "closePath">;

/** How metres become pixels: `(x - left) * scale`, `(top - y) * scale`. */
export interface Placing {
  readonly left: number;
  readonly top: number;
  readonly scale: number;
  /** Pixels of the picture. */
  readonly width: number;
  readonly height: number;
}

/** What is less far from the last corner is left out, in pixels. */
const STEP = 0.5;
/** How far beyond the picture corners are still drawn as they are, in pixels. */
const MARGIN = 64;
/** Clipped lines begin at a multiple of this from their corner, so that dashes stay where they are. */
export const DASH_PERIOD = 24;

/** Traces a line: without corners closer than half a pixel, without what is off the picture. */
export function traceLine(pen: Pen, geometry: PlanGeometry, part: number, placing: Placing): void {
  const { positionStarts, positions } = geometry;
  const { left, top, scale } = placing;
  const end = positionStarts[part + 1]! * 2;
  let at = positionStarts[part]! * 2;
  let fromX = (positions[at]! - left) * scale;
  let fromY = (top - positions[at + 1]!) * scale;
  let fromSide = sideOf(fromX, fromY, placing);
  let penDown = false;
  for (at += 2; at < end; at += 2) {
    const x = (positions[at]! - left) * scale;
    const y = (top - positions[at + 1]!) * scale;
    const near = Math.abs(x - fromX) < STEP && Math.abs(y - fromY) < STEP;
    if (near && at + 2 < end) continue;
    const side = sideOf(x, y, placing);
    if ((fromSide | side) === 0) {
      if (!penDown) pen.moveTo(fromX, fromY);
      pen.lineTo(x, y);
      penDown = true;
    } else if ((fromSide & side) !== 0) penDown = false;
    else penDown = traceSeenPart(pen, { fromX, fromY, x, y }, placing, penDown);
    fromX = x;
    fromY = y;
    fromSide = side;
  }
}

interface Segment {
  readonly fromX: number;
  readonly fromY: number;
  readonly x: number;
  readonly y: number;
}

/** Traces what is seen of a segment; says whether the pen ended where the segment does. */
function traceSeenPart(pen: Pen, segment: Segment, placing: Placing, penDown: boolean): boolean {
  const { fromX, fromY, x, y } = segment;
  const part = seenPart(segment, placing);
  if (part === undefined) return false;
  const [start, end] = part;
  if (!penDown || start > 0) pen.moveTo(fromX + (x - fromX) * start, fromY + (y - fromY) * start);
  pen.lineTo(fromX + (x - fromX) * end, fromY + (y - fromY) * end);
  return end === 1;
}

/** Cohen and Sutherland's code: on which sides of the picture and its margin a point is. */
function sideOf(x: number, y: number, { width, height }: Placing): number {
  return (
    (x < -MARGIN ? 1 : 0) |
    (x > width + MARGIN ? 2 : 0) |
    (y < -MARGIN ? 4 : 0) |
    (y > height + MARGIN ? 8 : 0)
  );
}

/** Which part of a segment is seen (Liang and Barsky), from 0 to 1; undefined where none is. */
function seenPart({ fromX, fromY, x, y }: Segment, placing: Placing): [number, number] | undefined {
  const [dx, dy] = [x - fromX, y - fromY];
  let [start, end] = [0, 1];
  for (const [step, room] of [
    [-dx, fromX + MARGIN],
    [dx, placing.width + MARGIN - fromX],
    [-dy, fromY + MARGIN],
    [dy, placing.height + MARGIN - fromY],
  ] as const) {
    if (step === 0 && room < 0) return undefined;
    if (step < 0) start = Math.max(start, room / step);
    if (step > 0) end = Math.min(end, room / step);
  }
  if (start > end) return undefined;
  const periods = Math.hypot(dx, dy) / DASH_PERIOD;
  return [Math.floor(start * periods) / periods, end];
}

/**
 * Traces a ring to be filled: without corners closer than half a pixel, and of those off the picture
 * on one side only the first and the last in a row, which changes nothing that is seen.
 */
export function traceRing(pen: Pen, geometry: PlanGeometry, part: number, placing: Placing): void {
  const { positionStarts, positions } = geometry;
  const { left, top, scale } = placing;
  const end = positionStarts[part + 1]! * 2;
  const ring = new RingPen(pen);
  let [fromX, fromY] = [Infinity, Infinity];
  for (let at = positionStarts[part]! * 2; at < end; at += 2) {
    const x = (positions[at]! - left) * scale;
    const y = (top - positions[at + 1]!) * scale;
    if (Math.abs(x - fromX) < STEP && Math.abs(y - fromY) < STEP) continue;
    ring.add(x, y, sideOf(x, y, placing));
    fromX = x;
    fromY = y;
  }
  ring.close();
}

/** Holds the last corner back until the next one shows whether it is needed. */
class RingPen {
  readonly #pen: Pen;
  #begun = false;
  /** Of the last corner that was drawn. */
  #drawnSide = 0;
  #held: { readonly x: number; readonly y: number; readonly side: number } | undefined;

  constructor(pen: Pen) {
    this.#pen = pen;
  }

  add(x: number, y: number, side: number): void {
    if (this.#held !== undefined && (this.#drawnSide & this.#held.side & side) === 0) this.#draw();
    this.#held = { x, y, side };
    if (!this.#begun) this.#draw();
  }

  close(): void {
    this.#draw();
    this.#pen.closePath();
  }

  #draw(): void {
    if (this.#held === undefined) return;
    const { x, y, side } = this.#held;
    if (this.#begun) this.#pen.lineTo(x, y);
    else this.#pen.moveTo(x, y);
    this.#begun = true;
    this.#drawnSide = side;
    this.#held = undefined;
  }
}

/** Where a part that is a point lies, in pixels. */
export function pointOf(
  { positionStarts, positions }: PlanGeometry,
  part: number,
  { left, top, scale }: Placing,
): [number, number] {
  const at = positionStarts[part]! * 2;
  return [(positions[at]! - left) * scale, (top - positions[at + 1]!) * scale];
}
