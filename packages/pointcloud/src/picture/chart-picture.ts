import { FAINT, GREY, INK, PAPER } from "./colors.ts";
import { type Color, Picture, textHeight, textWidth } from "./picture.ts";

const SCALE = 2;
const LEFT = 90;
const MARGIN = 14;

type Range = readonly [least: number, most: number];

export interface ChartOptions {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly x: Range;
  readonly y: Range;
  readonly xLabel: string;
  readonly yLabel: string;
  /** Whether x and y are drawn to one scale, the shorter range widened. */
  readonly sameScale?: boolean;
  /** A second scale of y, at the right. */
  readonly right?: { readonly range: Range; readonly label: string };
  readonly legend?: readonly { readonly color: Color; readonly label: string }[];
}

/** A chart's frame: pixels of a value along either axis. */
export interface ChartFrame {
  readonly picture: Picture;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
  readonly right: (value: number) => number;
}

/** Axes with grid, ticks at round values, labels and legend; the caller draws the data. */
export function chartPicture(options: ChartOptions): ChartFrame {
  const { width, height } = options;
  const picture = new Picture(width, height, PAPER);
  const legendTop = height - MARGIN - textHeight(SCALE);
  const box = {
    left: LEFT,
    top: MARGIN * 2 + textHeight(SCALE) * 2,
    right: width - (options.right === undefined ? MARGIN * 2 : LEFT),
    bottom: legendTop - textHeight(SCALE) * 2 - MARGIN,
  };
  const [xRange, yRange] =
    options.sameScale === true ? toOneScale(options, box) : [options.x, options.y];
  const x = place(xRange, box.left, box.right);
  const y = place(yRange, box.bottom, box.top);
  const right = place(options.right?.range ?? yRange, box.bottom, box.top);
  picture.text(MARGIN, MARGIN, options.title, INK, SCALE);
  picture.text(MARGIN, MARGIN + textHeight(SCALE) + 4, options.yLabel, INK, SCALE);
  for (const tick of ticks(yRange, 6)) {
    picture.line([box.left, y(tick), box.right, y(tick)], FAINT);
    const label = String(tick);
    picture.text(box.left - 8 - textWidth(label, SCALE), y(tick) - 7, label, INK, SCALE);
  }
  for (const tick of ticks(xRange, 8)) {
    picture.line([x(tick), box.top, x(tick), box.bottom], FAINT);
    const label = String(tick);
    picture.text(x(tick) - textWidth(label, SCALE) / 2, box.bottom + 6, label, INK, SCALE);
  }
  const xWidth = textWidth(options.xLabel, SCALE);
  picture.text(box.right - xWidth, box.bottom + 8 + textHeight(SCALE), options.xLabel, INK, SCALE);
  picture.frame(box.left, box.top, box.right - box.left + 1, box.bottom - box.top + 1, GREY);
  if (options.right !== undefined) {
    const { range, label } = options.right;
    const left = width - MARGIN - textWidth(label, SCALE);
    picture.text(left, MARGIN + textHeight(SCALE) + 4, label, INK, SCALE);
    for (const tick of ticks(range, 6)) {
      picture.line([box.right, right(tick), box.right + 5, right(tick)], GREY);
      picture.text(box.right + 9, right(tick) - 7, String(tick), INK, SCALE);
    }
  }
  let legendLeft = LEFT;
  for (const { color, label } of options.legend ?? []) {
    picture.rectangle(legendLeft, legendTop, 14, 14, color);
    picture.text(legendLeft + 20, legendTop, label, INK, SCALE);
    legendLeft += 40 + textWidth(label, SCALE);
  }
  picture.frame(0, 0, width, height, GREY);
  return { picture, x, y, right };
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

function toOneScale({ x, y }: Pick<ChartOptions, "x" | "y">, box: Box): [Range, Range] {
  const [across, down] = [box.right - box.left, box.bottom - box.top];
  const pixel = Math.max((x[1] - x[0]) / across, (y[1] - y[0]) / down);
  return [around(x, pixel * across), around(y, pixel * down)];
}

/** A range of a width about the middle of another. */
function around([least, most]: Range, span: number): Range {
  const middle = (least + most) / 2;
  return [middle - span / 2, middle + span / 2];
}

const place =
  ([least, most]: Range, from: number, to: number) =>
  (value: number): number =>
    from + ((value - least) / (most - least || 1)) * (to - from);

/** Round values inside a range: multiples of 1, 2 or 5 times a power of ten, at most `most`. */
export function ticks([least, high]: Range, most: number): number[] {
  const span = high - least;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((times) => times * power).find((s) => span / s <= most)!;
  const first = Math.ceil(least / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}
