import { type KeyboardEvent, useEffect, useRef, useState } from "react";
import { PALETTES } from "../../ui/theme/theme.ts";
import { useDark } from "../../ui/use-environment.ts";
import { CanvasHost } from "../canvas/canvas-host.tsx";
import { useSize } from "../canvas/use-size.ts";
import type { NodeView } from "../choose/choose-nodes.ts";
import { colored } from "../look/colored-nodes.ts";
import type { Look } from "../look/look.ts";
import type { Corridor } from "../points/section-points.ts";
import type { LoadedNode } from "../read/shown-nodes.ts";
import { CloudScene } from "./cloud-scene.ts";

export interface SceneViewProps {
  readonly label: string;
  readonly bounds: { readonly min: readonly number[]; readonly max: readonly number[] };
  readonly nodes: readonly LoadedNode[];
  readonly look: Look;
  readonly corridor: Corridor | undefined;
  readonly onView: (view: NodeView) => void;
  readonly onSlow: () => void;
  /** This browser has no WebGL. These three stay the same functions. */
  readonly onUnable: () => void;
}

/** The cloud in three dimensions. */
export function SceneView(props: SceneViewProps) {
  const { label, bounds, nodes, look, corridor } = props;
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
  const onKeyDown = (event: KeyboardEvent): void => {
    if (event.key === "+" || event.key === "=") scene?.zoom(0.8);
    else if (event.key === "-") scene?.zoom(1.25);
    else if (event.key === "Home") scene?.showAll();
    else return;
    event.preventDefault();
  };
  return (
    <CanvasHost host={host} aria-roledescription="3D view" label={label} onKeyDown={onKeyDown} />
  );
}

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
