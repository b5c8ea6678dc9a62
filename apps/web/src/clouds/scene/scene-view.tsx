import Box from "@mui/material/Box";
import { type KeyboardEvent, type PointerEvent, useEffect, useRef, useState } from "react";
import { PALETTES } from "../../ui/theme/theme.ts";
import { useDark } from "../../ui/use-environment.ts";
import { CanvasHost, isClick } from "../canvas/canvas-host.tsx";
import { useSize } from "../canvas/use-size.ts";
import type { NodeView } from "../choose/choose-nodes.ts";
import { colored } from "../look/colored-nodes.ts";
import type { Look } from "../look/look.ts";
import type { Corridor } from "../points/section-points.ts";
import type { CloudMeasuring } from "../map/nearest-drawn.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { CloudScene } from "./cloud-scene.ts";

export interface SceneViewProps {
  readonly label: string;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly nodes: readonly LoadedNode[];
  readonly look: Look;
  readonly corridor: Corridor | undefined;
  /** Gets the points that are clicked; undefined while nobody measures. */
  readonly measuring: CloudMeasuring | undefined;
  readonly onView: (view: NodeView) => void;
  readonly onSlow: () => void;
  /** This browser has no WebGL. These three stay the same functions. */
  readonly onUnable: () => void;
}

/** The cloud in three dimensions. */
export function SceneView(props: SceneViewProps) {
  const { label, bounds, nodes, look, corridor, measuring } = props;
  const host = useRef<HTMLDivElement>(null);
  const { onView, onSlow, onUnable } = props;
  const size = useSize(host, ignore);
  const background = PALETTES[useDark() ? "dark" : "light"].background.paper;
  const [scene, setScene] = useState<CloudScene>();
  useEffect(() => {
    if (host.current === null) return undefined;
    const opened = openScene(host.current, bounds, { onView, onSlow, onUnable });
    setScene(opened);
    return () => opened?.dispose();
  }, [bounds, onView, onSlow, onUnable]);
  useEffect(() => {
    if (size !== undefined) scene?.resize(size, background);
  }, [scene, size, background]);
  useEffect(() => scene?.show(nodes.map((each) => colored(each, look))), [scene, nodes, look]);
  useEffect(() => scene?.showCorridor(corridor), [scene, corridor]);
  const corners = measuring?.corners ?? NO_CORNERS;
  useEffect(() => scene?.showCorners(corners), [scene, corners]);
  const put = (x: number, y: number): void => {
    const corner = scene?.pick(x, y);
    if (corner !== undefined) measuring?.putPoint(corner);
  };
  const pressed = useRef<readonly [number, number]>(undefined);
  const onPointerDown = ({ button, clientX, clientY }: PointerEvent<HTMLElement>): void => {
    pressed.current = button === 0 ? [clientX, clientY] : undefined;
  };
  const onPointerUp = (event: PointerEvent<HTMLElement>): void => {
    if (!isClick(pressed.current, event)) return;
    const { left, top } = event.currentTarget.getBoundingClientRect();
    put(event.clientX - left, event.clientY - top);
  };
  const onKeyDown = (event: KeyboardEvent): void => {
    const { key } = event;
    if (key === "+" || key === "=") scene?.zoom(0.8);
    else if (key === "-") scene?.zoom(1.25);
    else if (key === "Home") scene?.showAll();
    else if (measuring === undefined) return;
    else if (key === " " && size !== undefined) put(size.width / 2, size.height / 2);
    else if (key === "Backspace") measuring.undo();
    else if (key === "Escape") measuring.end();
    else return;
    event.preventDefault();
  };
  const isMeasuring = measuring !== undefined;
  const handlers = { onKeyDown, ...(isMeasuring && { onPointerDown, onPointerUp }) };
  return (
    <CanvasHost
      host={host}
      aria-roledescription="3D view"
      label={label}
      {...(isMeasuring && { cursor: "crosshair" })}
      {...handlers}
    >
      {isMeasuring ? <Box aria-hidden="true" sx={CROSS} /> : null}
    </CanvasHost>
  );
}

const NO_CORNERS: CloudMeasuring["corners"] = [];

/** Where a key puts a corner: the middle. */
const CROSS = {
  position: "absolute",
  zIndex: 1,
  left: "calc(50% - 10px)",
  top: "calc(50% - 10px)",
  width: 20,
  height: 20,
  pointerEvents: "none",
  background:
    "linear-gradient(#ffc629, #ffc629) center / 2px 100% no-repeat, linear-gradient(#ffc629, #ffc629) center / 100% 2px no-repeat",
  filter: "drop-shadow(0 0 1px #12203a)",
} as const;

const ignore = (): void => undefined;

/** Undefined where the browser has no WebGL. */
function openScene(
  host: HTMLElement,
  bounds: SceneViewProps["bounds"],
  { onView, onSlow, onUnable }: Pick<SceneViewProps, "onView" | "onSlow" | "onUnable">,
): CloudScene | undefined {
  try {
    const scene = new CloudScene(host, bounds, { onView, onSlow });
    if (scene.isSoftware) onSlow();
    return scene;
  } catch {
    onUnable();
    return undefined;
  }
}
