import type { FrameState } from "ol/Map";
import Layer from "ol/layer/Layer";
import type { MapRaster, PaintRaster, RasterView } from "../map-layer.ts";

/** How much larger than the map a picture is, so that panning shows drawn ground. */
const RATIO = 1.2;
/** How many times larger or smaller a picture is shown until the next one is there. */
const MOST_STRETCH = 16;
/** More pixels would take longer than a reader waits. */
const MOST_PIXELS = 4_200_000;
/** How long the map rests before a picture is ordered. */
const REST_MS = 80;

interface Order {
  readonly view: RasterView;
  readonly controller: AbortController;
}

const isSame = (one: RasterView, other: RasterView): boolean =>
  (Object.keys(one) as (keyof RasterView)[]).every((name) => one[name] === other[name]);

/**
 * A raster as pictures that somebody else paints: the page moves the last one with each frame, and orders the
 * next once the map rests where it no longer fits. An order that no longer fits is cancelled.
 */
export class RasterLayer extends Layer {
  readonly paint: PaintRaster;
  readonly #element = document.createElement("div");
  readonly #canvas = document.createElement("canvas");
  readonly #context = this.#canvas.getContext("bitmaprenderer");
  #shown: RasterView | undefined;
  #isBlank = true;
  #order: Order | undefined;
  #waiting:
    | { readonly view: RasterView; readonly timer: ReturnType<typeof setTimeout> }
    | undefined;

  constructor(paint: PaintRaster) {
    super({});
    this.paint = paint;
    this.#element.className = "swath-raster";
    Object.assign(this.#element.style, { position: "absolute", inset: "0", overflow: "hidden" });
    Object.assign(this.#canvas.style, {
      position: "absolute",
      transformOrigin: "0 0",
      imageRendering: "pixelated",
    });
    this.#element.append(this.#canvas);
  }

  /** How it is shown; `divide` is the share of the map's width at which a left side ends. */
  look({ opacity, side }: MapRaster, divide: number): void {
    const cut = {
      left: `inset(0 ${(1 - divide) * 100}% 0 0)`,
      right: `inset(0 0 0 ${divide * 100}%)`,
    };
    this.#element.style.opacity = String(opacity);
    this.#element.style.clipPath = side === undefined ? "" : cut[side];
  }

  /** Ends whatever is being painted. */
  stop(): void {
    clearTimeout(this.#waiting?.timer);
    this.#waiting = undefined;
    this.#order?.controller.abort();
    this.#order = undefined;
  }

  override render(frame: FrameState): HTMLElement {
    if (!this.#covers(this.#shown, frame)) this.#ask(frame);
    this.#place(frame);
    return this.#element;
  }

  #ask(frame: FrameState): void {
    if (this.#covers(this.#order?.view, frame)) return;
    this.#order?.controller.abort();
    this.#order = undefined;
    const view = this.#wanted(frame);
    if (this.#waiting !== undefined && isSame(this.#waiting.view, view)) return;
    clearTimeout(this.#waiting?.timer);
    this.#waiting = { view, timer: setTimeout(() => void this.#paint(view), REST_MS) };
  }

  async #paint(view: RasterView): Promise<void> {
    this.#waiting = undefined;
    const controller = new AbortController();
    const order = { view, controller };
    this.#order = order;
    // What cannot be painted is told by the painter: there is nothing of it to be seen.
    const bitmap = await this.paint(view, controller.signal).catch(() => undefined);
    if (this.#order !== order) {
      bitmap?.close();
      return;
    }
    this.#order = undefined;
    this.#show(view, bitmap);
    this.changed();
  }

  #show(view: RasterView, bitmap: ImageBitmap | undefined): void {
    this.#shown = view;
    this.#isBlank = bitmap === undefined;
    if (bitmap === undefined) return;
    this.#canvas.width = bitmap.width;
    this.#canvas.height = bitmap.height;
    this.#context?.transferFromImageBitmap(bitmap);
  }

  #wanted({ viewState, size, pixelRatio }: FrameState): RasterView {
    const [across = 0, down = 0] = size.map((pixels) => Math.ceil(pixels * RATIO));
    const fine = Math.min(pixelRatio, Math.sqrt(MOST_PIXELS / Math.max(1, across * down)));
    const resolution = viewState.resolution / fine;
    const [x = 0, y = 0] = viewState.center;
    const [width, height] = [Math.ceil(across * fine), Math.ceil(down * fine)];
    const [left, top] = [x - (width / 2) * resolution, y + (height / 2) * resolution];
    return { left, top, resolution, width, height, mapResolution: viewState.resolution };
  }

  /** Whether a picture is of this resolution and covers the map. */
  #covers(view: RasterView | undefined, { viewState, size }: FrameState): boolean {
    if (view === undefined || view.mapResolution !== viewState.resolution) return false;
    const [x = 0, y = 0] = viewState.center;
    const [width, height] = size.map((pixels) => (pixels / 2) * viewState.resolution) as [
      number,
      number,
    ];
    return (
      view.left <= x - width &&
      view.top >= y + height &&
      view.left + view.width * view.resolution >= x + width &&
      view.top - view.height * view.resolution <= y - height
    );
  }

  #place({ viewState, size }: FrameState): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const [x = 0, y = 0] = viewState.center;
    const [width = 0, height = 0] = size;
    const scale = shown.resolution / viewState.resolution;
    const stretch = shown.mapResolution / viewState.resolution;
    const isUseful = !this.#isBlank && stretch < MOST_STRETCH && stretch > 1 / MOST_STRETCH;
    this.#canvas.style.visibility = isUseful ? "visible" : "hidden";
    const left = width / 2 + (shown.left - x) / viewState.resolution;
    const top = height / 2 - (shown.top - y) / viewState.resolution;
    this.#canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }
}
