import {
  featureParts,
  latitudeOf,
  longitudeOf,
  partPositions,
  type PlanGeometry,
} from "../model/index.ts";

/** A feature's parts in degrees, longitude and latitude in turn, to so many decimals. */
export function drawnDegrees(
  geometry: PlanGeometry,
  feature: number,
  decimals = 7,
): readonly (readonly number[])[] {
  return [...featureParts(geometry, feature)].map((part) =>
    Array.from(partPositions(geometry, part), (metres, at) =>
      Number((at % 2 === 0 ? longitudeOf(metres) : latitudeOf(metres)).toFixed(decimals)),
    ),
  );
}
