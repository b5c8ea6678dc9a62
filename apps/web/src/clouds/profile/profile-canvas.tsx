import {
  type KeyboardEvent,
  type PointerEvent,
  type Ref,
  useEffect,
  useImperativeHandle,
  useMemo,
  useRef,
} from "react";
import { PICTURE_LENGTH } from "@swath/contract/processing";
import type { Size } from "../choose/map-view.ts";
import { CanvasHost } from "../canvas/canvas-host.tsx";
import { fitCanvas } from "../canvas/fit-canvas.ts";
import { useSize } from "../canvas/use-size.ts";
import { useWheel } from "../canvas/use-wheel.ts";
import { PALETTES } from "../../ui/theme/theme.ts";
import { useDark } from "../../ui/use-environment.ts";
import type { Section } from "./load-section.ts";
import { nearestPoint } from "./measure-section.ts";
import { drawMarks, drawProfile } from "./paint-profile.ts";
import { MARGIN, type ProfileView, toPixel, toPlace, zoomedProfile } from "./profile-view.ts";
import type { SharedView } from "./use-shared-view.ts";
import { lengthOf } from "../points/section-points.ts";

export interface ProfilePicture {
  /** What is seen; null before there is something to see. */
  readonly sheet: () => HTMLCanvasElement | null;
}

interface ProfileCanvasProps {
  readonly label: string;
  readonly section: Section;
  readonly colors: Uint32Array;
  readonly shared: SharedView;
  /** Stands in its picture; undefined where there is one section alone. */
  readonly title: string | undefined;
  readonly cursor: number;
  readonly window: number;
  readonly measured: readonly number[];
  /** Gets what makes a picture of the profile. */
  readonly picture: Ref<ProfilePicture>;
  readonly onCursor: (along: number) => void;
  /** A point that was clicked, if there was one. */
  readonly onPoint: (point: number | undefined) => void;
  /** The line is moved: so many times its width to the left, or its length onwards. */
  readonly onMove: (sideways: number, onwards: number) => void;
}

const STEP_PX = 4;
const FAST = 10;
const ZOOM = 1.4;
/** A pointer that moved less has clicked. */
const CLICK_PX = 4;
const MOVES: Readonly<Record<string, readonly [number, number]>> = {
  "[": [1, 0],
  "]": [-1, 0],
  ",": [0, -0.5],
  ".": [0, 0.5],
};

/** The section on canvas: dragging and the wheel move it, keys move what is looked at. */
export function ProfileCanvas(props: ProfileCanvasProps) {
  const { label, section, colors, shared, title, cursor, window, measured, picture } = props;
  const host = useRef<HTMLDivElement>(null);
  const drawing = useRef<HTMLCanvasElement>(null);
  const marks = useRef<HTMLCanvasElement>(null);
  const size = useSize(host, ignore);
  const { viewOf, setView, reset } = shared;
  const view = useMemo(() => (size === undefined ? undefined : viewOf(size)), [size, viewOf]);
  const look = useDark() ? "dark" : "light";
  useWheel(host, (factor, at) => {
    if (view !== undefined && size !== undefined)
      setView(zoomedProfile(view, factor, toPlace(view, size, at)));
  });
  const handlers = useHandlers(props, { view, size, setView, reset });
  const { points } = section;
  const ink = PALETTES[look].text.secondary;
  useEffect(() => {
    if (drawing.current === null || view === undefined || size === undefined) return;
    fitCanvas(drawing.current, size);
    drawProfile(drawing.current, { view, size, points, colors, ink, faint: GRID[look] });
  }, [view, size, points, colors, ink, look]);
  useEffect(() => {
    if (marks.current === null || view === undefined || size === undefined) return;
    fitCanvas(marks.current, size);
    const places = measured.map((point) => [points.along[point]!, points.heights[point]!] as const);
    drawMarks(marks.current, { view, size, cursor, window, measured: places });
  }, [view, size, cursor, window, measured, points]);
  useImperativeHandle(
    picture,
    () => ({
      sheet: () => {
        const { background, text } = PALETTES[look];
        const layers = [drawing.current, marks.current];
        return sheetOf(layers, { paper: background.paper, ink: text.primary, title });
      },
    }),
    [look, title],
  );
  return (
    <CanvasHost
      host={host}
      aria-roledescription="profile"
      label={label}
      cursor="crosshair"
      {...handlers}
    >
      <canvas ref={drawing} />
      <canvas ref={marks} />
    </CanvasHost>
  );
}

const PICTURE_WIDTH = 800;
/** The best that is small enough is taken. */
const QUALITIES = [0.85, 0.6, 0.3] as const;

interface Sheet {
  readonly paper: string;
  readonly ink: string;
  readonly title: string | undefined;
}

