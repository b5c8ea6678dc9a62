import type { Reflight } from "@swath/contract/processing";
import {
  type Extent,
  featureExtent,
  GeometryBuilder,
  LINE,
  type PlanGeometry,
  toWebMercator,
} from "@swath/plan/model";
import type { MapLayer } from "../../map/map-layer.ts";
import { missedRows } from "./missed-rows.ts";

export const MISSED = "missed";
/** Of the palette: planned lines, and flown ones where nothing else is shown. */
export const LINE_COLOUR = 0;

/** What a reflight list draws: planned lines below the flown ones, what was missed above. */
export interface ReflightLayers {
  readonly below: readonly MapLayer[];
  readonly above: readonly MapLayer[];
}

const NONE: ReflightLayers = { below: [], above: [] };

type Path = Reflight["lines"][number]["path"];

function geometryOf(
  lines: readonly { readonly name: string; readonly path: Path }[],
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

/** Lines in the colour of {@link LINE_COLOUR}. */
export const coloured = (id: string, geometry: PlanGeometry): MapLayer => ({
  id,
  geometry,
  look: "plan",
  colours: new Uint8Array(geometry.kinds.length).fill(LINE_COLOUR),
});

/** The layers of a reflight list; a missed stretch is the feature of its row. */
export function reflightLayers(reflight: Reflight | undefined): ReflightLayers {
  if (reflight === undefined || reflight.lines.length === 0) return NONE;
  const missed = missedRows(reflight).map(({ label, path }) => ({ name: label, path }));
  return {
    below: [coloured("planned", geometryOf(reflight.lines))],
    above:
      missed.length === 0 ? [] : [{ id: MISSED, geometry: geometryOf(missed), look: "missed" }],
  };
}

/** Where a missed stretch is. */
export function missedExtent({ above }: ReflightLayers, stretch: number): Extent | undefined {
  const [missed] = above;
  return missed && featureExtent(missed.geometry, stretch);
}
