import { gzipSync } from "node:zlib";
import {
  type ImportedCalibration,
  type ImportedImageryCalibration,
  isImagerySensor,
} from "@swath/contract/calibrations";
import type { Catalogue } from "@swath/contract/flights";
import { CAMERA_FITTING, LIDAR_FITTING } from "./invented-records.ts";

type Flight = Catalogue["flights"][number];

const DAY_MS = 86_400_000;
/** Days from the first start: before every flight of the demonstration, and between them. */
const SURVEYED = [-608, -122] as const;
const NEWEST = SURVEYED.length - 1;
/** And when they are due again: between the flights, and after the last one. */
const [DUE, LATER] = [-61, 243] as const;
/** Versions of LMS, from the newest on. */
const FORMER_VERSIONS = ["3.2.1", "3.0.4", "2.9.2"] as const;
const SAMPLE = "SAMPLE DATA, invented for the demonstration of Swath.";

/** The beginning of a day, so many days from the first start. */
const dayFrom = (started: number, days: number): string =>
  new Date(started + days * DAY_MS).toISOString();

interface Fitted {
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly FlightID: string;
}

/** A record for each survey of each sensor in its aircraft, in the order of the flights. */
function recordsOf<Calibration>(
  flights: readonly Flight[],
  namesOf: (log: Flight["Sensors"][number]) => (string | null)[],
  recordOf: (fitted: Fitted, index: number, age: number) => Calibration,
): Calibration[] {
  const found = new Map<string, Fitted>();
  for (const { Aircraft, FlightID, Sensors } of flights)
    for (const SensorName of Sensors.flatMap(namesOf)) {
      const key = `${SensorName} ${Aircraft}`;
      if (SensorName !== null && !found.has(key))
        found.set(key, { SensorName, Aircraft, FlightID });
    }
  return [...found.values()].flatMap((fitted, index) =>
    SURVEYED.map((_, age) => recordOf(fitted, index, age)),
  );
}

/** Instrument files of a survey; their tables do not change with it. TBL is gzipped, in base64. */
function filesOf({ SensorName, Aircraft }: Fitted, date: string) {
  const text = `${[SAMPLE, SensorName, Aircraft, `surveyed ${date.slice(0, 10)}`].join("\n")}\n`;
  return {
    LMSInstrumentRES: text,
    LMSInstrumentTBL: gzipSync(`${SAMPLE}\n${SensorName}\n`).toString("base64"),
    LMSInstrumentLCP: text,
  };
}
const NO_FILES = { LMSInstrumentRES: null, LMSInstrumentTBL: null, LMSInstrumentLCP: null };

/**
 * LiDAR parameters: for every sensor in its aircraft an expired record and its successor. The newest
 * of some is due, has no third angle, or is of one of several former LMS versions.
 */
export const lidarCalibrations = (
  flights: readonly Flight[],
  { started, lmsVersion }: { readonly started: number; readonly lmsVersion: string },
) =>
  recordsOf(
    flights,
    ({ Sensor, Type }) => [Type.startsWith("LiDAR") ? Sensor : null],
    (fitted, index, age): ImportedCalibration => {
      const isIncomplete = age === NEWEST && index % 7 === 6;
      const former = FORMER_VERSIONS[(Math.floor(index / 5) + age) % FORMER_VERSIONS.length]!;
      return {
        ...fitted,
        ...LIDAR_FITTING,
        PriGNSSLeverSD: "SD10cm",
        ...(isIncomplete ? { RefToIMUMountingAnglZ: null } : {}),
        ...(index % 3 === 2 ? NO_FILES : filesOf(fitted, dayFrom(started, SURVEYED[age]!))),
        SurveyDate: dayFrom(started, SURVEYED[age]!),
        ScheduledExpiryDate: dayFrom(started, age === NEWEST && index % 4 !== 3 ? LATER : DUE),
        ExpiryDate: null,
        IsActive: !isIncomplete,
        LMSVersion: index % 5 === 4 ? former : lmsVersion,
      };
    },
  );

/** Imagery parameters, of P1 cameras alone (document 3, section 9); some lack an angle. */
export const imageryCalibrations = (flights: readonly Flight[], started: number) =>
  recordsOf(
    flights,
    ({ Sensor, SecondarySensor }) =>
      [Sensor, SecondarySensor].filter((name) => name !== null && isImagerySensor(name)),
    (fitted, index, age): ImportedImageryCalibration => {
      const isIncomplete = age === NEWEST && index % 4 === 3;
      return {
        ...fitted,
        ...CAMERA_FITTING,
        ...(isIncomplete ? { CameraBoresiteAngleTz: null } : {}),
        SurveyDate: dayFrom(started, SURVEYED[age]!),
        ScheduledExpiryDate: dayFrom(started, age === NEWEST ? LATER : DUE),
        ExpiryDate: null,
        IsActive: !isIncomplete,
      };
    },
  );
