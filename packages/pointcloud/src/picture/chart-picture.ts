import type { Paint } from "./colors.ts";
import { LINE_HEIGHT, Picture, textWidth } from "./picture.ts";

const LEFT = 76;
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
  readonly legend?: readonly { readonly color: Paint; readonly label: string }[];
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
  const picture = new Picture(width, height, options.title);
  const legendBase = height - MARGIN;
  const box = {
    left: LEFT,
    top: MARGIN * 2 + LINE_HEIGHT * 2,
    right: width - (options.right === undefined ? MARGIN * 2 : LEFT),
    bottom: legendBase - LINE_HEIGHT * 3 - MARGIN,
  };
  const [xRange, yRange] =
    options.sameScale === true ? toOneScale(options, box) : [options.x, options.y];
  const x = place(xRange, box.left, box.right);
  const y = place(yRange, box.bottom, box.top);
  const right = place(options.right?.range ?? yRange, box.bottom, box.top);
  picture.text(MARGIN, MARGIN + LINE_HEIGHT, options.title, { bold: true });
  picture.text(MARGIN, MARGIN + LINE_HEIGHT * 2, options.yLabel);
  for (const tick of ticks(yRange, 6)) {
    picture.line([box.left, y(tick), box.right, y(tick)], "faint");
    picture.text(box.left - 8, y(tick) + 5, String(tick), { anchor: "end" });
  }
  for (const tick of ticks(xRange, 8)) {
    picture.line([x(tick), box.top, x(tick), box.bottom], "faint");
    picture.text(x(tick), box.bottom + LINE_HEIGHT, String(tick), { anchor: "middle" });
  }
  picture.text(box.right, box.bottom + LINE_HEIGHT * 2, options.xLabel, { anchor: "end" });
  picture.frame(box.left, box.top, box.right - box.left, box.bottom - box.top, "grey");
  if (options.right !== undefined) {
    const { range, label } = options.right;
    picture.text(width - MARGIN, MARGIN + LINE_HEIGHT * 2, label, { anchor: "end" });
    for (const tick of ticks(range, 6)) {
      picture.line([box.right, right(tick), box.right + 5, right(tick)], "grey");
      picture.text(box.right + 9, right(tick) + 5, String(tick));
    }
  }
  let legendLeft = LEFT;
  for (const { color, label } of options.legend ?? []) {
    picture.rectangle(legendLeft, legendBase - 12, 14, 14, color);
    picture.frame(legendLeft, legendBase - 12, 14, 14, "grey");
    picture.text(legendLeft + 20, legendBase, label);
    legendLeft += 36 + textWidth(label);
  }
  picture.frame(0, 0, width, height, "grey");
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
