import { earthToGeodetic, geodeticToEarth } from "../coordinates/index.ts";
import { eulerRotation, levelToEarth, rotate } from "./rotation.ts";

/** x, y, z in m, or about x, y, z. */
export type Triple = readonly [number, number, number];

interface Place {
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
}

/**
 * Makes the function that takes a recording's positions from the antenna to the IMU:
 * `IMU = antenna − C(b→n) · lever`, the lever from the IMU to the antenna in the body's frame, m
 * (docs/georeferencing.md). Angles in radians.
 */
export function antennaToImu(
  lever: Triple,
): (antenna: Place & { roll: number; pitch: number; heading: number }) => Place {
  const body = new Float64Array(9);
  const level = new Float64Array(9);
  const vector = new Float64Array(3);
  const earth = new Float64Array(3);
  return ({ latitude, longitude, height, roll, pitch, heading }) => {
    if (lever.every((part) => part === 0)) return { latitude, longitude, height };
    geodeticToEarth(latitude, longitude, height, earth);
    rotate(eulerRotation(roll, pitch, heading, body), ...lever, vector);
    const [north, east, down] = vector as unknown as Triple;
    rotate(levelToEarth(latitude, longitude, level), north, east, down, vector);
    const out = earthToGeodetic(
      earth[0]! - vector[0]!,
      earth[1]! - vector[1]!,
      earth[2]! - vector[2]!,
      new Float64Array(3),
    );
    return { latitude: out[0]!, longitude: out[1]!, height: out[2]! };
  };
}
