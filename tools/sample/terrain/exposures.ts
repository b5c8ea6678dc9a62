import { gpsToUtc } from "@swath/survey";
import { csvFile } from "../document-writer.ts";
import { leverEnd, poseOf } from "./pose.ts";
import { geodetic, projected, type Zone } from "./ellipsoid.ts";
import { degrees, type Matrix, multiply, rotationZ, rotationZYX, type Vector } from "./matrix.ts";
import type { TerrainFlight } from "./terrain-flight.ts";
import { gpsTime } from "./pos-recording.ts";

/** An image's exterior orientation as it truly was. */
interface TrueExposure {
  /** Perspective centre: easting, northing, height. */
  readonly centre: Vector;
  /** Of `R(c→m) = Rx(ω) · Ry(φ) · Rz(κ)`, radians, m being of grid north. */
  readonly omega: number;
  readonly phi: number;
  readonly kappa: number;
}

/** Behind a whole second, of every other exposure: those in between have a row in the truth's trajectory. */
const BETWEEN = 0.347_123_4;

/** When the camera was triggered, s of the recording: each second of each line. */
export function exposureTimes({ lines }: TerrainFlight): number[] {
  return lines.flatMap(({ begins, ends }) => {
    const first = Math.ceil(begins);
    const count = Math.max(0, Math.floor(ends - BETWEEN) - first + 1);
    return Array.from({ length: count }, (_, i) => first + i + (i % 2 === 0 ? 0 : BETWEEN));
  });
}

/** Camera axes of a camera mounted straight, in body axes. */
const STRAIGHT: Matrix = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, -1],
];

export function trueExposure(flight: TerrainFlight, at: number): TrueExposure {
  const { imagery } = flight.options.calibration;
  if (imagery === null) throw new Error("no camera in the calibration");
  const pose = poseOf(flight.site, flight.motion.at(at));
  const lever: Vector = [imagery.CameraLeverArmX, imagery.CameraLeverArmY, imagery.CameraLeverArmZ];
  const boresight = rotationZYX(
    imagery.CameraBoresiteAngleTx,
    imagery.CameraBoresiteAngleTy,
    imagery.CameraBoresiteAngleTz,
  );
  const cardinal = rotationZYX(0, 0, imagery.KappaCardinal);
  const toBody = multiply(multiply(cardinal, boresight), STRAIGHT);
  const camera = leverEnd(pose, lever);
  const toGrid = gridAxes(camera, flight.zone);
  const [x, y, z] = multiply(toGrid, multiply(pose.attitude, toBody));
  const [easting, northing] = projected(geodetic(camera), flight.zone);
  return {
    centre: [easting, northing, geodetic(camera).height],
    omega: Math.atan2(-y[2], z[2]),
    phi: Math.asin(x[2]),
    kappa: Math.atan2(-x[1], x[0]),
  };
}

/** From earth-centred axes to grid east, grid north and up: the projection itself tells where north leads. */
function gridAxes(position: Vector, zone: Zone): Matrix {
  const place = geodetic(position);
  const [sinLat, cosLat] = [Math.sin(place.latitude), Math.cos(place.latitude)];
  const [sinLon, cosLon] = [Math.sin(place.longitude), Math.cos(place.longitude)];
  const east: Vector = [-sinLon, cosLon, 0];
  const north: Vector = [-sinLat * cosLon, -sinLat * sinLon, cosLat];
  const up: Vector = [cosLat * cosLon, cosLat * sinLon, sinLat];
  const step = 1e-6;
  const [e0, n0] = projected({ ...place, latitude: place.latitude - step }, zone);
  const [e1, n1] = projected({ ...place, latitude: place.latitude + step }, zone);
  const turned = rotationZ(-Math.atan2(e1 - e0, n1 - n0));
  return multiply(turned, [east, north, up]);
}

const COLUMNS = ["file", "time", "latitude", "longitude", "height", "gps_week", "gps_seconds"];

/** Names of the images, in the order of their exposures. */
export function imageNames(flight: TerrainFlight, part: string): string[] {
  return exposureTimes(flight).map((_, i) => `${part}_${String(i + 1).padStart(4, "0")}.iiq`);
}

/** The log of the camera's events (docs/formats.md): antenna and time of each exposure. */
export function eventLog(flight: TerrainFlight, part: string): Uint8Array {
  const names = imageNames(flight, part);
  const rows = exposureTimes(flight).map((at, i) => {
    const antenna = leverEnd(poseOf(flight.site, flight.motion.at(at)), flight.fitting.antenna);
    const { latitude, longitude, height } = geodetic(antenna);
    const time = gpsTime(flight, at);
    return [
      names[i] ?? "",
      new Date(gpsToUtc(time)).toISOString(),
      degrees(latitude).toFixed(8),
      degrees(longitude).toFixed(8),
      height.toFixed(3),
      String(time.week),
      time.seconds.toFixed(7),
    ];
  });
  return csvFile([COLUMNS, ...rows]);
}
