import { type Color, type Paint, STYLE } from "./colors.ts";

/** Cells of a raster by the numbers of their colours; those that let the ground through come first. */
export interface Pixels {
  readonly width: number;
  readonly height: number;
  readonly data: Uint8Array;
  /** Red, green, blue and how opaque, 0 to 255 each. */
  readonly palette: readonly (readonly [number, number, number, number])[];
}

/** The address of a raster as a PNG: `data:image/png;base64,…`. */
export type PixelsAddress = (pixels: Pixels) => string;

interface TextStyle {
  readonly anchor?: "start" | "middle" | "end";
  readonly bold?: boolean;
}

interface Box {
  readonly left: number;
  readonly top: number;
  readonly width: number;
  readonly height: number;
}

/** Height of letters and from one line to the next, px. */
const LETTERS = 14;
export const LINE_HEIGHT = 20;
/** Widest mean of a text's letters in the fonts of {@link STYLE}, of their height. */
const LETTER_WIDTH = 0.65;

/** Width of a text at most, px: what draws it has the font, this has not. */
export const textWidth = (text: string): number =>
  Math.ceil(Array.from(text).length * LETTERS * LETTER_WIDTH);

/**
 * A picture as SVG: text, lines and surfaces by places in pixels, rasters as PNG inside. Its paper and
 * ink are light or dark as the page or the system that shows it; it loads nothing and runs nothing.
 */
export class Picture {
  readonly width: number;
  readonly height: number;
  readonly #title: string;
  readonly #parts: (string | { readonly box: Box; readonly pixels: Pixels })[] = [];

  constructor(width: number, height: number, title: string) {
    this.#title = title;
    this.width = Math.ceil(width);
    this.height = Math.ceil(height);
  }

  rectangle(x: number, y: number, width: number, height: number, paint: Paint): void {
    if (![x, y, width, height].every(Number.isFinite)) return;
    this.#parts.push(`<path d="M${tenth(x)} ${tenth(y)}${boxed(width, height)}" ${fill(paint)}/>`);
  }

  /** The edge of a rectangle, 1 px wide and inside it. */
  frame(x: number, y: number, width: number, height: number, paint: Paint): void {
    const corner = `M${tenth(x + 0.5)} ${tenth(y + 0.5)}`;
    this.#parts.push(`<path d="${corner}${boxed(width - 1, height - 1)}" ${stroke(paint, 1)}/>`);
  }

  /** A line through places x and y in turn, `thick` pixels wide; broken where a place is none. */
  line(places: ArrayLike<number>, paint: Paint, thick = 1): void {
    const d = pathOf(places);
    if (d !== "") this.#parts.push(`<path d="${d}" ${stroke(paint, thick)}/>`);
  }

  /** Squares of a side about places x and y in turn, each pixel's once. */
  dots(places: ArrayLike<number>, paint: Paint, side: number): void {
    const drawn = new Set<string>();
    let d = "";
    let [lastX, lastY] = [0, 0];
    for (let n = 0; n + 1 < places.length; n += 2) {
      const [x, y] = [Math.round(places[n]!), Math.round(places[n + 1]!)];
      if (!Number.isFinite(x) || !Number.isFinite(y) || drawn.has(`${x} ${y}`)) continue;
      drawn.add(`${x} ${y}`);
      d += `m${pair(x - lastX, y - lastY)}h0`;
      [lastX, lastY] = [x, y];
    }
    if (d !== "")
      this.#parts.push(`<path d="${d}" stroke-linecap="square" ${stroke(paint, side)}/>`);
  }

  /** A text on its base line, which x begins, halves or ends. */
  text(
    x: number,
    y: number,
    text: string,
    { anchor = "start", bold = false }: TextStyle = {},
  ): void {
    const where = anchor === "start" ? "" : ` text-anchor="${anchor}"`;
    const look = `${where}${bold ? ' class="bold"' : ""}`;
    this.#parts.push(`<text x="${tenth(x)}" y="${tenth(y)}"${look}>${escapeXml(text)}</text>`);
  }

  /** A raster over a box, its cells crisp at any size. */
  raster(box: Box, pixels: Pixels): void {
    this.#parts.push({ box, pixels });
  }