/** Canvases that lie on one another; null before there is something to see. */
function sheetOf(
  layers: readonly (HTMLCanvasElement | null)[],
  { paper, ink, title }: Sheet,
): HTMLCanvasElement | null {
  const [first] = layers;
  if (first === null || first === undefined || first.width === 0) return null;
  const scale = Math.min(1, PICTURE_WIDTH / first.width);
  const sheet = document.createElement("canvas");
  [sheet.width, sheet.height] = [first.width * scale, first.height * scale];
  const context = sheet.getContext("2d");
  if (context === null) return null;
  context.fillStyle = paper;
  context.fillRect(0, 0, sheet.width, sheet.height);
  for (const layer of layers)
    if (layer !== null) context.drawImage(layer, 0, 0, sheet.width, sheet.height);
  if (title !== undefined) {
    context.fillStyle = ink;
    context.font = '13px "Inter Variable", sans-serif';
    context.fillText(title, MARGIN.left + 8, MARGIN.top + 14);
  }
  return sheet;
}

/** Sheets below one another as a JPEG in base 64; null of none, or of more than the server takes. */
export function jpegOf(sheets: readonly (HTMLCanvasElement | null | undefined)[]): string | null {
  const seen = sheets.filter((sheet) => sheet !== null && sheet !== undefined);
  if (seen.length === 0) return null;
  const whole = document.createElement("canvas");
  whole.width = Math.max(...seen.map(({ width }) => width));
  whole.height = seen.reduce((sum, { height }) => sum + height, 0);
  let top = 0;
  for (const sheet of seen) {
    whole.getContext("2d")?.drawImage(sheet, 0, top);
    top += sheet.height;
  }
  for (const quality of QUALITIES) {
    const [, base64 = ""] = whole.toDataURL("image/jpeg", quality).split(",");
    if (base64 !== "" && base64.length <= PICTURE_LENGTH) return base64;
  }
  return null;
}

const ignore = (): void => undefined;

/** As pictures of the stages have their grids. */
const GRID = { light: "#dde2ea", dark: "#2a3548" } as const;

interface Viewed {
  readonly view: ProfileView | undefined;
  readonly size: Size | undefined;
  readonly setView: (view: ProfileView) => void;
  readonly reset: () => void;
}

function pixelOf({ currentTarget, clientX, clientY }: PointerEvent<HTMLElement>) {
  const { left, top } = currentTarget.getBoundingClientRect();
  return [clientX - left, clientY - top] as const;
}

function useHandlers(props: ProfileCanvasProps, { view, size, setView, reset }: Viewed) {
  const { section, colors, cursor, onCursor, onPoint, onMove } = props;
  const pressed = useRef<{ readonly at: readonly [number, number]; moved: boolean }>(undefined);
  const length = lengthOf(section.corridor);
  const moveCursor = (along: number): void => onCursor(Math.min(length, Math.max(0, along)));
  return {
    onPointerDown: (event: PointerEvent<HTMLElement>): void => {
      if (event.button !== 0) return;
      event.currentTarget.setPointerCapture(event.pointerId);
      pressed.current = { at: [event.clientX, event.clientY], moved: false };
    },
    onPointerMove: (event: PointerEvent<HTMLElement>): void => {
      if (pressed.current === undefined || view === undefined) return;
      const [x, y] = pressed.current.at;
      const [dx, dy] = [event.clientX - x, event.clientY - y];
      if (!pressed.current.moved && Math.hypot(dx, dy) < CLICK_PX) return;
      pressed.current = { at: [event.clientX, event.clientY], moved: true };
      const { along, height, scale, higher } = view;
      setView({ ...view, along: along - dx * scale, height: height + (dy * scale) / higher });
    },
    onPointerUp: (event: PointerEvent<HTMLElement>): void => {
      const press = pressed.current;
      pressed.current = undefined;
      if (press === undefined || press.moved || view === undefined || size === undefined) return;
      const pixel = pixelOf(event);
      moveCursor(toPlace(view, size, pixel)[0]);
      onPoint(nearestPoint(section.points, colors, { view, size, pixel }));
    },
    onPointerCancel: (): void => {
      pressed.current = undefined;
    },
    onKeyDown: (event: KeyboardEvent): void => {
      if (view === undefined || event.ctrlKey || event.metaKey || event.altKey) return;
      const by = STEP_PX * view.scale * (event.shiftKey ? FAST : 1);
      const move = MOVES[event.key];
      if (move !== undefined) onMove(...move);
      else if (event.key === "ArrowLeft") moveCursor(cursor - by);
      else if (event.key === "ArrowRight") moveCursor(cursor + by);
      else if (event.key === "ArrowUp" || event.key === "ArrowDown") {
        const up = event.key === "ArrowUp" ? 1 : -1;
        setView({ ...view, height: view.height + (up * by * FAST) / view.higher });
      } else if (event.key === "+" || event.key === "=")
        setView(zoomedProfile(view, 1 / ZOOM, [cursor, view.height]));
      else if (event.key === "-") setView(zoomedProfile(view, ZOOM, [cursor, view.height]));
      else if (event.key === "Home") reset();
      else if (event.key === "Enter" && size !== undefined) {
        const pixel = toPixel(view, size, cursor, view.height);
        const within = size.width + size.height;
        onPoint(nearestPoint(section.points, colors, { view, size, pixel }, within));
      } else return;
      event.preventDefault();
    },
  };
}
