import type MapBrowserEvent from "ol/MapBrowserEvent";
import { featureAt } from "./hit.ts";
import type { FeatureRef, MapLayer } from "./map-layer.ts";

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
