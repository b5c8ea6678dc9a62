import type MapBrowserEvent from "ol/MapBrowserEvent";
import { type RefObject, useEffect, useEffectEvent } from "react";
import type { MapEngine } from "./engine/map-engine.ts";
import { areIndexed, featureAt } from "./hit.ts";
import type { FeatureRef, MapLayer, MapMark } from "./map-layer.ts";
import { isOnFlag } from "./paint/paint-flag.ts";

/** Pixels by which a pointer may miss a line. */
const REACH = 6;

/** Where the pointer is. */
export interface MapPlace {
  /** EPSG:3857, metres. */
  readonly x: number;
  readonly y: number;
  /** Metres by which a line may be missed. */
  readonly tolerance: number;
  /** What is there. */
  readonly feature: FeatureRef | undefined;
  /** Shift, Ctrl or Cmd is held: the selection is to be added to. */
  readonly adding: boolean;
}

/** What lies where an event's pixel is now; undefined of a map that is not drawn, as a hidden one. */
export function placeOf(
  { map, pixel, originalEvent }: Pick<MapBrowserEvent, "map" | "pixel" | "originalEvent">,
  layers: readonly MapLayer[],
): MapPlace | undefined {
  // Null where the map is not drawn, whatever its type says.
  const coordinate = map.getCoordinateFromPixel(pixel) as number[] | null;
  if (coordinate === null) return undefined;
  const [x = 0, y = 0] = coordinate;
  const { shiftKey, ctrlKey, metaKey } = originalEvent as PointerEvent;
  const tolerance = (map.getView().getResolution() ?? 1) * REACH;
  const feature = featureAt(layers, [x, y], tolerance);
  return { x, y, tolerance, feature, adding: shiftKey || ctrlKey || metaKey };
}

/** The flag that is at a place; the one that is drawn last, of several. */
export function markAt<Mark extends MapMark>(
  marks: readonly Mark[],
  { x, y, tolerance }: Pick<MapPlace, "x" | "y" | "tolerance">,
): Mark | undefined {
  const resolution = tolerance / REACH;
  return marks.findLast((mark) => isOnFlag((x - mark.x) / resolution, (mark.y - y) / resolution));
}

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
