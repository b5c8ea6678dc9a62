import { type MapView, type Size, toPixel } from "../choose/map-view.ts";
import { paintFlag } from "../../map/paint/paint-flag.ts";
import { type Corridor, directionOf, lengthOf } from "../points/section-points.ts";

interface Overlay {
  readonly view: MapView;
  readonly size: Size;
  readonly corridor: Corridor | undefined;
  readonly cursor: number | undefined;
  readonly findings: readonly MarkedFinding[];
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
  { view, size, corridor, cursor, findings }: Overlay,
): void {
  const context = canvas.getContext("2d");
  if (context === null) return;
  const ratio = devicePixelRatio;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const pixel = (x: number, y: number): readonly [number, number] => toPixel(view, size, [x, y]);
  for (const { x, y, closed } of findings) paintFlag(context, closed, pixel(x, y));
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
