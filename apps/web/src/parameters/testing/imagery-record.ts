import type { ImageryCalibration } from "@swath/contract/calibrations";

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
