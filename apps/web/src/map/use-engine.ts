import { type RefObject, useEffect, useEffectEvent, useState } from "react";
import { MapEngine } from "./engine/map-engine.ts";
import { DEFAULT_VIEW, type MapView } from "./map-layer.ts";

interface EngineProps {
  readonly view?: MapView | undefined;
  readonly onViewChange?: ((view: MapView) => void) | undefined;
}

interface MapScale {
  readonly resolution: number;
  readonly lat: number;
}

/** The map's engine, which draws while its ground is on the page, and what it reports. */
export function useEngine(ground: RefObject<HTMLElement | null>, props: EngineProps) {
  const { view } = props;
  const [engine] = useState(() => new MapEngine(view ?? DEFAULT_VIEW));
  const [scale, setScale] = useState<MapScale>();
  const [answers, setAnswers] = useState<boolean>();
  const onView = useEffectEvent((reached: MapView) => props.onViewChange?.(reached));
  useEffect(() => {
    if (ground.current === null) return undefined;
    return engine.attach(ground.current, {
      onView: (reached) => onView(reached),
      onTiles: setAnswers,
      onScale: (resolution, lat) =>
        setScale((known) =>
          known?.resolution === resolution && Math.abs(known.lat - lat) < 0.1
            ? known
            : { resolution, lat },
        ),
    });
  }, [engine, ground]);
  useEffect(() => {
    if (view !== undefined) engine.setView(view);
  }, [engine, view]);
  return { engine, scale, answers };
}
