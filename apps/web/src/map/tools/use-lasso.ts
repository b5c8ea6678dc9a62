import type MapBrowserEvent from "ol/MapBrowserEvent";
import PointerInteraction from "ol/interaction/Pointer";
import { mouseActionButton } from "ol/events/condition";
import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { Sketch } from "../engine/sketch-layer.ts";
import type { MapEngine } from "../engine/map-engine.ts";
import type { MapTool } from "../map-layer.ts";

/** A corner is put where the pointer is this far from the last one, in pixels. */
const STEP = 2;
const LEAST_CORNERS = 3;

interface LassoEvents {
  readonly onChange: (sketch: Sketch | undefined) => void;
  /** Corners in EPSG:3857, x and y in turn, not closed. */
  readonly onLasso: (corners: Float64Array) => void;
}

/** Draws a lasso with a dragged pointer. */
class LassoInteraction extends PointerInteraction {
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

interface LassoProps {
  readonly tool?: MapTool | undefined;
  readonly onToolChange?: ((tool: MapTool) => void) | undefined;
  readonly onLasso?: ((corners: Float64Array) => void) | undefined;
}

/** While the tool is the lasso, dragging draws one; the map has the focus, so that Escape ends it. */
export function useLasso(
  engine: MapEngine,
  ground: RefObject<HTMLElement | null>,
  props: LassoProps,
) {
  const [lasso] = useState(() => new LassoInteraction());
  const give = useEffectEvent((corners: Float64Array) => props.onLasso?.(corners));
  const active = props.tool === "lasso";
  useEffect(() => {
    if (!active) return undefined;
    lasso.tell({
      onChange: (sketch) => engine.draw("lasso", sketch),
      onLasso: (corners) => give(engine.towardsData(corners)),
    });
    engine.map.addInteraction(lasso);
    ground.current?.focus({ preventScroll: true });
    return () => {
      lasso.cancel();
      engine.map.removeInteraction(lasso);
    };
  }, [engine, ground, lasso, active]);
  /** Takes Escape while the tool is the lasso; says whether it did. */
  const onKey = (key: string): boolean => {
    if (!active || key !== "Escape") return false;
    lasso.cancel();
    props.onToolChange?.("pan");
    return true;
  };
  return { active, onKey };
}
