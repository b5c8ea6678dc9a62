import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import type { CalibrationFile, ProcessingFile } from "@swath/contract/processing";

const PROCESSING: ProcessingFile = {
  guid: "guid",
  flightId: "FL000101",
  sensorId: "SL000101",
  sensor: null,
  projectId: null,
  aoiNo: null,
  aircraft: null,
  wheelsUp: "2026-03-14T00:30:00Z",
  wheelsDown: null,
  template: null,
  epsg: 7855,
  verticalDatum: null,
  custom: null,
};

const shared = { Aircraft: "VH-SWA", SurveyDate: "2026-01-01T00:00:00Z" };

const CALIBRATION: CalibrationFile = {
  lidar: {
    ...shared,
    id: "lidar",
    SensorName: "Galaxy - 045",
    PriGNSSLeverX: 0.5,
    PriGNSSLeverY: 0.1,
    PriGNSSLeverZ: -1.25,
    RefToIMULeverX: 0,
    RefToIMULeverY: 0,
    RefToIMULeverZ: 0,
    RefToIMUMountingAnglX: 0,
    RefToIMUMountingAnglY: 0,
    RefToIMUMountingAnglZ: 0,
    LMSVersion: null,
  },
  imagery: {
    ...shared,
    id: "imagery",
    SensorName: "P1-118",
    CameraLeverArmX: 0,
    CameraLeverArmY: 0,
    CameraLeverArmZ: 0,
    CameraBoresiteAngleTx: 0,
    CameraBoresiteAngleTy: 0,
    CameraBoresiteAngleTz: 0,
    KappaCardinal: 0,
  },
};

/** Writes the two records that the server gives a stage into a folder. */
export async function writeRecords(
  folder: string,
  processing: Partial<ProcessingFile> = {},
  calibration: Partial<CalibrationFile> = {},
): Promise<void> {
  const write = (name: string, value: unknown): Promise<void> =>
    writeFile(join(folder, name), JSON.stringify(value));
  await write("processing.json", { ...PROCESSING, ...processing });
  await write("calibration.json", { ...CALIBRATION, ...calibration });
}
