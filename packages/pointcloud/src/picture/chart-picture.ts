import { FAINT, GREY, INK, PAPER } from "./colors.ts";
import { type Color, Picture, textHeight, textWidth } from "./picture.ts";

const SCALE = 2;
const LEFT = 90;
const MARGIN = 14;

export interface ChartOptions {
  readonly title: string;
  readonly width: number;
  readonly height: number;
  readonly x: readonly [least: number, most: number];
  readonly y: readonly [least: number, most: number];
  readonly xLabel: string;
  readonly yLabel: string;
  readonly legend?: readonly { readonly color: Color; readonly label: string }[];
}

/** A chart's frame: pixels of a value along either axis. */
export interface ChartFrame {
  readonly picture: Picture;
  readonly x: (value: number) => number;
  readonly y: (value: number) => number;
}

/** Axes with grid, ticks at round values, labels and legend; the caller draws the data. */
export function chartPicture(options: ChartOptions): ChartFrame {
  const { width, height } = options;
  const picture = new Picture(width, height, PAPER);
  const legendTop = height - MARGIN - textHeight(SCALE);
  const box = {
    left: LEFT,
    top: MARGIN * 2 + textHeight(SCALE) * 2,
    right: width - MARGIN * 2,
    bottom: legendTop - textHeight(SCALE) * 2 - MARGIN,
  };
  const x = place(options.x, box.left, box.right);
  const y = place(options.y, box.bottom, box.top);
  picture.text(MARGIN, MARGIN, options.title, INK, SCALE);
  picture.text(MARGIN, MARGIN + textHeight(SCALE) + 4, options.yLabel, INK, SCALE);
  for (const tick of ticks(options.y, 6)) {
    picture.line([box.left, y(tick), box.right, y(tick)], FAINT);
    const label = String(tick);
    picture.text(box.left - 8 - textWidth(label, SCALE), y(tick) - 7, label, INK, SCALE);
  }
  for (const tick of ticks(options.x, 8)) {
    picture.line([x(tick), box.top, x(tick), box.bottom], FAINT);
    const label = String(tick);
    picture.text(x(tick) - textWidth(label, SCALE) / 2, box.bottom + 6, label, INK, SCALE);
  }
  const xWidth = textWidth(options.xLabel, SCALE);
  picture.text(box.right - xWidth, box.bottom + 8 + textHeight(SCALE), options.xLabel, INK, SCALE);
  picture.frame(box.left, box.top, box.right - box.left + 1, box.bottom - box.top + 1, GREY);
  let legendLeft = LEFT;
  for (const { color, label } of options.legend ?? []) {
    picture.rectangle(legendLeft, legendTop, 14, 14, color);
    picture.text(legendLeft + 20, legendTop, label, INK, SCALE);
    legendLeft += 40 + textWidth(label, SCALE);
  }
  picture.frame(0, 0, width, height, GREY);
  return { picture, x, y };
}

const place =
  ([least, most]: readonly [number, number], from: number, to: number) =>
  (value: number): number =>
    from + ((value - least) / (most - least || 1)) * (to - from);

/** Round values inside a range: multiples of 1, 2 or 5 times a power of ten, at most `most`. */
export function ticks([least, high]: readonly [number, number], most: number): number[] {
  const span = high - least;
  if (!(span > 0) || !Number.isFinite(span)) return [];
  const power = 10 ** Math.floor(Math.log10(span / most));
  const step = [1, 2, 5, 10].map((times) => times * power).find((s) => span / s <= most)!;
  const first = Math.ceil(least / step);
  const count = Math.floor(high / step) - first + 1;
  return Array.from({ length: count }, (_, n) => Number(((first + n) * step).toPrecision(12)));
}
