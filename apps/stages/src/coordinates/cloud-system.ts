import { projectedSystem, type ProjectedSystem } from "@swath/pointcloud/coordinates";
import type { LasCrs } from "@swath/pointcloud/las";
import { epsgDefinition } from "../records/target-system.ts";

/** The coordinate system that a cloud is processed in. */
export interface CloudSystem {
  /** Null where the cloud's definition has no code. */
  readonly epsg: number | null;
  /** Of the heights, as the file states it. */
  readonly verticalEpsg: number | null;
  /** Whether x and y are degrees of longitude and latitude. */
  readonly geographic: boolean;
  /** Metres in a unit of x and y (1 where these are degrees) and of z. */
  readonly horizontalUnit: number;
  readonly verticalUnit: number;
  /** Longitude and latitude, degrees, of x and y; undefined where the system is not known. */
  readonly inverse: ((x: number, y: number) => readonly [number, number]) | undefined;
}

/**
 * The system of a cloud: as its file states it, else the one given (the instruction's or project's).
 * A text says why there is none. A unit that the file does not state is the system's; heights without
 * one are in the unit of x and y.
 */
export function cloudSystem(crs: LasCrs, given: number | null): CloudSystem | string {
  const epsg = crs.stated ? crs.epsg : given;
  if (!crs.stated && given === null)
    return "states no coordinate system, and neither the instruction nor the project names one";
  const definition = epsg === null ? undefined : epsgDefinition(epsg);
  if (crs.geographic || isGeographic(definition))
    return {
      epsg,
      verticalEpsg: crs.verticalEpsg,
      geographic: true,
      horizontalUnit: 1,
      verticalUnit: crs.verticalUnit ?? 1,
      inverse: (x, y) => [x, y],
    };
  const system = epsg === null ? undefined : systemOf(epsg, definition);
  if (!crs.stated && system === undefined)
    return `states no coordinate system, and EPSG:${given} of the project is not known here`;
  const horizontalUnit = crs.horizontalUnit ?? system?.unit ?? 1;
  return {
    epsg,
    verticalEpsg: crs.verticalEpsg,
    geographic: false,
    horizontalUnit,
    verticalUnit: crs.verticalUnit ?? horizontalUnit,
    inverse: system && ((x, y) => system.inverse(x, y)),
  };
}

const isGeographic = (definition: string | undefined): boolean =>
  definition !== undefined && /\+proj=(longlat|latlong)\b/.test(definition);

function systemOf(epsg: number, definition: string | undefined): ProjectedSystem | undefined {
  const system = projectedSystem(epsg, definition);
  return "fault" in system ? undefined : system;
}

/** Takes longitude and latitude, degrees, to a cloud's x and y; undefined where its system is not known. */
export function forwardOf({ epsg, geographic }: Pick<CloudSystem, "epsg" | "geographic">) {
  if (geographic) return (longitude: number, latitude: number) => [longitude, latitude] as const;
  const system = epsg === null ? undefined : systemOf(epsg, epsgDefinition(epsg));
  return system && ((longitude: number, latitude: number) => system.forward(longitude, latitude));
}

/** Factors that make metres of a cloud's x, y and z, at a latitude where these are degrees. */
export interface MetricScale {
  readonly x: number;
  readonly y: number;
  readonly z: number;
}

/** Metres in a degree of latitude, and of longitude on the equator (WGS 84, mean of the meridian). */
const DEGREE = 111_195;
const RADIANS = Math.PI / 180;

/** How a cloud's coordinates become metres; `middle` is its middle y. */
export function metricScale(
  { geographic, horizontalUnit, verticalUnit }: Omit<CloudSystem, "inverse" | "verticalEpsg">,
  middle: number,
): MetricScale {
  if (!geographic) return { x: horizontalUnit, y: horizontalUnit, z: verticalUnit };
  return { x: DEGREE * Math.cos(middle * RADIANS), y: DEGREE, z: verticalUnit };
}
