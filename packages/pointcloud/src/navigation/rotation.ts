import { type Triple } from "../points/index.ts";
import { earthToGeodetic, geodeticToEarth } from "../coordinates/index.ts";

/** A rotation as nine numbers, row by row: `out = M · in`. */
export type Rotation = Float64Array;

/**
 * `Rz(z) · Ry(y) · Rx(x)` of right-handed rotations, radians. With roll, pitch, heading it takes
 * vectors of the body (forward, right, down) to north, east, down (docs/georeferencing.md; Titterton
 * & Weston, _Strapdown Inertial Navigation Technology_, 3.6).
 */
export function eulerRotation(x: number, y: number, z: number, out: Rotation): Rotation {
  const [sx, cx] = [Math.sin(x), Math.cos(x)];
  const [sy, cy] = [Math.sin(y), Math.cos(y)];
  const [sz, cz] = [Math.sin(z), Math.cos(z)];
  out[0] = cy * cz;
  out[1] = sx * sy * cz - cx * sz;
  out[2] = cx * sy * cz + sx * sz;
  out[3] = cy * sz;
  out[4] = sx * sy * sz + cx * cz;
  out[5] = cx * sy * sz - sx * cz;
  out[6] = -sy;
  out[7] = sx * cy;
  out[8] = cx * cy;
  return out;
}

/** North, east, down at a place (radians) to earth-centred x, y, z (Titterton & Weston, 3.5). */
export function levelToEarth(latitude: number, longitude: number, out: Rotation): Rotation {
  const [sinLat, cosLat] = [Math.sin(latitude), Math.cos(latitude)];
  const [sinLon, cosLon] = [Math.sin(longitude), Math.cos(longitude)];
  out[0] = -sinLat * cosLon;
  out[1] = -sinLon;
  out[2] = -cosLat * cosLon;
  out[3] = -sinLat * sinLon;
  out[4] = cosLon;
  out[5] = -cosLat * sinLon;
  out[6] = cosLat;
  out[7] = 0;
  out[8] = -sinLat;
  return out;
}

/** `out = a · b`; `out` is neither of them. */
export function multiply(a: Rotation, b: Rotation, out: Rotation): Rotation {
  for (let row = 0; row < 9; row += 3)
    for (let column = 0; column < 3; column++)
      out[row + column] =
        a[row]! * b[column]! + a[row + 1]! * b[column + 3]! + a[row + 2]! * b[column + 6]!;
  return out;
}

/** The inverse of a rotation: its transpose. */
export function inverse(m: Rotation): Rotation {
  return Float64Array.of(m[0]!, m[3]!, m[6]!, m[1]!, m[4]!, m[7]!, m[2]!, m[5]!, m[8]!);
}

/** `out = m · (x, y, z)`. */
export function rotate(
  m: Rotation,
  x: number,
  y: number,
  z: number,
  out: Float64Array,
): Float64Array {
  out[0] = m[0]! * x + m[1]! * y + m[2]! * z;
  out[1] = m[3]! * x + m[4]! * y + m[5]! * z;
  out[2] = m[6]! * x + m[7]! * y + m[8]! * z;
  return out;
}

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
