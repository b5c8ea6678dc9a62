import { type Misplaced, onMap, type PlanGeometry, toWebMercator } from "../../model/index.ts";
import type { Projection } from "../crs/projection.ts";
import { type Fault, fault } from "../load-outcome.ts";
import { unwrapLongitudes } from "./unwrap-longitudes.ts";

/** Turns the coordinates of a file into EPSG:3857, in place; a fault where one has no place there. */
export function placeOnMap(geometry: PlanGeometry, projection: Projection): Fault | undefined {
  if (!projection.geographic) {
    const before = geometry.positions.slice();
    projection.toDegrees(geometry.positions);
    const lost = firstLost(geometry.positions);
    if (lost !== undefined) {
      const feature = featureAt(geometry, lost);
      const [x = NaN, y = NaN] = before.subarray(lost * 2);
      return outOfRange(geometry.names[feature] ?? "", { feature, x, y });
    }
  }
  unwrapLongitudes(geometry);
  toWebMercator(geometry.positions);
  return undefined;
}

/** The fault of a feature with a position that has no place; `hint` says what may be the matter. */
export function outOfRange(name: string, { feature, x, y }: Misplaced, hint = ""): Fault {
  return fault("outOfRange", `${featureLabel(name, feature)}, at ${x}, ${y}${hint}`);
}

/** A feature as a reason names it: by its number from 1, and its name where it has one. */
export function featureLabel(name: string, feature: number): string {
  return name === "" ? `feature ${feature + 1}` : `feature ${feature + 1} (${name.slice(0, 80)})`;
}

function firstLost(positions: Float64Array): number | undefined {
  for (let at = 0; at < positions.length; at += 2)
    if (!onMap(positions[at] ?? NaN, positions[at + 1] ?? NaN)) return at / 2;
  return undefined;
}

function featureAt({ partStarts, positionStarts }: PlanGeometry, position: number): number {
  let feature = 0;
  while ((positionStarts[partStarts[feature + 1] ?? 0] ?? Infinity) <= position) feature += 1;
  return feature;
}
