import { WRITTEN } from "../canvas/fit-canvas.ts";
import type { Size } from "../choose/map-view.ts";
import { MARGIN, type ProfileView, ticks, toPixel, toPlace } from "./profile-view.ts";
import type { SectionPoints } from "../points/section-points.ts";

/** What is drawn of a section. */
export interface ProfilePicture {
  readonly view: ProfileView;
  readonly size: Size;
  readonly points: Pick<SectionPoints, "count" | "along" | "heights">;
  readonly colors: Uint32Array;
  /** Of the letters and lines of the axes. */
  readonly ink: string;
  readonly faint: string;
}

/** A section of fewer points has larger ones. */
const FEW = 20_000;
const GOLDEN = 0.618_034;

const commonDivisor = (a: number, b: number): number => (b === 0 ? a : commonDivisor(b, a % b));

/** A step that leads to each of so many points once, in an order that mixes them all over. */
export function mixingStep(count: number): number {
  let step = Math.max(1, Math.round(count * GOLDEN));
  while (commonDivisor(step, count) > 1) step += 1;
  return step;
}

type Column = Float32Array | Float64Array | Uint32Array;
const mixedColumns = new WeakMap<Column, Column>();

/** A column in an order that mixes it all over, found once: to skip about in memory costs more than painting does. */
function mixed<T extends Column>(column: T, count: number): T {
  const known = mixedColumns.get(column);
  if (known?.length === count) return known as T;
  const order = column.slice(0, count) as T;
  const step = mixingStep(count);
  for (let painted = 0, point = 0; painted < count; painted += 1) {
    point += step;
    if (point >= count) point -= count;
    order[painted] = column[point]!;
  }
  mixedColumns.set(column, order);
  return order;
}

/** Paints the points of a section into the pixels of a picture. */
export function paintSection(
  pixels: Uint32Array,
  { view, size, points, colors: given }: Omit<ProfilePicture, "ink" | "faint">,
  ratio: number,
): void {
  const { count } = points;
  // In the order in which they were read one line would cover another whole.
  const [along, heights] = [mixed(points.along, count), mixed(points.heights, count)];
  const colors = mixed(given, count);
  const width = Math.round(size.width * ratio);
  const height = Math.round(size.height * ratio);
  const [x0, y0] = toPixel(view, size, 0, 0);
  const byX = ratio / view.scale;
  const byY = (ratio * view.higher) / view.scale;
  const [fromX, fromY] = [x0 * ratio, y0 * ratio];
  const isLarge = count < FEW;
  const [left, bottom] = [MARGIN.left * ratio, height - MARGIN.bottom * ratio];
  for (let point = 0; point < count; point += 1) {
    const color = colors[point]!;
    if (color === 0) continue;
    const x = Math.round(fromX + along[point]! * byX);
    const y = Math.round(fromY - heights[point]! * byY);
    if (x < left || x >= width - 1 || y < 1 || y >= bottom) continue;
    const at = y * width + x;
    pixels[at] = color;
    pixels[at + 1] = color;
    if (isLarge) pixels[at - width] = pixels[at - width + 1] = color;
  }
}

/** Draws a section with its axes. */
export function drawProfile(canvas: HTMLCanvasElement, picture: ProfilePicture): void {
  const context = canvas.getContext("2d", WRITTEN);
  if (context === null || canvas.width === 0 || canvas.height === 0) return;
  const ratio = canvas.width / picture.size.width;
  const image = new ImageData(canvas.width, canvas.height);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.clearRect(0, 0, canvas.width, canvas.height);
  drawAxes(context, picture, ratio);
  paintSection(new Uint32Array(image.data.buffer), picture, ratio);
  const layer = new OffscreenCanvas(canvas.width, canvas.height);
  layer.getContext("2d", WRITTEN)?.putImageData(image, 0, 0);
  context.setTransform(1, 0, 0, 1, 0, 0);
  context.drawImage(layer, 0, 0);
}

