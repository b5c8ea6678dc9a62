import type MapBrowserEvent from "ol/MapBrowserEvent";
import { mouseActionButton } from "ol/events/condition";
import PointerInteraction from "ol/interaction/Pointer";
import type { Sketch } from "../engine/sketch-layer.ts";

/** A corner is put where the pointer is this far from the last one, in pixels. */
const STEP = 2;
const LEAST_CORNERS = 3;

interface LassoEvents {
  readonly onChange: (sketch: Sketch | undefined) => void;
  /** Corners in EPSG:3857, x and y in turn, not closed. */
  readonly onLasso: (corners: Float64Array) => void;
}

/** Draws a lasso with a dragged pointer. */
export class LassoInteraction extends PointerInteraction {
  #events: LassoEvents | undefined;
  #corners: number[] | undefined;
  #last: readonly number[] = [];

  /** Tells of lassos from now on. */
  tell(events: LassoEvents): void {
    this.#events = events;
  }

  /** Drops the lasso that is being drawn. */
  cancel(): void {
    this.#corners = undefined;
    this.#events?.onChange(undefined);
  }

  override handleDownEvent(event: MapBrowserEvent<PointerEvent>): boolean {
    if (!mouseActionButton(event)) return false;
    this.#corners = [...event.coordinate];
    this.#last = event.pixel;
    return true;
  }

  override handleDragEvent(event: MapBrowserEvent<PointerEvent>): void {
    const [x = 0, y = 0] = event.pixel;
    const [lastX = 0, lastY = 0] = this.#last;
    if (this.#corners === undefined || Math.hypot(x - lastX, y - lastY) < STEP) return;
    this.#corners.push(...event.coordinate);
    this.#last = event.pixel;
    this.#events?.onChange(lassoSketch(this.#corners));
  }

  override handleUpEvent(): boolean {
    const corners = this.#corners ?? [];
    this.cancel();
    if (corners.length >= LEAST_CORNERS * 2) this.#events?.onLasso(Float64Array.from(corners));
    return false;
  }
}

function lassoSketch(corners: readonly number[]): Sketch {
  return ({ context, place }) => {
    context.beginPath();
    for (let at = 0; at < corners.length; at += 2)
      context.lineTo(...place(corners[at]!, corners[at + 1]!));
    context.closePath();
    context.fillStyle = "rgb(255 198 41 / 0.2)";
    context.fill();
    for (const [width, colour] of [
      [4, "#12203a"],
      [2, "#ffc629"],
    ] as const) {
      context.lineWidth = width;
      context.strokeStyle = colour;
      context.stroke();
    }
  };
}
