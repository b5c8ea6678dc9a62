import type MapBrowserEvent from "ol/MapBrowserEvent";
import { type RefObject, useEffect, useEffectEvent } from "react";
import type { MapEngine } from "./engine/map-engine.ts";
import { areIndexed } from "./hit.ts";
import type { MapLayer } from "./map-layer.ts";
import { type MapPlace, placeOf } from "./map-place.ts";

interface PointerProps {
  readonly layers: readonly MapLayer[];
  readonly onHover?: ((place: MapPlace | undefined) => void) | undefined;
  readonly onClick?: ((place: MapPlace) => void) | undefined;
}

/** Reports what the pointer is on, once a frame at most, and clicks. */
export function usePointer(
  engine: MapEngine,
  ground: RefObject<HTMLElement | null>,
  props: PointerProps,
): void {
  const hover = useEffectEvent((event: MapBrowserEvent) => {
    if (areIndexed(props.layers)) props.onHover?.(placeOf(event, props.layers));
  });
  const leaves = useEffectEvent(() => props.onHover?.(undefined));
  const click = useEffectEvent((event: MapBrowserEvent) => {
    const place = placeOf(event, props.layers);
    if (place !== undefined) props.onClick?.(place);
  });
  const follows = props.onHover !== undefined;
  useEffect(() => {
    const element = ground.current;
    let frame = 0;
    let last: MapBrowserEvent | undefined;
    const tell = (): void => {
      cancelAnimationFrame(frame);
      frame = requestAnimationFrame(() => last !== undefined && hover(last));
    };
    const move = (event: MapBrowserEvent): void => {
      if (event.dragging || !follows) return;
      last = event;
      tell();
    };
    const leave = (): void => {
      last = undefined;
      cancelAnimationFrame(frame);
      leaves();
    };
    const endIndexed = engine.onIndexed(tell);
    const onClick = (event: MapBrowserEvent): void => click(event);
    engine.map.on("pointermove", move);
    engine.map.on("click", onClick);
    element?.addEventListener("pointerleave", leave);
    return () => {
      cancelAnimationFrame(frame);
      endIndexed();
      engine.map.un("pointermove", move);
      engine.map.un("click", onClick);
      element?.removeEventListener("pointerleave", leave);
    };
  }, [engine, ground, follows]);
}