/** Without digits that are always zero. */
const label = (value: number): string => String(Number(value.toFixed(6)));

function drawAxes(context: CanvasRenderingContext2D, picture: ProfilePicture, ratio: number): void {
  const { view, size, ink, faint } = picture;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.font = '12px "Inter Variable", sans-serif';
  context.lineWidth = 1;
  const right = size.width - MARGIN.right;
  const bottom = size.height - MARGIN.bottom;
  const [firstAlong, lowest] = toPlace(view, size, [MARGIN.left, bottom]);
  const [lastAlong, highest] = toPlace(view, size, [right, MARGIN.top]);
  context.textAlign = "right";
  context.textBaseline = "middle";
  for (const height of ticks(lowest, highest, (bottom - MARGIN.top) * 2)) {
    const y = Math.round(toPixel(view, size, 0, height)[1]) + 0.5;
    line(context, faint, [MARGIN.left, y, right, y]);
    context.fillStyle = ink;
    context.fillText(label(height), MARGIN.left - 6, y);
  }
  context.textAlign = "center";
  context.textBaseline = "top";
  for (const along of ticks(firstAlong, lastAlong, right - MARGIN.left)) {
    const x = Math.round(toPixel(view, size, along, 0)[0]) + 0.5;
    line(context, faint, [x, MARGIN.top, x, bottom]);
    context.fillStyle = ink;
    context.fillText(label(along), x, bottom + 7);
  }
  line(context, ink, [MARGIN.left + 0.5, MARGIN.top, MARGIN.left + 0.5, bottom]);
  line(context, ink, [MARGIN.left, bottom + 0.5, right, bottom + 0.5]);
}

function line(
  context: CanvasRenderingContext2D,
  color: string,
  [x1, y1, x2, y2]: readonly [number, number, number, number],
): void {
  context.strokeStyle = color;
  context.beginPath();
  context.moveTo(x1, y1);
  context.lineTo(x2, y2);
  context.stroke();
}

interface Marks {
  readonly view: ProfileView;
  readonly size: Size;
  readonly cursor: number;
  readonly window: number;
  /** Places of points that are measured between. */
  readonly measured: readonly (readonly [along: number, height: number])[];
}

const MARK = "#ffc629";
const MARK_EDGE = "#12203a";

/** Draws the place that is looked at, its window, and what is measured. */
export function drawMarks(
  canvas: HTMLCanvasElement,
  { view, size, cursor, window, measured }: Marks,
): void {
  const context = canvas.getContext("2d");
  if (context === null || canvas.width === 0) return;
  const ratio = canvas.width / size.width;
  context.setTransform(ratio, 0, 0, ratio, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const bottom = size.height - MARGIN.bottom;
  const [left] = toPixel(view, size, cursor - window / 2, 0);
  const [right] = toPixel(view, size, cursor + window / 2, 0);
  context.fillStyle = "rgb(255 198 41 / 0.18)";
  context.fillRect(left, MARGIN.top, Math.max(2, right - left), bottom - MARGIN.top);
  const [x] = toPixel(view, size, cursor, 0);
  line(context, MARK_EDGE, [x - 1, MARGIN.top, x - 1, bottom]);
  line(context, MARK, [x, MARGIN.top, x, bottom]);
  const places = measured.map(([along, height]) => toPixel(view, size, along, height));
  context.lineWidth = 2;
  const [from, to] = places;
  if (from !== undefined && to !== undefined) {
    line(context, MARK_EDGE, [from[0], from[1] + 1, to[0], to[1] + 1]);
    line(context, MARK, [...from, ...to]);
  }
  for (const [px, py] of places) {
    context.fillStyle = MARK;
    context.strokeStyle = MARK_EDGE;
    context.beginPath();
    context.arc(px, py, 5, 0, 2 * Math.PI);
    context.fill();
    context.stroke();
  }
  context.lineWidth = 1;
}
