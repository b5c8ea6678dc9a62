import {
  following,
  type Misplaced,
  onMap,
  type PlanGeometry,
  toWebMercator,
} from "../model/index.ts";
import type { Projection } from "./crs/projection.ts";
import { type Fault, fault } from "./load-outcome.ts";

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

/**
 * Lets what crosses 180° go on beyond the edge of the world, in place. Positions are degrees.
 *
 * - W1 Within a part, each longitude follows the former by the shorter way.
 * - W2 A further part of a feature lies beside its first part, the shorter way between their middles.
 * - W3 Features on both sides of 180° come together: where a layer spreads over more than half of the
 *   world, and less than half once the western half follows the eastern, all that lies west goes east
 *   (the rule of the survey's plan drawing).
 */
function unwrapLongitudes(geometry: PlanGeometry): void {
  const middles = Float64Array.from(geometry.kinds, (_, feature) =>
    unwrapFeature(geometry, feature),
  );
  if (!comesTogether(geometry, middles)) return;
  for (const [feature, middle] of middles.entries())
    if (middle < 0) shift(geometry, ...partsOf(geometry, feature), 360);
}

function partsOf({ partStarts }: PlanGeometry, feature: number): readonly [number, number] {
  return [partStarts[feature] ?? 0, partStarts[feature + 1] ?? 0];
}

/** Middle longitude of the feature once its parts lie together. */
function unwrapFeature(geometry: PlanGeometry, feature: number): number {
  const [first, end] = partsOf(geometry, feature);
  let middle = 0;
  for (let part = first; part < end; part++) {
    unwrapPart(geometry, part);
    const [west, east] = span(geometry, part);
    const own = (west + east) / 2;
    if (part === first) middle = own;
    const turns = Math.round((middle - own) / 360);
    if (turns !== 0) shift(geometry, part, part + 1, turns * 360);
  }
  return middle;
}

function unwrapPart({ positions, positionStarts }: PlanGeometry, part: number): void {
  const end = (positionStarts[part + 1] ?? 0) * 2;
  const start = (positionStarts[part] ?? 0) * 2;
  for (let at = start + 2; at < end; at += 2)
    positions[at] = following(positions[at] ?? 0, positions[at - 2] ?? 0);
}

function span(geometry: PlanGeometry, part: number): readonly [west: number, east: number] {
  const { positions, positionStarts } = geometry;
  let [west, east] = [Infinity, -Infinity];
  const end = (positionStarts[part + 1] ?? 0) * 2;
  for (let at = (positionStarts[part] ?? 0) * 2; at < end; at += 2) {
    west = Math.min(west, positions[at] ?? 0);
    east = Math.max(east, positions[at] ?? 0);
  }
  return [west, east];
}

function comesTogether(geometry: PlanGeometry, middles: Float64Array): boolean {
  const plain = { west: Infinity, east: -Infinity };
  const turned = { west: Infinity, east: -Infinity };
  for (const [feature, middle] of middles.entries()) {
    const [first, end] = partsOf(geometry, feature);
    for (let part = first; part < end; part++) {
      const [west, east] = span(geometry, part);
      widen(plain, west, east);
      const by = middle < 0 ? 360 : 0;
      widen(turned, west + by, east + by);
    }
  }
  return plain.east - plain.west > 180 && turned.east - turned.west < 180;
}

function widen(range: { west: number; east: number }, west: number, east: number): void {
  range.west = Math.min(range.west, west);
  range.east = Math.max(range.east, east);
}

function shift(geometry: PlanGeometry, first: number, end: number, degrees: number): void {
  const { positions, positionStarts } = geometry;
  const last = (positionStarts[end] ?? 0) * 2;
  for (let at = (positionStarts[first] ?? 0) * 2; at < last; at += 2)
    positions[at] = (positions[at] ?? 0) + degrees;
}
