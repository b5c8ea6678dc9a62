import type { CalibrationFile } from "@swath/contract/processing";
import type { RecordedReturn, Solution } from "./recorded-bytes.ts";

/** A point in earth-centred coordinates, m. */
type Xyz = [number, number, number];
type Camera = NonNullable<CalibrationFile["imagery"]>;
type Lidar = NonNullable<CalibrationFile["lidar"]>;

const RADIAN = Math.PI / 180;

/**
 * Points straight from what files state, after docs/georeferencing.md and with nothing of the
 * generator's mathematics: one rotation after the other, sines and cosines written out.
 */
export function directPoint(at: Solution, lidar: Lidar, shot: RecordedReturn): Xyz {
  const { place } = at;
  // From the antenna to the IMU, and on to the scanner.
  const antenna = bodyToEarth(at, [lidar.PriGNSSLeverX, lidar.PriGNSSLeverY, lidar.PriGNSSLeverZ]);
  const reference = bodyToEarth(
    at,
    scannerToBody(lidar, [lidar.RefToIMULeverX, lidar.RefToIMULeverY, lidar.RefToIMULeverZ]),
  );
  const angle = shot.angle * RADIAN;
  const beam: Xyz = [0, shot.range * Math.sin(angle), shot.range * Math.cos(angle)];
  const pulse = bodyToEarth(at, scannerToBody(lidar, beam));
  return [0, 1, 2].map((i) => place[i]! - antenna[i]! - reference[i]! + pulse[i]!) as Xyz;
}

/** The direction in which a camera looks, as east, north, up: its z axis is against the view. */
export function directView(
  { roll, pitch, heading }: Pick<Solution, "roll" | "pitch" | "heading">,
  camera: Camera,
): Xyz {
  const boresight = aboutZ(
    aboutY(
      aboutX([0, 0, 1], camera.CameraBoresiteAngleTx * RADIAN),
      camera.CameraBoresiteAngleTy * RADIAN,
    ),
    (camera.CameraBoresiteAngleTz + camera.KappaCardinal) * RADIAN,
  );
  const [north, east, down] = aboutZ(aboutY(aboutX(boresight, roll), pitch), heading);
  return [east, north, -down];
}

/** Backwards through Rz · Ry · Rx. */
function scannerToBody(lidar: Lidar, [x, y, z]: Xyz): Xyz {
  const turned = aboutZ([x, y, z], -lidar.RefToIMUMountingAnglZ * RADIAN);
  const tilted = aboutY(turned, -lidar.RefToIMUMountingAnglY * RADIAN);
  return aboutX(tilted, -lidar.RefToIMUMountingAnglX * RADIAN);
}

function bodyToEarth({ roll, pitch, heading, latitude, longitude }: Solution, body: Xyz): Xyz {
  const [north, east, down] = aboutZ(aboutY(aboutX(body, roll), pitch), heading);
  // The level frame lies with its axes z, y, −x beside the earth's at latitude 0, longitude 0.
  const equator: Xyz = [-down, east, north];
  return aboutZ(aboutY(equator, -latitude), longitude);
}

function aboutX([x, y, z]: Xyz, a: number): Xyz {
  return [x, y * Math.cos(a) - z * Math.sin(a), y * Math.sin(a) + z * Math.cos(a)];
}
function aboutY([x, y, z]: Xyz, a: number): Xyz {
  return [x * Math.cos(a) + z * Math.sin(a), y, z * Math.cos(a) - x * Math.sin(a)];
}
function aboutZ([x, y, z]: Xyz, a: number): Xyz {
  return [x * Math.cos(a) - y * Math.sin(a), x * Math.sin(a) + y * Math.cos(a), z];
}
