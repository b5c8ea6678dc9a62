import type { Calibration, ImageryCalibration } from "@swath/contract/calibrations";

/** A record of imagery parameters that is active and current. */
export const imageryRecord = (change: Partial<ImageryCalibration> = {}): ImageryCalibration => ({
  _id: "75f0a1b2c3d4e5f601234567",
  SensorName: "P1-118",
  Aircraft: "VH-ABC",
  AircraftType: "FixedWing",
  CameraLeverArmX: 0.215,
  CameraLeverArmY: -0.088,
  CameraLeverArmZ: 0.164,
  CameraBoresiteAngleTx: 0.0842,
  CameraBoresiteAngleTy: -0.1167,
  CameraBoresiteAngleTz: 0.2513,
  KappaCardinal: 90,
  SurveyDate: "2026-03-14T01:22:05.000Z",
  ScheduledExpiryDate: null,
  ExpiryDate: null,
  IsActive: true,
  FlightID: "FL000101",
  Updated: "2026-03-15T02:03:04.000Z",
  ...change,
});

/** A record of LiDAR parameters that is active and current. */
export const lidarRecord = (change: Partial<Calibration> = {}): Calibration => ({
  _id: "65f0a1b2c3d4e5f601234567",
  SensorName: "Galaxy Prime - 045",
  Aircraft: "VH-ABC",
  AircraftType: "FixedWing",
  PriGNSSLeverX: 0.842,
  PriGNSSLeverY: -0.127,
  PriGNSSLeverZ: -1.356,
  PriGNSSLeverSD: "SD10cm",
  RefToIMULeverX: 0.1,
  RefToIMULeverY: 0.2,
  RefToIMULeverZ: 0.3,
  RefToIMUMountingAnglX: 0.01,
  RefToIMUMountingAnglY: 0.02,
  RefToIMUMountingAnglZ: 180,
  SurveyDate: "2026-03-14T01:22:00.000Z",
  ScheduledExpiryDate: "2099-03-14T00:00:00.000Z",
  ExpiryDate: null,
  IsActive: true,
  FlightID: "FL000101",
  LMSVersion: "4.2",
  hasInstrumentFiles: true,
  Updated: "2026-03-15T02:03:04.000Z",
  ...change,
});

/** The instrument files of such a record, named by the standard. */
export const instrumentFiles = (
  name = "1234045_VH-ABC_LMS42_14032026",
  contents: Readonly<Partial<Record<"RES" | "TBL" | "LCP", BlobPart>>> = {},
): File[] =>
  (["RES", "TBL", "LCP"] as const).map(
    (kind) => new File([contents[kind] ?? `${kind} contents`], `${name}.${kind}`),
  );
