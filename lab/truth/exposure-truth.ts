import { readFileSync } from "node:fs";
import { type CalibrationFile, calibrationFileSchema } from "@swath/contract/processing";
import {
  earthCentred,
  geodetic,
  northEastDown,
  projected,
  type Zone,
  zoneOfEpsg,
} from "../../tools/sample/terrain/ellipsoid.ts";
import {
  add,
  apply,
  degrees,
  type Matrix,
  multiply,
  radians,
  rotationZ,
  rotationZYX,
  type Vector,
} from "../../tools/sample/terrain/matrix.ts";
import { errorFigures, type ErrorFigures } from "./error-figures.ts";
import { type Pose, SbetFile } from "./sbet-truth.ts";
import type { Truth } from "./truth-file.ts";

type Camera = NonNullable<CalibrationFile["imagery"]>;

/** Camera axes of a camera mounted straight, in body axes (docs/georeferencing.md). */
const STRAIGHT: Matrix = [
  [0, 1, 0],
  [1, 0, 0],
  [0, 0, -1],
];
const STEP = 1e-6;
/** An exposure this near to a second of the truth was taken at it, s. */
const SAME = 1e-4;

interface Exposure {
  readonly name: string;
  readonly time: number;
  readonly centre: Vector;
  /** Degrees. */
  readonly angles: Vector;
}

export interface ExposureFigures {
  readonly exposures: number;
  /** At a time of which neither truth nor trajectory knows a pose. */
  readonly unjudged: number;
  /** m from where the perspective centre truly was. */
  readonly position: ErrorFigures;
  /** Degrees between the true and the written attitude. */
  readonly attitude: ErrorFigures;
}

/** Columns of eo.csv by their names, in either case. */
function readExposures(path: string): Exposure[] {
  const [head = "", ...lines] = readFileSync(path, "utf8").trim().split(/\r?\n/);
  const names = head.split(",").map((name) => name.trim().toLowerCase());
  const column = (...wanted: string[]): number => {
    const found = names.findIndex((name) => wanted.includes(name));
    if (found < 0) throw new Error(`${path}: has no column ${wanted.join(" or ")}`);
    return found;
  };
  const at = {
    name: column("file", "image", "name"),
    time: column("gps_seconds", "gpsseconds", "gps_time", "time", "t"),
    centre: [column("x0", "x"), column("y0", "y"), column("z0", "z")],
    angles: [column("omega"), column("phi"), column("kappa")],
  };
  return lines.map((line) => {
    const cells = line.split(",");
    const vector = (columns: readonly number[]): Vector =>
      columns.map((index) => Number(cells[index])) as unknown as Vector;
    return {
      name: cells[at.name] ?? "",
      time: Number(cells[at.time]),
      centre: vector(at.centre),
      angles: vector(at.angles),
    };
  });
}

/** From grid east, grid north and up to earth-centred axes, taken from the projection's own differences. */
function gridToEarth(
  place: { latitude: number; longitude: number; height: number },
  zone: Zone,
): Matrix {
  const [e0, n0] = projected({ ...place, latitude: place.latitude - STEP }, zone);
  const [e1, n1] = projected({ ...place, latitude: place.latitude + STEP }, zone);
  const bearing = Math.atan2(e1 - e0, n1 - n0);
  const swap: Matrix = [
    [0, 1, 0],
    [1, 0, 0],
    [0, 0, -1],
  ];
  return multiply(multiply(northEastDown(place), swap), rotationZ(bearing));
}

/** Where the camera of a pose truly was, and how it stood, in earth-centred axes. */
function trueCamera(pose: Pose, camera: Camera) {
  const body = multiply(
    northEastDown(pose),
    rotationZYX(degrees(pose.roll), degrees(pose.pitch), degrees(pose.heading)),
  );
  const lever: Vector = [camera.CameraLeverArmX, camera.CameraLeverArmY, camera.CameraLeverArmZ];
  const turned = rotationZYX(
    camera.CameraBoresiteAngleTx,
    camera.CameraBoresiteAngleTy,
    camera.CameraBoresiteAngleTz,
  );
  const mounted = multiply(rotationZYX(0, 0, camera.KappaCardinal), multiply(turned, STRAIGHT));
  return {
    place: geodetic(add(earthCentred(pose), apply(body, lever))),
    toEarth: multiply(body, mounted),
  };
}

/** `Rx(ω) · Ry(φ) · Rz(κ)`. */
const omegaPhiKappa = ([omega, phi, kappa]: Vector): Matrix =>
  multiply(rotationZYX(omega, 0, 0), multiply(rotationZYX(0, phi, 0), rotationZYX(0, 0, kappa)));

/** The angle of the rotation between two attitudes, degrees: by its sine, which small angles keep. */
function angleBetween(a: Matrix, b: Matrix): number {
  const [p, q, r] = multiply(a, [
    [b[0][0], b[1][0], b[2][0]],
    [b[0][1], b[1][1], b[2][1]],
    [b[0][2], b[1][2], b[2][2]],
  ]);
  const sine = Math.hypot(r[1] - q[2], p[2] - r[0], q[0] - p[1]) / 2;
  return degrees(Math.atan2(sine, (p[0] + q[1] + r[2] - 1) / 2));
}

/** A finder of the pose at a time: the truth's own at its seconds, else of a trajectory. */
function posesOf(
  { trajectory }: Truth,
  sbet: string | undefined,
): (time: number) => Pose | undefined {
  const file = sbet === undefined ? undefined : new SbetFile(sbet);
  const seconds = new Map(trajectory.map((solution) => [Math.round(solution.t), solution]));
  return (time) => {
    const truth = seconds.get(Math.round(time));
    if (truth === undefined || Math.abs(truth.t - time) > SAME) return file?.at(time);
    return {
      latitude: radians(truth.lat),
      longitude: radians(truth.lon),
      height: truth.h,
      roll: radians(truth.roll),
      pitch: radians(truth.pitch),
      heading: radians(truth.heading),
    };
  };
}

/** Compares exterior orientations with those that follow from truth and calibration record. */
export function compareExposures(
  truth: Truth,
  path: string,
  given: { readonly calibration: string; readonly sbet: string | undefined },
): ExposureFigures {
  const { imagery } = calibrationFileSchema.parse(
    JSON.parse(readFileSync(given.calibration, "utf8")),
  );
  if (imagery === null) throw new Error(`${given.calibration}: has no camera`);
  const zone = zoneOfEpsg(truth.crs);
  if (zone === undefined)
    throw new Error(`EPSG:${truth.crs} is no zone that this command projects to`);
  const poseAt = posesOf(truth, given.sbet);
  const exposures = readExposures(path);
  const [positions, attitudes] = [[] as number[], [] as number[]];
  for (const { time, centre, angles } of exposures) {
    const pose = poseAt(time);
    if (pose === undefined) continue;
    const { place, toEarth } = trueCamera(pose, imagery);
    const [east, north] = projected(place, zone);
    positions.push(Math.hypot(centre[0] - east, centre[1] - north, centre[2] - place.height));
    attitudes.push(
      angleBetween(multiply(gridToEarth(place, zone), omegaPhiKappa(angles)), toEarth),
    );
  }
  return {
    exposures: exposures.length,
    unjudged: exposures.length - positions.length,
    position: errorFigures(positions),
    attitude: errorFigures(attitudes),
  };
}
