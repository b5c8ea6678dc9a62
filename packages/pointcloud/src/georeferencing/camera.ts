import { type Triple } from "../points/index.ts";
import { earthToGeodetic, gridBearingOfNorth, type ProjectedSystem } from "../coordinates/index.ts";
import {
  eulerRotation,
  levelToEarth,
  multiply,
  type Pose,
  rotate,
  type Rotation,
} from "../navigation/index.ts";

/** How a camera sits by the IMU (docs/georeferencing.md): m in the body's frame, radians. */
export interface CameraMounting {
  /** From the IMU to the perspective centre. */
  readonly lever: Triple;
  /** Tx, Ty, Tz. */
  readonly boresight: Triple;
  readonly kappaCardinal: number;
}

/** Camera axes (right, top, against the view) to the body of a camera mounted straight: `M`. */
const STRAIGHT = Float64Array.of(0, 1, 0, 1, 0, 0, 0, 0, -1);

/** `C(c→b) = Rz(K) · Rz(Tz) · Ry(Ty) · Rx(Tx) · M`. */
export function cameraToBody({ boresight, kappaCardinal }: CameraMounting): Rotation {
  const cardinal = eulerRotation(0, 0, kappaCardinal, new Float64Array(9));
  const turned = eulerRotation(...boresight, new Float64Array(9));
  const mounted = multiply(cardinal, turned, new Float64Array(9));
  return multiply(mounted, STRAIGHT, new Float64Array(9));
}

/** Position and attitude of a camera when an image was taken. */
export interface Exposure {
  /** Perspective centre, earth-centred (m). */
  readonly earth: Triple;
  /** Degrees; ellipsoidal height, m. */
  readonly latitude: number;
  readonly longitude: number;
  readonly height: number;
  /** Camera axes to earth-centred ones. */
  readonly toEarth: Rotation;
  /** Camera axes to north, east, down. */
  readonly toLevel: Rotation;
}

const DEGREE = Math.PI / 180;

/** The exposure of a camera at a pose of the IMU. */
export function exposureAt(pose: Pose, mounting: CameraMounting): Exposure {
  const body = eulerRotation(pose.roll, pose.pitch, pose.heading, new Float64Array(9));
  const level = levelToEarth(pose.latitude, pose.longitude, new Float64Array(9));
  const toLevel = multiply(body, cameraToBody(mounting), new Float64Array(9));
  const lever = rotate(body, ...mounting.lever, new Float64Array(3));
  rotate(level, lever[0]!, lever[1]!, lever[2]!, lever);
  const earth: Triple = [pose.x + lever[0]!, pose.y + lever[1]!, pose.z + lever[2]!];
  const place = earthToGeodetic(...earth, new Float64Array(3));
  return {
    earth,
    latitude: place[0]! / DEGREE,
    longitude: place[1]! / DEGREE,
    height: place[2]!,
    toEarth: multiply(level, toLevel, new Float64Array(9)),
    toLevel,
  };
}

/** Exterior orientation in a projected system: its unit, and degrees. */
export interface ExteriorOrientation {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly omega: number;
  readonly phi: number;
  readonly kappa: number;
}

/**
 * X0 Y0 Z0 and ω φ κ of `R(c→m) = Rx(ω) · Ry(φ) · Rz(κ)`, m being easting, northing, up of the
 * system's grid (Kraus, _Photogrammetry_, 1.1).
 */
export function exteriorOrientation(
  exposure: Exposure,
  system: ProjectedSystem,
): ExteriorOrientation {
  const { longitude, latitude, height, toLevel } = exposure;
  const [x, y] = system.forward(longitude, latitude);
  const turn = gridBearingOfNorth(system, longitude, latitude);
  const [sin, cos] = [Math.sin(turn), Math.cos(turn)];
  // What points north and east in truth has these components along the grid's east, north and up.
  const toGrid = Float64Array.of(sin, cos, 0, cos, -sin, 0, 0, 0, -1);
  const r = multiply(toGrid, toLevel, new Float64Array(9));
  return {
    x,
    y,
    z: height / system.unit,
    omega: Math.atan2(-r[5]!, r[8]!) / DEGREE,
    phi: Math.asin(Math.max(-1, Math.min(1, r[2]!))) / DEGREE,
    kappa: Math.atan2(-r[1]!, r[0]!) / DEGREE,
  };
}

