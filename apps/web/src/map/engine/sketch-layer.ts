import type { FrameState } from "ol/Map";
import Layer from "ol/layer/Layer";

/** Draws in CSS pixels; `place` tells where a position of EPSG:3857 is. */
export interface SketchPen {
  readonly context: CanvasRenderingContext2D;
  readonly width: number;
  readonly height: number;
  readonly resolution: number;
  readonly center: readonly [number, number];
  readonly place: (x: number, y: number) => [number, number];
}
export type Sketch = (pen: SketchPen) => void;

/** The few things that are drawn with each frame: what is pointed at, the lasso, measuring, the grid. */
export class SketchLayer extends Layer {
  readonly #canvas = document.createElement("canvas");
  readonly #context = this.#canvas.getContext("2d")!;
  readonly #sketches = new Map<string, Sketch>();

  constructor() {
    super({});
    this.#canvas.className = "swath-sketch";
    Object.assign(this.#canvas.style, { position: "absolute", inset: "0", pointerEvents: "none" });
  }

  /** Draws a sketch from now on, in place of that of the same name; undefined takes it away. */
  draw(name: string, sketch: Sketch | undefined): void {
    if (sketch === undefined && !this.#sketches.has(name)) return;
    if (sketch === undefined) this.#sketches.delete(name);
    else this.#sketches.set(name, sketch);
    this.changed();
  }

  override render(frame: FrameState): HTMLElement | null {
    if (this.#sketches.size === 0) return null;
    const { size, pixelRatio, viewState } = frame;
    const [width = 0, height = 0] = size;
    this.#resize(width, height, pixelRatio);
    const [x0 = 0, y0 = 0] = viewState.center;
    const { resolution } = viewState;
    const pen: SketchPen = {
      context: this.#context,
      width,
      height,
      resolution,
      center: [x0, y0],
      place: (x, y) => [width / 2 + (x - x0) / resolution, height / 2 - (y - y0) / resolution],
    };
    for (const sketch of this.#sketches.values()) {
      this.#context.save();
      sketch(pen);
      this.#context.restore();
    }
    return this.#canvas;
  }

  #resize(width: number, height: number, pixelRatio: number): void {
    const [across, down] = [Math.round(width * pixelRatio), Math.round(height * pixelRatio)];
    if (this.#canvas.width !== across || this.#canvas.height !== down) {
      this.#canvas.width = across;
      this.#canvas.height = down;
      Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` });
    }
    this.#context.setTransform(pixelRatio, 0, 0, pixelRatio, 0, 0);
    this.#context.clearRect(0, 0, width, height);
  }
}