  /** The whole file. */
  svg(addressOf: PixelsAddress): string {
    const { width, height } = this;
    const parts = this.#parts.map((part) =>
      typeof part === "string" ? part : imageOf(part.box, addressOf(part.pixels)),
    );
    return `<svg xmlns="http://www.w3.org/2000/svg" width="${width}" height="${height}" viewBox="0 0 ${width} ${height}">
<title>${escapeXml(this.#title)}</title>
<style>${STYLE}</style>
<path class="paper" d="M0 0${boxed(width, height)}"/>
${parts.join("\n")}
</svg>
`;
  }
}

const imageOf = ({ left, top, width, height }: Box, address: string): string =>
  `<image x="${tenth(left)}" y="${tenth(top)}" width="${tenth(width)}" height="${tenth(height)}" preserveAspectRatio="none" href="${escapeXml(address)}"/>`;

const tenth = (value: number): number => Math.round(value * 10) / 10 + 0;

const boxed = (width: number, height: number): string =>
  `h${tenth(width)}v${tenth(height)}h${tenth(-width)}z`;

const fill = (paint: Paint): string =>
  typeof paint === "string" ? `class="${paint}"` : `fill="${colorOf(paint)}"`;

const stroke = (paint: Paint, width: number): string =>
  typeof paint === "string"
    ? `class="${paint}-line" stroke-width="${width}"`
    : `fill="none" stroke="${colorOf(paint)}" stroke-width="${width}"`;

const colorOf = ([red, green, blue, opaque = 1]: Color): string =>
  opaque === 1 ? `rgb(${red},${green},${blue})` : `rgba(${red},${green},${blue},${opaque})`;

/** Two numbers as a path has them, with no more between them than is needed. */
const pair = (x: number, y: number): string => `${x}${y < 0 ? "" : " "}${y}`;

type Point = readonly [x: number, y: number];

/**
 * A line as a path, broken where a place is none. Of what follows each other in a column of half a pixel
 * the first, the lowest, the highest and the last are kept: what is drawn is the same.
 */
function pathOf(places: ArrayLike<number>): string {
  let d = "";
  let column: Point[] = [];
  let goesOn = false;
  const flush = (): void => {
    for (const [x, y] of endsOf(column)) {
      d += `${goesOn ? "L" : "M"}${pair(tenth(x), tenth(y))}`;
      goesOn = true;
    }
    column = [];
  };
  for (let n = 0; n + 1 < places.length; n += 2) {
    const [x, y] = [places[n]!, places[n + 1]!];
    const isPlace = Number.isFinite(x) && Number.isFinite(y);
    const [last] = column;
    if (!isPlace || (last !== undefined && Math.floor(2 * last[0]) !== Math.floor(2 * x))) flush();
    if (isPlace) column.push([x, y]);
    else goesOn = false;
  }
  flush();
  return d;
}

/** The first, the lowest, the highest and the last of some points, in their order. */
function endsOf(points: readonly Point[]): readonly Point[] {
  if (points.length <= 2) return points;
  let [low, high] = [0, 0];
  for (const [at, [, y]] of points.entries()) {
    if (y < points[low]![1]) low = at;
    if (y > points[high]![1]) high = at;
  }
  const kept = new Set([0, low, high, points.length - 1]);
  return points.filter((_, at) => kept.has(at));
}

/** What XML 1.0 (2.2) has no letter for: most control characters, halves of pairs. */
const NO_LETTER = /[^\t\n\r\u{20}-\u{D7FF}\u{E000}-\u{FFFD}\u{10000}-\u{10FFFF}]/gu;

const NAMES: Readonly<Record<string, string>> = {
  "&": "&amp;",
  "<": "&lt;",
  ">": "&gt;",
  '"': "&quot;",
  "'": "&#39;",
};

/** A text as it stands in an element or an attribute of XML or HTML. */
export const escapeXml = (text: string): string =>
  text.replaceAll(NO_LETTER, "\u{FFFD}").replaceAll(/[&<>"']/g, (letter) => NAMES[letter]!);
