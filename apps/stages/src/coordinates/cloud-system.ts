import type { LasCrs } from "@swath/pointcloud/las";
import { epsgDefinition, knownSystem, knownWkt } from "../target-system.ts";
import { unitOfHeights } from "./vertical-datum.ts";

/** The coordinate system that a cloud is processed in. */
export interface CloudSystem {
  /** Null where the cloud's definition has no code. */
  readonly epsg: number | null;
  /** Code of the heights' system, as the file states it. */
  readonly verticalEpsg: number | null;
  /** Whether x and y are degrees of longitude and latitude. */
  readonly geographic: boolean;
  /** Metres in a unit of x and y (1 where these are degrees) and of z. */
  readonly horizontalUnit: number;
  readonly verticalUnit: number;
  /** Metres in the unit that the system's code has; undefined where that is not known. */
  readonly unit: number | undefined;
  /** Longitude and latitude, degrees, of x and y, and back; undefined where the system is not known. */
  readonly inverse: Conversion | undefined;
  readonly forward: Conversion | undefined;
}

type Conversion = (x: number, y: number) => readonly [number, number];

/** The fields of a system that an index keeps. */
export type StatedSystem = Pick<
  CloudSystem,
  "epsg" | "geographic" | "horizontalUnit" | "verticalUnit"
> & { readonly verticalEpsg?: number | null | undefined };

/**
 * The system of a cloud: as its file states it, else the given one (the instruction's or
 * project's). A text says why there is none. A missing unit is the system's; heights without a unit
 * are in that of their own system, else of x and y.
 */
export function cloudSystem(
  crs: Omit<LasCrs, "geocentric"> & Partial<LasCrs>,
  given: number | null,
): CloudSystem | string {
  const epsg = crs.stated ? crs.epsg : given;
  if (!crs.stated && given === null)
    return "states no coordinate system, and neither the instruction nor the project names one";
  const definition = epsg === null ? undefined : epsgDefinition(epsg);
  const heightUnit = crs.verticalUnit ?? unitOfHeights(crs.verticalEpsg);
  if (crs.geocentric === true || isGeocentric(definition)) return geocentricFault(epsg, crs.stated);
  if (crs.geographic || isGeographic(definition))
    return {
      epsg,
      verticalEpsg: crs.verticalEpsg,
      geographic: true,
      horizontalUnit: 1,
      verticalUnit: heightUnit ?? 1,
      unit: undefined,
      inverse: (x, y) => [x, y],
      forward: (x, y) => [x, y],
    };
  const system = epsg === null ? undefined : knownSystem(epsg);
  if (!crs.stated && system === undefined)
    return `states no coordinate system, and EPSG:${given} of the project is not known here`;
  const horizontalUnit = crs.horizontalUnit ?? system?.unit ?? 1;
  return {
    epsg,
    verticalEpsg: crs.verticalEpsg,
    geographic: false,
    horizontalUnit,
    verticalUnit: heightUnit ?? horizontalUnit,
    unit: system?.unit,
    inverse: system && ((x, y) => system.inverse(x, y)),
    forward: system && ((x, y) => system.forward(x, y)),
  };
}

const geocentricFault = (epsg: number | null, stated: boolean): string =>
  `is in a geocentric system (${epsg === null ? "without a code" : `EPSG:${epsg}`}${stated ? "" : " of the project"}): x, y and z are metres from the middle of the earth, not places on a map. Convert it to a projected system`;

const isGeocentric = (definition: string | undefined): boolean =>
  definition !== undefined && /\+proj=geocent\b/.test(definition);

const isGeographic = (definition: string | undefined): boolean =>
  definition !== undefined && /\+proj=(longlat|latlong)\b/.test(definition);

/** Takes longitude and latitude, degrees, to a cloud's x and y; undefined where its system is not known. */
export function forwardOf({ epsg, geographic }: Pick<CloudSystem, "epsg" | "geographic">) {
  if (geographic) return (longitude: number, latitude: number) => [longitude, latitude] as const;
  const system = epsg === null ? undefined : knownSystem(epsg);
  return system && ((longitude: number, latitude: number) => system.forward(longitude, latitude));
}

/** A system with its definition in well-known text, where it is known. */
export const withWkt = <System extends Pick<CloudSystem, "epsg">>(system: System) => ({
  ...system,
  wkt: system.epsg === null ? undefined : knownWkt(system.epsg),
});

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
  { geographic, horizontalUnit, verticalUnit }: StatedSystem,
  middle: number,
): MetricScale {
  if (!geographic) return { x: horizontalUnit, y: horizontalUnit, z: verticalUnit };
  return { x: DEGREE * Math.cos(middle * RADIANS), y: DEGREE, z: verticalUnit };
}
