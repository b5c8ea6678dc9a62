import type { CalibrationFile } from "@swath/contract/processing";

/** Whether LMS processes by a calibration: its record is of the current version, or names none. */
export function supportsLMS(
  current: string | undefined,
  calibration: CalibrationFile | undefined,
): boolean {
  const version = calibration?.lidar?.LMSVersion ?? null;
  return current === undefined || version === null || version === current;
}