/** A camera's image: focal length and side of a pixel in mm, its size in pixels. */
export interface ImageFormat {
  readonly focalLength: number;
  readonly pixel: number;
  readonly width: number;
  readonly height: number;
}

const ROUNDS = 4;

/**
 * Where the ray of a pixel (from the upper left one's centre, to the right and down) meets the
 * ground at an ellipsoidal height: longitude and latitude, degrees; undefined where it does not
 * look down.
 */
export function groundOf(
  exposure: Exposure,
  { focalLength, pixel, width, height }: ImageFormat,
  [column, row]: readonly [number, number],
  ground: number,
): readonly [longitude: number, latitude: number] | undefined {
  const ray = [
    (column - (width - 1) / 2) * pixel,
    ((height - 1) / 2 - row) * pixel,
    -focalLength,
  ] as const;
  const down = rotate(exposure.toLevel, ...ray, new Float64Array(3))[2]!;
  if (down <= 0 || exposure.height <= ground) return undefined;
  const [dx, dy, dz] = rotate(exposure.toEarth, ...ray, new Float64Array(3));
  const [x, y, z] = exposure.earth;
  const place = new Float64Array(3);
  let steps = (exposure.height - ground) / down;
  for (let round = 0; round < ROUNDS; round++) {
    earthToGeodetic(x + dx! * steps, y + dy! * steps, z + dz! * steps, place);
    steps += (place[2]! - ground) / down;
  }
  return [place[1]! / DEGREE, place[0]! / DEGREE];
}

/** Four corners of an image on the ground, from the upper left one clockwise. */
export function footprintOf(
  exposure: Exposure,
  format: ImageFormat,
  ground: number,
): readonly (readonly [longitude: number, latitude: number])[] | undefined {
  const [right, bottom] = [format.width - 0.5, format.height - 0.5];
  const pixels = [
    [-0.5, -0.5],
    [right, -0.5],
    [right, bottom],
    [-0.5, bottom],
  ] as const;
  const corners = pixels.map((pixel) => groundOf(exposure, format, pixel, ground));
  return corners.every((corner) => corner !== undefined) ? corners : undefined;
}

/**
 * The six numbers of a world file (Esri, _World files for raster datasets_): the affine map that is
 * right at the image's centre and as its edges have it on the mean; undefined without a footprint.
 */
export function worldFileOf(
  exposure: Exposure,
  format: ImageFormat,
  ground: number,
  system: ProjectedSystem,
): readonly number[] | undefined {
  const { width, height } = format;
  const middle = [(width - 1) / 2, (height - 1) / 2] as const;
  const at = (column: number, row: number) => {
    const place = groundOf(exposure, format, [column, row], ground);
    return place === undefined ? undefined : system.forward(...place);
  };
  const [left, right] = [at(0, middle[1]), at(width - 1, middle[1])];
  const [top, bottom] = [at(middle[0], 0), at(middle[0], height - 1)];
  const centre = at(...middle);
  if (!left || !right || !top || !bottom || !centre) return undefined;
  const a = (right[0] - left[0]) / (width - 1);
  const d = (right[1] - left[1]) / (width - 1);
  const b = (bottom[0] - top[0]) / (height - 1);
  const e = (bottom[1] - top[1]) / (height - 1);
  const c = centre[0] - a * middle[0] - b * middle[1];
  return [a, d, b, e, c, centre[1] - d * middle[0] - e * middle[1]];
}
