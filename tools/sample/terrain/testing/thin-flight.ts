import type { UploadType } from "@swath/contract/uploads";
import { type FlightContent, sampleFlight } from "../../sample-flight.ts";
import { calibrationRecord } from "../calibration.ts";
import type { PlantedErrors } from "../planted-errors.ts";
import { DEFAULT_EPSG, type TerrainFlight, terrainFlight } from "../terrain-flight.ts";
import { contentOf } from "../terrain-sample.ts";

/** Of the flights that tests fly, a second; a prime, so that scans differ. */
export const FEW_PULSES = 251;

/** A flight with few pulses. */
export function thinFlight(
  options: Partial<{ seed: number; noise: number; planted: PlantedErrors; pulseRate: number }> = {},
): TerrainFlight {
  const sensors = { lidar: "Galaxy - 045", camera: "P1 - 118", aircraft: "VH-SWA" };
  const fitted = { ...sensors, flown: Date.UTC(2026, 5, 30), lmsVersion: "3.3.3" };
  return terrainFlight({
    seed: 1,
    noise: 0,
    planted: {},
    epsg: DEFAULT_EPSG,
    start: Date.UTC(2026, 5, 30, 2),
    calibration: calibrationRecord(fitted),
    pulseRate: FEW_PULSES,
    ...options,
  });
}

/** What the folder of a thin flight says. */
export function thinContent(flight: TerrainFlight, type: UploadType): FlightContent {
  const sensor = type === "LiDAR" ? "Galaxy - 045" : "P1 - 118";
  const of = sampleFlight("FL000123", undefined, type, {
    sensor,
    laserSerial: undefined,
    posSerial: undefined,
    wheelsUp: "2026-06-30T01:00:00Z",
    wheelsDown: undefined,
    projects: [],
    simultaneous: false,
    seed: "",
  });
  if (of === undefined) throw new Error("no flight");
  return contentOf(of, flight, 1);
}
