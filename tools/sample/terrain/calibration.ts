import type { CalibrationFile } from "@swath/contract/processing";
import { rotationZYX, type Matrix, type Vector } from "./earth/matrix.ts";
import type { PlantedErrors } from "./planted-errors.ts";

/** Who flies with what. */
export interface FittedSensors {
  readonly lidar: string | undefined;
  readonly camera: string;
  readonly aircraft: string;
  /** UTC, milliseconds since 1970. */
  readonly surveyed: number;
  /** Version of LMS that the instrument files are of. */
  readonly lmsVersion: string;
}

/** The calibration record of a flight: what processing is given, errors or not. */
export function calibrationRecord(fitted: FittedSensors): CalibrationFile {
  const SurveyDate = new Date(fitted.surveyed).toISOString();
  const Aircraft = fitted.aircraft;
  return {
    lidar:
      fitted.lidar === undefined
        ? null
        : {
            id: "sample-lidar",
            SensorName: fitted.lidar,
            Aircraft,
            PriGNSSLeverX: 0.842,
            PriGNSSLeverY: -0.127,
            PriGNSSLeverZ: -1.356,
            RefToIMULeverX: -0.118,
            RefToIMULeverY: 0.054,
            RefToIMULeverZ: -0.203,
            RefToIMUMountingAnglX: 0.1273,
            RefToIMUMountingAnglY: -0.2146,
            RefToIMUMountingAnglZ: 0.3381,
            SurveyDate,
            LMSVersion: fitted.lmsVersion,
          },
    imagery: {
      id: "sample-imagery",
      SensorName: fitted.camera,
      Aircraft,
      CameraLeverArmX: 0.215,
      CameraLeverArmY: -0.088,
      CameraLeverArmZ: 0.164,
      CameraBoresiteAngleTx: 0.0842,
      CameraBoresiteAngleTy: -0.1167,
      CameraBoresiteAngleTz: 0.2513,
      KappaCardinal: 90,
      SurveyDate,
    },
  };
}

/** How things truly are: levers from the IMU in body axes, `C(b→s)`. */
export interface TrueFitting {
  readonly antenna: Vector;
  readonly refToImu: Vector;
  readonly bodyToScanner: Matrix;
}

/** The record's fitting, or what a planted error makes of it: the record stays as it is. */
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
