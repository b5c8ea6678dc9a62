import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import type { MapEngine } from "../engine/map-engine.ts";
import type { MapTool } from "../map-layer.ts";
import { LassoInteraction } from "./lasso.ts";

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
    engine.add(lasso);
    ground.current?.focus({ preventScroll: true });
    return () => {
      lasso.cancel();
      engine.remove(lasso);
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
