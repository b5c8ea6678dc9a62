import { LETTER_HEIGHT, LETTER_WIDTH, letterColumns } from "./letters.ts";

/** Red, green, blue, 0 to 255. */
export type Color = readonly [red: number, green: number, blue: number];

/** A picture on a ground of its own, so that it reads on light and on dark pages; places in pixels. */
export class Picture {
  readonly width: number;
  readonly height: number;
  /** Red, green, blue of each pixel, row by row. */
  readonly pixels: Uint8Array;

  constructor(width: number, height: number, ground: Color) {
    this.width = width;
    this.height = height;
    this.pixels = new Uint8Array(width * height * 3);
    for (let at = 0; at < this.pixels.length; at++) this.pixels[at] = ground[at % 3]!;
  }

  dot(x: number, y: number, color: Color): void {
    if (!(x >= 0 && y >= 0 && x < this.width && y < this.height)) return;
    this.pixels.set(color, (Math.floor(y) * this.width + Math.floor(x)) * 3);
  }

  rectangle(x: number, y: number, width: number, height: number, color: Color): void {
    const [left, right] = [Math.max(0, Math.round(x)), Math.min(this.width, Math.round(x + width))];
    for (let row = Math.max(0, Math.round(y)); row < Math.min(this.height, y + height); row++)
      for (let column = left; column < right; column++) this.dot(column, row, color);
  }

  frame(x: number, y: number, width: number, height: number, color: Color): void {
    this.rectangle(x, y, width, 1, color);
    this.rectangle(x, y + height - 1, width, 1, color);
    this.rectangle(x, y, 1, height, color);
    this.rectangle(x + width - 1, y, 1, height, color);
  }

  /** A line through places x and y in turn, `thick` pixels wide. */
  line(places: ArrayLike<number>, color: Color, thick = 1): void {
    for (let n = 2; n + 1 < places.length; n += 2)
      this.#segment(places[n - 2]!, places[n - 1]!, places[n]!, places[n + 1]!, color, thick);
  }

  #segment(x: number, y: number, toX: number, toY: number, color: Color, thick: number): void {
    const reach = this.width + this.height;
    const steps = Math.max(Math.abs(toX - x), Math.abs(toY - y));
    // Lines far outside are none of the picture's; NaN ends here too.
    if (!(steps <= 16 * reach)) return;
    const half = (thick - 1) / 2;
    for (let step = 0; step <= steps; step++) {
      const along = steps === 0 ? 0 : step / steps;
      const [px, py] = [x + (toX - x) * along - half, y + (toY - y) * along - half];
      if (thick === 1) this.dot(px, py, color);
      else this.rectangle(px, py, thick, thick, color);
    }
  }

  /** Text with its left upper corner at (x, y), each dot of a letter `scale` pixels. */
  text(x: number, y: number, text: string, color: Color, scale = 1): void {
    for (const [n, letter] of Array.from(text).entries())
      for (const [column, dots] of letterColumns(letter).entries())
        for (let row = 0; row < 8; row++)
          if ((dots >> row) & 1)
            this.rectangle(
              x + (n * LETTER_WIDTH + column) * scale,
              y + row * scale,
              scale,
              scale,
              color,
            );
  }
}

/** Width of a text, px. */
export const textWidth = (text: string, scale = 1): number =>
  Math.max(0, Array.from(text).length * LETTER_WIDTH - 1) * scale;

/** Height of a line of text with the space to the next, px. */
export const textHeight = (scale = 1): number => LETTER_HEIGHT * scale;
