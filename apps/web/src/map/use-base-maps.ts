import { useEffect, useState } from "react";
import { useConfig } from "../platform/config/config-context.tsx";
import type { MapEngine } from "./engine/map-engine.ts";

interface BaseMapProps {
  readonly baseMap?: number | undefined;
  readonly onBaseMapChange?: ((index: number) => void) | undefined;
}

/** The base maps of the configuration, of which one is shown; with a single one, it or none. */
export function useBaseMaps(engine: MapEngine, props: BaseMapProps) {
  const { baseMaps } = useConfig();
  const [own, setOwn] = useState(0);
  const count = baseMaps.length === 1 ? 2 : baseMaps.length;
  const index = props.baseMap ?? own;
  const shown = baseMaps[index];
  useEffect(() => engine.setBaseMap(shown), [engine, shown]);
  const toggle = (): void => {
    if (count < 2) return;
    const next = (index + 1) % count;
    setOwn(next);
    props.onBaseMapChange?.(next);
  };
  return { shown, count, toggle };
}
