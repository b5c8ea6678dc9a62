import type { FrameState } from "ol/Map";
import Layer from "ol/layer/Layer";
import type { PlanGeometry } from "@swath/plan/model";
import { keepHitIndex } from "../hit.ts";
import type { MapLayer } from "../map-layer.ts";
import type {
  MadeIndex,
  PaintLayer,
  PaintRequest,
  Picture,
  ToPainter,
} from "../paint/paint-messages.ts";

/** How much larger than the map a picture is, so that panning shows drawn ground. */
const RATIO = 1.5;
/** How many times larger or smaller a picture is shown until the next one is there. */
const MOST_STRETCH = 8;

/** Dispatched once a geometry's features can be searched. */
export const INDEXED = "indexed";

const startWorker = (): Worker =>
  new Worker(new URL("../paint/painter.worker.ts", import.meta.url), { type: "module" });

/**
 * What the plan shows, as pictures that a worker paints: the page moves the last one with each frame
 * and orders the next where it no longer fits. One order is under way at a time.
 */
export class PictureLayer extends Layer {
  #worker: Worker | undefined;
  #layers: readonly MapLayer[] = [];
  #coast: PlanGeometry | undefined;
  readonly #element = document.createElement("div");
  readonly #canvas = document.createElement("canvas");
  readonly #context = this.#canvas.getContext("bitmaprenderer");
  /** Geometries by the number under which the painter got them. */
  readonly #counting: WeakRef<PlanGeometry>[] = [];
  readonly #sent = new Map<string, PlanGeometry>();
  #version = 0;
  #dark = false;
  #coastShown = false;
  #shown: PaintRequest | undefined;
  #arrived: Picture | undefined;
  #ordered = false;

  constructor() {
    super({});
    this.#element.className = "swath-picture";
    Object.assign(this.#element.style, { position: "absolute", inset: "0", overflow: "hidden" });
    Object.assign(this.#canvas.style, { position: "absolute", transformOrigin: "0 0" });
    this.#element.append(this.#canvas);
  }

  /** Begins to paint; {@link stop} ends it. */
  start(): void {
    this.#worker = startWorker();
    this.#worker.addEventListener("message", ({ data }: MessageEvent<Picture | MadeIndex>) => {
      if (data.kind === "picture") this.#take(data);
      else this.#keepIndex(data);
    });
    if (this.#coast !== undefined) this.setCoast(this.#coast);
    this.setLayers(this.#layers);
  }

  stop(): void {
    this.#worker?.terminate();
    this.#worker = undefined;
    this.#ordered = false;
    this.#sent.clear();
  }

  setLayers(layers: readonly MapLayer[]): void {
    this.#layers = layers;
    if (this.#worker === undefined) return;
    const sent = new Set(this.#sent.keys());
    const told = layers.map((layer): PaintLayer => {
      const { id, geometry, look = "plan", visible = true, opacity = 1, colours, flags } = layer;
      const known = this.#sent.get(id) === geometry;
      this.#sent.set(id, geometry);
      sent.delete(id);
      // Folders are not drawn, and long to copy.
      const needed = known ? undefined : this.#counted({ ...geometry, folders: [] }, geometry);
      return { id, geometry: needed, look, visible, opacity, colours, flags };
    });
    for (const id of sent) this.#sent.delete(id);
    this.#tell({ kind: "layers", layers: told });
    this.#paintAnew();
  }

  setDark(dark: boolean): void {
    this.#dark = dark;
    this.#paintAnew();
  }

  setCoast(geometry: PlanGeometry): void {
    this.#coast = geometry;
    this.#tell({ kind: "coast", geometry });
    this.#paintAnew();
  }

  showCoast(shown: boolean): void {
    if (this.#coastShown === shown) return;
    this.#coastShown = shown;
    this.#paintAnew();
  }

  override render(frame: FrameState): HTMLElement {
    if (this.#arrived !== undefined) this.#show(this.#arrived);
    const wanted = this.#wanted(frame);
    if (this.#worker !== undefined && !this.#ordered && !this.#fits(frame)) {
      this.#ordered = true;
      this.#tell({ kind: "paint", request: wanted });
    }
    this.#place(frame);
    return this.#element;
  }

  #tell(message: ToPainter): void {
    this.#worker?.postMessage(message);
  }

  #counted(of: PlanGeometry, whole: PlanGeometry) {
    const serial = this.#counting.push(new WeakRef(whole)) - 1;
    return { serial, of };
  }

  #take(picture: Picture): void {
    this.#ordered = false;
    this.#arrived?.bitmap.close();
    this.#arrived = picture;
    this.changed();
  }

  #keepIndex({ serial, index }: MadeIndex): void {
    const geometry = this.#counting[serial]?.deref();
    if (geometry === undefined) return;
    keepHitIndex({ geometry, ...index });
    this.dispatchEvent(INDEXED);
  }

  #paintAnew(): void {
    this.#version += 1;
    this.changed();
  }

  #show({ request, bitmap }: Picture): void {
    const { width, height } = request;
    this.#canvas.width = bitmap.width;
    this.#canvas.height = bitmap.height;
    Object.assign(this.#canvas.style, { width: `${width}px`, height: `${height}px` });
    this.#context?.transferFromImageBitmap(bitmap);
    this.#shown = request;
    this.#arrived = undefined;
  }

  #wanted({ viewState, size, pixelRatio }: FrameState): PaintRequest {
    const [width = 0, height = 0] = size.map((pixels) => Math.ceil(pixels * RATIO));
    const [x = 0, y = 0] = viewState.center;
    const { resolution } = viewState;
    const left = x - (width / 2) * resolution;
    const top = y + (height / 2) * resolution;
    const [version, dark, coast] = [this.#version, this.#dark, this.#coastShown];
    return { left, top, resolution, width, height, pixelRatio, version, dark, coast };
  }

  /** Whether the shown picture is of this resolution and contents and covers the map. */
  #fits({ viewState, size, pixelRatio }: FrameState): boolean {
    const shown = this.#shown;
    if (shown === undefined || shown.version !== this.#version) return false;
    if (shown.resolution !== viewState.resolution || shown.pixelRatio !== pixelRatio) return false;
    const [x = 0, y = 0] = viewState.center;
    const [width = 0, height = 0] = size;
    const left = (x - shown.left) / shown.resolution - width / 2;
    const top = (shown.top - y) / shown.resolution - height / 2;
    const [spareX, spareY] = [shown.width - width, shown.height - height];
    return left >= 0 && top >= 0 && left <= spareX && top <= spareY;
  }

  #place({ viewState, size }: FrameState): void {
    const shown = this.#shown;
    if (shown === undefined) return;
    const [x = 0, y = 0] = viewState.center;
    const [width = 0, height = 0] = size;
    const scale = shown.resolution / viewState.resolution;
    // Stretched that far, or in the other look, the last picture shows nothing of use.
    const isUseful = scale < MOST_STRETCH && scale > 1 / MOST_STRETCH && shown.dark === this.#dark;
    this.#canvas.style.visibility = isUseful ? "visible" : "hidden";
    const left = width / 2 + (shown.left - x) / viewState.resolution;
    const top = height / 2 - (shown.top - y) / viewState.resolution;
    this.#canvas.style.transform = `translate(${left}px, ${top}px) scale(${scale})`;
  }
}
