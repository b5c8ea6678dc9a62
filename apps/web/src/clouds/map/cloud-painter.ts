import type { MapView } from "../choose/map-view.ts";
import type { ColoredNode } from "../look/colored-nodes.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { newCanvas, paintNode, pointSizes } from "./paint-node.ts";

/** Time that painting may take of a frame, ms. */
const SLICE_MS = 8;

interface Picture {
  readonly view: MapView;
  readonly image: ImageBitmap | OffscreenCanvas;
}

/**
 * Paints points on a canvas, some of them in each frame, so that the page never waits. Until the new picture
 * is complete the last one is moved to where it belongs.
 */
export class CloudPainter {
  readonly #canvas: HTMLCanvasElement;
  #frame = 0;
  #last: Picture | undefined;

  constructor(canvas: HTMLCanvasElement) {
    this.#canvas = canvas;
  }

  /** Begins a picture; the one under way is given up. `nodeOf` gives a node its colours when it is its turn. */
  draw<Node extends LoadedNode>(
    view: MapView,
    nodes: readonly Node[],
    nodeOf: (node: Node) => ColoredNode,
  ): void {
    cancelAnimationFrame(this.#frame);
    const { width, height } = this.#canvas;
    const context = this.#canvas.getContext("2d");
    if (context === null || width === 0 || height === 0) return;
    this.#moveLast(context, view);
    const image = new ImageData(width, height);
    const canvas = newCanvas(width, height, new Uint32Array(image.data.buffer));
    const ratio = devicePixelRatio;
    const scaled = { ...view, scale: view.scale / ratio };
    let next = 0;
    const sizeOf = pointSizes(nodes, scaled.scale);
    const slice = (): void => {
      const until = performance.now() + SLICE_MS;
      while (next < nodes.length && (next === 0 || performance.now() < until)) {
        const node = nodeOf(nodes[next]!);
        paintNode(canvas, scaled, node, sizeOf(node.file));
        next += 1;
      }
      if (next < nodes.length) this.#frame = requestAnimationFrame(slice);
      else this.#finish(context, view, image);
    };
    this.#frame = requestAnimationFrame(slice);
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #finish(context: CanvasRenderingContext2D, view: MapView, image: ImageData): void {
    context.putImageData(image, 0, 0);
    const copy = new OffscreenCanvas(image.width, image.height);
    copy.getContext("2d")?.putImageData(image, 0, 0);
    this.#last = { view, image: copy };
  }

  #moveLast(context: CanvasRenderingContext2D, view: MapView): void {
    const { width, height } = this.#canvas;
    context.clearRect(0, 0, width, height);
    if (this.#last === undefined) return;
    const { view: from, image } = this.#last;
    const by = from.scale / view.scale;
    const ratio = devicePixelRatio;
    const x = width / 2 + ((from.x - view.x) / view.scale) * ratio - (image.width / 2) * by;
    const y = height / 2 - ((from.y - view.y) / view.scale) * ratio - (image.height / 2) * by;
    context.imageSmoothingEnabled = false;
    context.drawImage(image, x, y, image.width * by, image.height * by);
  }
}
