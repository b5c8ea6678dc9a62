import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { type MapView, type Size, toPlace, zoomed } from "../choose/map-view.ts";
import { colored } from "../look/colored-nodes.ts";
import type { Look } from "../look/look.ts";
import type { Corridor } from "../points/section-points.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { CloudPainter } from "./cloud-painter.ts";
import { CanvasHost, isClick } from "../canvas/canvas-host.tsx";
import type { CloudMeasuring } from "./nearest-drawn.ts";
import { type MarkedFinding, paintOverlay } from "./paint-overlay.ts";
import { fitCanvas } from "../canvas/fit-canvas.ts";
import { useSize } from "../canvas/use-size.ts";
import { useWheel } from "../canvas/use-wheel.ts";

interface CloudMapProps {
  readonly label: string;
  readonly view: MapView | undefined;
  readonly nodes: readonly LoadedNode[];
  readonly look: Look;
  readonly corridor: Corridor | undefined;
  /** Distance from the profile's beginning that is looked at. */
  readonly cursor: number | undefined;
  readonly findings: readonly MarkedFinding[];
  /** Whether dragging draws a line. */
  readonly isDrawing: boolean;
  /** Gets what is clicked; undefined while nobody measures. */
  readonly measuring: CloudMeasuring | undefined;
  readonly onSize: (size: Size) => void;
  readonly onView: (view: MapView) => void;
  readonly onWhole: () => void;
  readonly onLine: (from: readonly [number, number], to: readonly [number, number]) => void;
}

const STEP_PX = 60;
const ZOOM = 1.4;
const ARROWS: Readonly<Record<string, readonly [number, number]>> = {
  ArrowLeft: [-1, 0],
  ArrowRight: [1, 0],
  ArrowUp: [0, 1],
  ArrowDown: [0, -1],
};

/** The cloud from above, on canvas: it works without WebGL. */
export function CloudMap(props: CloudMapProps) {
  const { label, view, nodes, look, corridor, cursor, findings, onSize } = props;
  const corners = props.measuring?.corners;
  const isPointing = props.isDrawing || corners !== undefined;
  const host = useRef<HTMLDivElement>(null);
  const points = useRef<HTMLCanvasElement>(null);
  const overlay = useRef<HTMLCanvasElement>(null);
  const size = useSize(host, onSize);
  const { handlers, sketch } = usePointing(props, size);
  useWheel(host, (factor, at) => {
    if (view !== undefined && size !== undefined)
      props.onView(zoomed(view, factor, toPlace(view, size, at)));
  });
  const painter = useRef<CloudPainter>(undefined);
  useEffect(() => () => painter.current?.stop(), []);
  useEffect(() => {
    if (points.current === null || view === undefined || size === undefined) return;
    fitCanvas(points.current, size);
    painter.current ??= new CloudPainter(points.current, colored);
    painter.current.draw({ view, look, nodes });
  }, [view, nodes, look, size]);
  useEffect(() => {
    if (overlay.current === null || view === undefined || size === undefined) return;
    fitCanvas(overlay.current, size);
    const line = sketch ?? corridor;
    paintOverlay(overlay.current, { view, size, corridor: line, cursor, findings, corners });
  }, [view, size, corridor, sketch, cursor, findings, corners]);
  return (
    <CanvasHost
      host={host}
      aria-roledescription="map"
      label={label}
      cursor={isPointing ? "crosshair" : "grab"}
      pressedCursor={isPointing ? "crosshair" : "grabbing"}
      {...handlers}
    >
      <canvas ref={points} />
      <canvas ref={overlay} />
    </CanvasHost>
  );
}

/** Moves the map by pointer, wheel and keys, or draws a line on it. */
function usePointing(props: CloudMapProps, size: Size | undefined) {
  const { view, isDrawing, measuring, corridor, onView, onWhole, onLine } = props;
  const [from, setFrom] = useState<readonly [number, number]>();
  const [to, setTo] = useState<readonly [number, number]>();
  const last = useRef<readonly [number, number]>(undefined);
  const pressed = useRef<readonly [number, number]>(undefined);
  const placeOf = ({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) => {
    const { left, top } = currentTarget.getBoundingClientRect();
    return toPlace(view!, size!, [clientX - left, clientY - top]);
  };
  const isReady = view !== undefined && size !== undefined;
  const handlers = {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (!isReady || event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      last.current = [event.clientX, event.clientY];
      pressed.current = last.current;
      if (isDrawing) setFrom(placeOf(event));
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (!isReady || last.current === undefined) return;
      if (isDrawing) {
        setTo(placeOf(event));
        return;
      }
      const [x, y] = last.current;
      if (isClick(pressed.current, event)) return;
      pressed.current = undefined;
      last.current = [event.clientX, event.clientY];
      const { scale } = view;
      onView({
        ...view,
        x: view.x - (event.clientX - x) * scale,
        y: view.y + (event.clientY - y) * scale,
      });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      last.current = undefined;
      const isClicked = isClick(pressed.current, event);
      pressed.current = undefined;
      if (isReady && isClicked && !isDrawing) measuring?.put(placeOf(event));
      if (!isReady || from === undefined) return;
      const end = placeOf(event);
      // A click alone is no line.
      if (Math.hypot(end[0] - from[0], end[1] - from[1]) > 3 * view.scale) onLine(from, end);
      setFrom(undefined);
      setTo(undefined);
    },
    onPointerCancel: (): void => {
      last.current = undefined;
      setFrom(undefined);
      setTo(undefined);
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (!isReady || event.ctrlKey || event.metaKey || event.altKey) return;
      if (measuring !== undefined && event.key === " ") measuring.put([view.x, view.y]);
      const arrow = ARROWS[event.key];
      const by = STEP_PX * view.scale;
      if (arrow !== undefined)
        onView({ ...view, x: view.x + arrow[0] * by, y: view.y + arrow[1] * by });
      else if (event.key === "+" || event.key === "=")
        onView({ ...view, scale: view.scale / ZOOM });
      else if (event.key === "-") onView({ ...view, scale: view.scale * ZOOM });
      else if (event.key === "Home") onWhole();
      else if (measuring !== undefined && event.key === "Backspace") measuring.undo();
      else if (measuring !== undefined && event.key === "Escape") measuring.end();
      else if (measuring === undefined || event.key !== " ") return;
      event.preventDefault();
    },
  };
  const sketch =
    from === undefined || to === undefined ? undefined : { from, to, width: corridor?.width ?? 0 };
  return { handlers, sketch };
}
