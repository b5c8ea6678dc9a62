import { calibrationOf, type ChosenCalibration } from "@swath/contract/calibrations";
import type { Catalogue } from "@swath/contract/flights";
import type { CalibrationFile } from "@swath/contract/processing";
import {
  CAMERA_FITTING,
  LIDAR_FITTING,
} from "../../../apps/server/src/demonstration/invented-records.ts";
import { rotationZYX, type Matrix, type Vector } from "./matrix.ts";
import type { PlantedErrors } from "./planted-errors.ts";

/** Who flies with what, and when. */
export interface FittedSensors {
  readonly lidar: string | undefined;
  readonly camera: string;
  readonly aircraft: string;
  /** UTC, milliseconds since 1970. */
  readonly flown: number;
  /** Version of LMS that the instrument files are of. */
  readonly lmsVersion: string;
}

/** Calibrations of a flight log's export. */
export type KnownCalibrations = Pick<Catalogue, "calibrations" | "imageryCalibrations">;

const CALIBRATED_BEFORE_MS = 30 * 86_400_000;
const DAY_MS = 86_400_000;

/**
 * The calibration record of a flight, what processing is given, errors or not: the one in force in
 * the flight log, else one of the sample's own.
 */
export function calibrationRecord(
  fitted: FittedSensors,
  known: KnownCalibrations = {},
): CalibrationFile {
  const { lidar, camera, lmsVersion } = fitted;
  const own = { ...LIDAR_FITTING, LMSVersion: lmsVersion };
  return {
    lidar:
      lidar === undefined
        ? null
        : recordOf("sample-lidar", known.calibrations, { ...fitted, sensor: lidar, own }),
    imagery: recordOf("sample-imagery", known.imageryCalibrations, {
      ...fitted,
      sensor: camera,
      own: CAMERA_FITTING,
    }),
  };
}

interface Wanted<T> {
  readonly sensor: string;
  readonly aircraft: string;
  readonly flown: number;
  /** Fields and values where the flight log has no record, or one without all of them. */
  readonly own: T;
}

function recordOf<T extends object>(
  id: string,
  known: readonly ChosenCalibration[] | undefined,
  { sensor, aircraft, flown, own }: Wanted<T>,
) {
  const found = calibrationOf(known ?? [], { sensor, aircraft, date: new Date(flown) });
  const values = Object.entries({ ...found }).filter(([name]) => Object.hasOwn(own, name));
  const complete = found !== undefined && values.every(([, value]) => value !== null);
  const surveyed = Math.floor((flown - CALIBRATED_BEFORE_MS) / DAY_MS) * DAY_MS;
  return {
    id,
    SensorName: sensor,
    Aircraft: aircraft,
    ...own,
    ...(complete ? (Object.fromEntries(values) as Partial<T>) : {}),
    SurveyDate: new Date(complete ? found.SurveyDate : surveyed).toISOString(),
  };
}

/** How things truly are: levers from the IMU in body axes, `C(b→s)`. */
export interface TrueFitting {
  readonly antenna: Vector;
  readonly refToImu: Vector;
  readonly bodyToScanner: Matrix;
}

/** The record's fitting with its planted errors; the record itself stays right. */
export function trueFitting({ lidar }: CalibrationFile, planted: PlantedErrors): TrueFitting {
  const antenna: Vector = [
    (lidar?.PriGNSSLeverX ?? 0) + (planted["lever-arm"] ?? 0),
    (lidar?.PriGNSSLeverY ?? 0) + (planted["lever-arm-y"] ?? 0),
    (lidar?.PriGNSSLeverZ ?? 0) + (planted["lever-arm-z"] ?? 0),
  ];
  return {
    antenna,
    refToImu: [lidar?.RefToIMULeverX ?? 0, lidar?.RefToIMULeverY ?? 0, lidar?.RefToIMULeverZ ?? 0],
    bodyToScanner: rotationZYX(
      (lidar?.RefToIMUMountingAnglX ?? 0) + (planted.boresight ?? 0),
      (lidar?.RefToIMUMountingAnglY ?? 0) + (planted["boresight-pitch"] ?? 0),
      (lidar?.RefToIMUMountingAnglZ ?? 0) + (planted["boresight-heading"] ?? 0),
    ),
  };
}
