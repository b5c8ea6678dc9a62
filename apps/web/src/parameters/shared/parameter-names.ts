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

const OTHER_NAMES: Readonly<Record<string, string>> = {
  SensorName: "Sensor",
  SurveyDate: "Survey Date/Wheels Up",
  ScheduledExpiryDate: "Calibration Due",
  ExpiryDate: "Expiry",
  IsActive: "Active",
  LMSVersion: "LMS Version",
  FlightID: "Flight ID",
  hasInstrumentFiles: "Instrument files loaded",
};

/** The name of a member of a record. */
export const memberName = (member: string): string =>
  (Object.hasOwn(PARAMETER_NAMES, member)
    ? PARAMETER_NAMES[member as Parameter].label
    : OTHER_NAMES[member]) ?? member;

export const AIRCRAFT_TYPE_NAMES: Readonly<Record<string, string>> = {
  FixedWing: /* text */ "Fixed-Wing",
  Rotary: "Rotary",
};

/** The pages of each kind of parameters (document 3, section 2.1). */
export const PARAMETER_PAGES = {
  lidar: {
    list: "/ip/params",
    add: "/ip/params/new",
    compare: "/ip/params/compare",
    record: "/ip/params/$calibrationId",
    edit: "/ip/params/$calibrationId/edit",
  },
  imagery: {
    list: "/ip/imagery-params",
    add: "/ip/imagery-params/new",
    compare: "/ip/imagery-params/compare",
    record: "/ip/imagery-params/$calibrationId",
    edit: "/ip/imagery-params/$calibrationId/edit",
  },
} as const;

/** A record as lists name it. */
export interface NamedRecord {
  readonly _id: string;
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly SurveyDate: string;
}

export const recordName = ({
  SensorName,
  Aircraft,
  SurveyDate,
}: Omit<NamedRecord, "_id">): string => `${SensorName} in ${Aircraft}, ${SurveyDate.slice(0, 10)}`;
