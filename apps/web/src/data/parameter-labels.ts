import type { IMAGERY_PARAMETERS, LIDAR_PARAMETERS } from "@swath/contract/calibrations";

export type Parameter = (typeof LIDAR_PARAMETERS)[number] | (typeof IMAGERY_PARAMETERS)[number];

interface ParameterName {
  readonly label: string;
  readonly unit: "m" | "°";
}

/** The numbers of a record as people read them (document 3, sections 2.5 and 2.6). */
export const PARAMETER_NAMES: Readonly<Record<Parameter, ParameterName>> = {
  PriGNSSLeverX: { label: "GPS Lever Arm X", unit: "m" },
  PriGNSSLeverY: { label: "GPS Lever Arm Y", unit: "m" },
  PriGNSSLeverZ: { label: "GPS Lever Arm Z", unit: "m" },
  RefToIMULeverX: { label: "IMU Lever Arm X", unit: "m" },
  RefToIMULeverY: { label: "IMU Lever Arm Y", unit: "m" },
  RefToIMULeverZ: { label: "IMU Lever Arm Z", unit: "m" },
  RefToIMUMountingAnglX: { label: "IMU Mounting Angle X", unit: "°" },
  RefToIMUMountingAnglY: { label: "IMU Mounting Angle Y", unit: "°" },
  RefToIMUMountingAnglZ: { label: "IMU Mounting Angle Z", unit: "°" },
  CameraLeverArmX: { label: "Camera Lever Arm X", unit: "m" },
  CameraLeverArmY: { label: "Camera Lever Arm Y", unit: "m" },
  CameraLeverArmZ: { label: "Camera Lever Arm Z", unit: "m" },
  CameraBoresiteAngleTx: { label: "Boresight Angle Tx", unit: "°" },
  CameraBoresiteAngleTy: { label: "Boresight Angle Ty", unit: "°" },
  CameraBoresiteAngleTz: { label: "Boresight Angle Tz", unit: "°" },
  KappaCardinal: { label: "Kappa Cardinal", unit: "°" },
};
