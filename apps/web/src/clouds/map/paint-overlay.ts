import { type MapView, type Size, toPixel } from "../choose/map-view.ts";
import { paintFlag } from "../../map/paint/paint-flag.ts";
import type { Corner } from "./nearest-drawn.ts";
import { type Corridor, directionOf, lengthOf } from "../points/section-points.ts";

interface Overlay {
  readonly view: MapView;
  readonly size: Size;
  readonly corridor: Corridor | undefined;
  readonly cursor: number | undefined;
  readonly findings: readonly MarkedFinding[];
  /** Corners of what is measured; undefined while nobody measures. */
  readonly corners: readonly Corner[] | undefined;
}

/** Where something was found. */
export interface MarkedFinding {
  readonly x: number;
  readonly y: number;
  readonly closed: boolean;
}

/** Seen on light and on dark points alike. */
const LINE = "#ffc629";
const EDGE = "#12203a";

/** Draws the profile's line, its width and the place on it that is looked at. */
export function paintOverlay(
  canvas: HTMLCanvasElement,
  { view, size, corridor, cursor, findings, corners }: Overlay,
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = devicePixelRatio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const pixel = (x: number, y: number): readonly [number, number] => toPixel(view, size, [x, y]);
  for (const { x, y, closed } of findings) paintFlag(context, closed, pixel(x, y));
  if (corners !== undefined) {
    outline(
      context,
      corners.map(({ x, y }) => pixel(x, y)),
    );
    cross(context, size);
  }
  if (corridor === undefined || lengthOf(corridor) === 0) return;
  const { from, to, width } = corridor;
  const [dx, dy] = directionOf(corridor);
  const [ox, oy] = [(-dy * width) / 2, (dx * width) / 2];
  stroked(context, 1.5, [
    pixel(from[0] + ox, from[1] + oy),
    pixel(to[0] + ox, to[1] + oy),
    pixel(to[0] - ox, to[1] - oy),
    pixel(from[0] - ox, from[1] - oy),
    pixel(from[0] + ox, from[1] + oy),
  ]);
  stroked(context, 2, [pixel(...from), pixel(...to)]);
  label(context, "A", pixel(...from));
  label(context, "B", pixel(...to));
  if (cursor === undefined) return;
  const [x, y] = [from[0] + dx * cursor, from[1] + dy * cursor];
  const reach = Math.max(width / 2, 8 * view.scale);
  stroked(context, 3, [
    pixel(x - dy * reach, y + dx * reach),
    pixel(x + dy * reach, y - dx * reach),
  ]);
}

/** What is measured: a line between two corners, an area within more. */
function outline(
  context: CanvasRenderingContext2D,
  corners: readonly (readonly [number, number])[],
): void {
  const [first] = corners;
  if (first === undefined) return;
  const isArea = corners.length > 2;
  if (isArea) {
    context.beginPath();
    for (const corner of corners) context.lineTo(...corner);
    context.fillStyle = "rgb(255 198 41 / 0.25)";
    context.fill();
  }
  stroked(context, 2, isArea ? [...corners, first] : corners);
  context.lineWidth = 1.5;
  for (const [x, y] of corners) {
    context.beginPath();
    context.arc(x, y, 4, 0, 2 * Math.PI);
    context.fillStyle = LINE;
    context.fill();
    context.strokeStyle = EDGE;
    context.stroke();
  }
}

const CROSS_PX = 10;

/** Where a key puts a corner: the middle. */
function cross(context: CanvasRenderingContext2D, { width, height }: Size): void {
  const [x, y] = [Math.round(width / 2) + 0.5, Math.round(height / 2) + 0.5];
  for (const [dx, dy] of [
    [CROSS_PX, 0],
    [0, CROSS_PX],
  ] as const)
    stroked(context, 1, [
      [x - dx, y - dy],
      [x + dx, y + dy],
    ]);
}

function stroked(
  context: CanvasRenderingContext2D,
  width: number,
  corners: readonly (readonly [number, number])[],
): void {
  const path = new Path2D();
  for (const [x, y] of corners) path.lineTo(x, y);
  context.strokeStyle = EDGE;
  context.lineWidth = width + 2;
  context.stroke(path);
  context.strokeStyle = LINE;
  context.lineWidth = width;
  context.stroke(path);
}

function label(
  context: CanvasRenderingContext2D,
  text: string,
  [x, y]: readonly [number, number],
): void {
  context.fillStyle = EDGE;
  context.beginPath();
  context.arc(x, y, 9, 0, 2 * Math.PI);
  context.fill();
  context.fillStyle = LINE;
  context.font = "bold 12px sans-serif";
  context.textAlign = "center";
  context.textBaseline = "middle";
  context.fillText(text, x, y);
}
