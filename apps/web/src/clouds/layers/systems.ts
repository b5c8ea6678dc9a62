import { crsOf } from "@swath/plan/load";
import { latitudeOf, longitudeOf, mercatorX, mercatorY } from "@swath/plan/model";
import { gda2020Definition, projectedSystem } from "@swath/pointcloud/coordinates";

/** A system of places, reached from degrees of WGS 84 and back. */
export interface PlaceSystem {
  readonly name: string;
  readonly forward: (longitude: number, latitude: number) => readonly [x: number, y: number];
  readonly inverse: (x: number, y: number) => readonly [longitude: number, latitude: number];
}

/**
 * The system of an EPSG code, of those whose datum lies within 2 m of WGS 84; undefined of others, which are put on no
 * map. No datum is shifted, as on the maps of planning and of findings.
 */
export function systemOf(epsg: number): PlaceSystem | undefined {
  const made = systems.has(epsg) ? systems.get(epsg) : newSystem(epsg);
  systems.set(epsg, made);
  return made;
}

/** One of a code: what is computed by it is remembered by identity. */
const systems = new Map<number, PlaceSystem | undefined>();

function newSystem(epsg: number): PlaceSystem | undefined {
  const known = crsOf(epsg);
  if (known === undefined) return undefined;
  const { name, geographic } = known;
  if (geographic)
    return {
      name,
      forward: (longitude, latitude) => [longitude, latitude],
      inverse: (x, y) => [x, y],
    };
  const definition = gda2020Definition(epsg) ?? known.definition;
  if (definition === undefined)
    return {
      name,
      forward: (longitude, latitude) => [mercatorX(longitude), mercatorY(latitude)],
      inverse: (x, y) => [longitudeOf(x), latitudeOf(y)],
    };
  const system = projectedSystem(epsg, definition);
  if ("fault" in system) return undefined;
  return {
    name,
    forward: (longitude, latitude) => system.forward(longitude, latitude),
    inverse: (x, y) => system.inverse(x, y),
  };
}
