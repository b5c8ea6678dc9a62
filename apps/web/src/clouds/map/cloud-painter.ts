import { WRITTEN } from "../canvas/fit-canvas.ts";
import type { MapView } from "../choose/map-view.ts";
import type { ColoredNode } from "../look/colored-nodes.ts";
import type { Look } from "../look/look.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { type Canvas, newCanvas, paintNode, pointSizes } from "./paint-node.ts";

/** Time that painting may take of a frame, ms. */
const SLICE_MS = 8;
/** How long the last picture stays, moved to where it belongs, before a part of the new one is shown, ms. */
const PATIENCE_MS = 150;

/** What is drawn. */
interface Order {
  readonly view: MapView;
  readonly look: Look;
  readonly nodes: readonly LoadedNode[];
}

/** A picture under way: nodes that came in later are added to it. */
interface Picture {
  readonly view: MapView;
  readonly look: Look;
  readonly image: ImageData;
  readonly canvas: Canvas;
  readonly painted: Map<LoadedNode["node"], number>;
  readonly begun: number;
}

/**
 * Paints points on a canvas, some of them in each frame, so that the page never waits. Until there is
 * something of a new view the last one is moved to where it belongs.
 */
export class CloudPainter {
  readonly #canvas: HTMLCanvasElement;
  readonly #colored: (node: LoadedNode, look: Look) => ColoredNode;
  #frame = 0;
  #picture: Picture | undefined;
  /** The view of what is on the canvas. */
  #shown: MapView | undefined;
  #waiting: LoadedNode[] = [];
  #sizeOf: (file: number) => number = () => 1;

  constructor(canvas: HTMLCanvasElement, colored: (node: LoadedNode, look: Look) => ColoredNode) {
    this.#canvas = canvas;
    this.#colored = colored;
  }

  /** Draws nodes; those of the same view and look that are painted already stay. */
  draw({ view, look, nodes }: Order): void {
    const { width, height } = this.#canvas;
    const context = this.#canvas.getContext("2d", WRITTEN);
    if (context === null || width === 0 || height === 0) return;
    const last = this.#picture;
    const isSame =
      last?.view === view &&
      last.look === look &&
      last.image.width === width &&
      last.image.height === height;
    const image = isSame ? last.image : new ImageData(width, height);
    if (!isSame) {
      const canvas = newCanvas(width, height, new Uint32Array(image.data.buffer));
      this.#picture = { view, look, image, canvas, painted: new Map(), begun: performance.now() };
    }
    const { painted } = this.#picture!;
    this.#sizeOf = pointSizes(nodes, view.scale / devicePixelRatio);
    // Points that were larger than they are now would lie over what is finer.
    const isCoarse = ({ file, node }: LoadedNode): boolean =>
      painted.get(node) !== this.#sizeOf(file);
    this.#waiting = nodes.filter(isCoarse);
    if (this.#waiting.some(({ node }) => painted.has(node))) {
      this.#clear();
      this.#waiting = [...nodes];
    }
    this.#move(view);
    cancelAnimationFrame(this.#frame);
    this.#frame = requestAnimationFrame(() => this.#slice(context));
  }

  stop(): void {
    cancelAnimationFrame(this.#frame);
  }

  #clear(): void {
    const { canvas, painted } = this.#picture!;
    canvas.pixels.fill(0);
    canvas.heights.fill(-Infinity);
    painted.clear();
  }

  #slice(context: CanvasRenderingContext2D): void {
    const { view, look, canvas, painted, image, begun } = this.#picture!;
    const scaled = { ...view, scale: view.scale / devicePixelRatio };
    const until = performance.now() + SLICE_MS;
    do {
      const next = this.#waiting.shift();
      if (next === undefined) break;
      const size = this.#sizeOf(next.file);
      paintNode(canvas, scaled, this.#colored(next, look), size);
      painted.set(next.node, size);
    } while (performance.now() < until);
    const isLate = performance.now() > begun + PATIENCE_MS;
    if (painted.size > 0 && (isLate || this.#waiting.length === 0)) {
      context.putImageData(image, 0, 0);
      this.#shown = view;
      this.#move(view);
    }
    if (this.#waiting.length > 0) this.#frame = requestAnimationFrame(() => this.#slice(context));
  }

  /** Puts what is on the canvas where it is in another view: a browser does that without painting anew. */
  #move(view: MapView): void {
    const from = this.#shown;
    const { style } = this.#canvas;
    if (from === undefined || from === view) style.transform = "none";
    else {
      const [x, y] = [(from.x - view.x) / view.scale, (view.y - from.y) / view.scale];
      style.transform = `translate(${x}px, ${y}px) scale(${from.scale / view.scale})`;
    }
  }
}
