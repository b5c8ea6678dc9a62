import { GeometryBuilder, LINE, type PlanGeometry, toWebMercator } from "@swath/plan/model";
import type { MapLayer } from "./map-layer.ts";

/** Of the palette: planned lines, and flown ones where nothing else is shown. */
export const LINE_COLOUR = 0;

/** Lines of longitudes and latitudes as the map draws them. */
export function geometryOf(
  lines: readonly {
    readonly name: string;
    readonly path: readonly (readonly [longitude: number, latitude: number])[];
  }[],
): PlanGeometry {
  const builder = new GeometryBuilder("degrees");
  for (const { name, path } of lines) {
    for (const [longitude, latitude] of path) builder.add(longitude, latitude);
    builder.endPart(LINE);
    builder.endFeature(name, "");
  }
  const geometry = builder.finish();
  toWebMercator(geometry.positions);
  return geometry;
}

/** Features in one colour of the palette, without one {@link LINE_COLOUR}. */
export const coloured = (id: string, geometry: PlanGeometry, colour = LINE_COLOUR): MapLayer => ({
  id,
  geometry,
  look: "plan",
  colours: new Uint8Array(geometry.kinds.length).fill(colour),
});
