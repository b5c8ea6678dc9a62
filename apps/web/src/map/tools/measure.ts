import type MapBrowserEvent from "ol/MapBrowserEvent";
import Interaction from "ol/interaction/Interaction";
import type { Sketch } from "../engine/sketch-layer.ts";

export interface Measured {
  /** EPSG:3857, x and y in turn. */
  readonly corners: readonly number[];
  /** Where the pointer is; undefined where it is off the map. */
  readonly pointer: readonly [number, number] | undefined;
}

const NOTHING_MEASURED: Measured = { corners: [], pointer: undefined };

/** Puts a corner with each click and follows the pointer. */
export class MeasureInteraction extends Interaction {
  #measured = NOTHING_MEASURED;
  #heard: () => void = () => undefined;

  readonly subscribe = (heard: () => void): (() => void) => {
    this.#heard = heard;
    return () => {
      this.#heard = () => undefined;
    };
  };
  readonly measured = (): Measured => this.#measured;

  override handleEvent(event: MapBrowserEvent): boolean {
    const [x = 0, y = 0] = event.coordinate;
    if (event.type === "click") this.addCorner(x, y);
    if (event.type === "pointermove") this.#change({ ...this.#measured, pointer: [x, y] });
    // The second click of two is a corner too, and no zoom.
    return event.type !== "dblclick";
  }

  addCorner(x: number, y: number): void {
    this.#change({ ...this.#measured, corners: [...this.#measured.corners, x, y] });
  }

  undoCorner(): void {
    this.#change({ ...this.#measured, corners: this.#measured.corners.slice(0, -2) });
  }

  clear(): void {
    this.#change(NOTHING_MEASURED);
  }

  #change(measured: Measured): void {
    this.#measured = measured;
    this.#heard();
  }
}

/** Draws what is measured: its corners, and a thin line to the pointer. */
export function measureSketch({ corners, pointer }: Measured): Sketch {
  return ({ context, place }) => {
    const pixels: [number, number][] = [];
    for (let at = 0; at + 1 < corners.length; at += 2)
      pixels.push(place(corners[at]!, corners[at + 1]!));
    context.beginPath();
    for (const pixel of pixels) context.lineTo(...pixel);
    if (pointer !== undefined && pixels.length > 0) context.lineTo(...place(...pointer));
    context.fillStyle = "rgb(255 198 41 / 0.15)";
    if (pixels.length > 2) context.fill();
    for (const [width, colour] of [
      [5, "#12203a"],
      [2.5, "#ffc629"],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.stroke();
    }
    context.fillStyle = "#ffc629";
    context.strokeStyle = "#12203a";
    context.lineWidth = 1.5;
    for (const [x, y] of pixels) {
      context.beginPath();
      context.arc(x, y, 4, 0, 2 * Math.PI);
      context.fill();
      context.stroke();
    }
  };
}

/** Where the keyboard puts a corner: the middle of the map. */
export const crosshair: Sketch = ({ context, width, height }) => {
  const [x, y] = [width / 2, height / 2];
  for (const [lineWidth, colour] of [
    [4, "#ffffff"],
    [1.5, "#12203a"],
  ] as const) {
    context.lineWidth = lineWidth;
    context.strokeStyle = colour;
    context.beginPath();
    context.moveTo(x - 10, y);
    context.lineTo(x + 10, y);
    context.moveTo(x, y - 10);
    context.lineTo(x, y + 10);
    context.stroke();
  }
};
