import { type KeyboardEvent, useEffect, useState, useSyncExternalStore } from "react";
import type { MapEngine } from "../engine/map-engine.ts";
import type { MapTool } from "../map-layer.ts";
import { crosshair, MeasureInteraction, measureSketch } from "./measure.ts";

interface MeasuringProps {
  readonly tool?: MapTool | undefined;
  readonly onToolChange?: ((tool: MapTool) => void) | undefined;
}

/** Measuring: by the page's tool, or where the page has none by the map's own button. */
export function useMeasuring(engine: MapEngine, props: MeasuringProps) {
  const [own, setOwn] = useState(false);
  const [interaction] = useState(() => new MeasureInteraction());
  const measured = useSyncExternalStore(interaction.subscribe, interaction.measured);
  const active = props.tool === undefined ? own : props.tool === "measure";
  useEffect(() => {
    if (!active) return undefined;
    engine.add(interaction);
    engine.draw("cross", crosshair);
    return () => {
      engine.remove(interaction);
      engine.draw("cross", undefined);
      engine.draw("measure", undefined);
      interaction.clear();
    };
  }, [engine, interaction, active]);
  useEffect(() => {
    if (active) engine.draw("measure", measureSketch(measured));
  }, [engine, measured, active]);
  const set = (on: boolean): void => {
    setOwn(on);
    props.onToolChange?.(on ? "measure" : "pan");
  };
  /** Takes Escape, Backspace and the space bar while measuring; says whether it did. */
  const onKey = ({ key, target }: KeyboardEvent): boolean => {
    if (!active) return false;
    const onMap = (target as Element).role === "application";
    if (key === "Escape") set(false);
    else if (onMap && key === "Backspace") interaction.undoCorner();
    else if (onMap && key === " ") {
      const [x = 0, y = 0] = engine.center();
      interaction.addCorner(x, y);
    } else return false;
    return true;
  };
  return {
    active,
    measured,
    onKey,
    toggle: () => set(!active),
    undo: () => interaction.undoCorner(),
    clear: () => interaction.clear(),
    end: () => set(false),
  };
}
