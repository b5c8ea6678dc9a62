import type { IMAGERY_PARAMETERS, LIDAR_PARAMETERS } from "./calibration.ts";

/** A number of a record of either kind. */
export type Parameter = (typeof LIDAR_PARAMETERS)[number] | (typeof IMAGERY_PARAMETERS)[number];

interface Range {
  /** Beyond it, either way, a value has to be confirmed. */
  readonly most: number;
  /** Beyond it, either way, no stage takes a value, and no record is saved with it. */
  readonly limit: number;
  readonly unit: "m" | "°";
}

/** No aircraft of a survey is wider: an antenna or a camera is not farther from the IMU. */
const LEVER: Range = { most: 5, limit: 100, unit: "m" };
const TURN: Range = { most: 360, limit: 720, unit: "°" };
/** What is left between a camera and its mount. */
const BORESIGHT: Range = { most: 10, limit: 720, unit: "°" };

const RANGES: Readonly<Record<Parameter, Range>> = {
  PriGNSSLeverX: LEVER,
  PriGNSSLeverY: LEVER,
  PriGNSSLeverZ: LEVER,
  RefToIMULeverX: LEVER,
  RefToIMULeverY: LEVER,
  RefToIMULeverZ: LEVER,
  RefToIMUMountingAnglX: TURN,
  RefToIMUMountingAnglY: TURN,
  RefToIMUMountingAnglZ: TURN,
  CameraLeverArmX: LEVER,
  CameraLeverArmY: LEVER,
  CameraLeverArmZ: LEVER,
  CameraBoresiteAngleTx: BORESIGHT,
  CameraBoresiteAngleTy: BORESIGHT,
  CameraBoresiteAngleTz: BORESIGHT,
  KappaCardinal: TURN,
};

/** A value beyond what is usual, which is saved once a person has confirmed it. */
export interface ImplausibleValue {
  readonly name: Parameter;
  readonly value: number;
  /** Usual are values up to it, either way. */
  readonly most: number;
  /** In words, with the range. */
  readonly text: string;
}

/** How far from 0 a parameter may be, either way: metres or degrees. */
export const limitOf = (name: Parameter): number => RANGES[name].limit;

/** Whether a member of a record is one of its numbers. */
export const isParameter = (name: string): name is Parameter => Object.hasOwn(RANGES, name);

/** The values of a record that have to be confirmed before it is saved: lever arms (m), angles (degrees). */
export function implausibleValues(values: Readonly<Record<string, unknown>>): ImplausibleValue[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (!isParameter(name) || typeof value !== "number") return [];
    const { most, unit } = RANGES[name];
    if (Math.abs(value) <= most) return [];
    const text = `${name} is ${value} ${unit}; usual are −${most} to ${most} ${unit}`;
    return [{ name, value, most, text }];
  });
}
