import { gzipSync } from "node:zlib";
import {
  type ImportedCalibration,
  type ImportedImageryCalibration,
  isImagerySensor,
} from "@swath/contract/calibrations";
import type { CatalogueFlight } from "../sensor-families.ts";
import { CAMERA_FITTING, LIDAR_FITTING } from "./sample-fitting.ts";

/** Before every flight of the demonstration, between them, and after the last one. */
const SURVEYS = ["2024-11-01T00:00:00Z", "2026-03-01T00:00:00Z"] as const;
const DUE = "2026-05-01T00:00:00Z";
const LATER = "2027-03-01T00:00:00Z";
/** Of LMS, from the newest on. */
const FORMER_VERSIONS = ["3.2.1", "3.0.4", "2.9.2"] as const;

const SAMPLE = "SAMPLE DATA, invented for the demonstration of Swath.";

interface Fitted {
  readonly SensorName: string;
  readonly Aircraft: string;
  readonly FlightID: string;
}

/**
 * The version of LMS of a record: mostly the current one; of every fifth sensor a former one, and
 * another for each of them, so that what is unsupported comes up in several generations.
 */
function versionOf(index: number, age: number, current: string): string {
  if (index % 5 !== 4) return current;
  return FORMER_VERSIONS[(Math.floor(index / 5) + age) % FORMER_VERSIONS.length]!;
}

/** Instrument files of a survey; their tables do not change with it. TBL is gzipped, in base64. */
function filesOf({ SensorName, Aircraft }: Fitted, SurveyDate: string) {
  const text = [SAMPLE, SensorName, Aircraft, `surveyed ${SurveyDate.slice(0, 10)}`].join("\n");
  return {
    LMSInstrumentRES: `${text}\n`,
    LMSInstrumentTBL: gzipSync(`${SAMPLE}\n${SensorName}\n`).toString("base64"),
    LMSInstrumentLCP: `${text}\n`,
  };
}
const NO_FILES = { LMSInstrumentRES: null, LMSInstrumentTBL: null, LMSInstrumentLCP: null };

/** Sensors as they were fitted to aircraft, each pair once, in the order of the flights. */
function fittedSensors(
  flights: readonly CatalogueFlight[],
  namesOf: (log: CatalogueFlight["Sensors"][number]) => (string | null)[],
): Fitted[] {
  const found = new Map<string, Fitted>();
  for (const { Aircraft, FlightID, Sensors } of flights)
    for (const SensorName of Sensors.flatMap(namesOf)) {
      const key = `${SensorName} ${Aircraft}`;
      if (SensorName !== null && !found.has(key))
        found.set(key, { SensorName, Aircraft, FlightID });
    }
  return [...found.values()];
}

/**
 * LiDAR parameters: for every sensor in its aircraft an expired record and its successor; of some the
 * newest is due, of a former LMS version, or without its parameters.
 */
export function demonstrationCalibrations(
  flights: readonly CatalogueFlight[],
  lmsVersion: string,
): ImportedCalibration[] {
  const sensors = fittedSensors(flights, ({ Sensor, Type }) => [
    Type.startsWith("LiDAR") ? Sensor : null,
  ]);
  return sensors.flatMap((fitted, index) =>
    SURVEYS.map((SurveyDate, age): ImportedCalibration => {
      const isNewest = age === SURVEYS.length - 1;
      const isIncomplete = isNewest && index % 7 === 6;
      const hasFiles = index % 3 !== 2;
      return {
        ...fitted,
        ...LIDAR_FITTING,
        PriGNSSLeverSD: "SD10cm",
        ...(isIncomplete ? { RefToIMUMountingAnglZ: null } : {}),
        ...(hasFiles ? filesOf(fitted, SurveyDate) : NO_FILES),
        SurveyDate,
        ScheduledExpiryDate: isNewest && index % 4 !== 3 ? LATER : DUE,
        ExpiryDate: null,
        IsActive: !isIncomplete,
        LMSVersion: versionOf(index, age, lmsVersion),
      };
    }),
  );
}

function imageryRecord(fitted: Fitted, index: number, age: number): ImportedImageryCalibration {
  const isNewest = age === SURVEYS.length - 1;
  const isIncomplete = isNewest && index % 4 === 3;
  return {
    ...fitted,
    ...CAMERA_FITTING,
    ...(isIncomplete ? { CameraBoresiteAngleTz: null } : {}),
    SurveyDate: SURVEYS[age]!,
    ScheduledExpiryDate: isNewest ? LATER : DUE,
    ExpiryDate: null,
    IsActive: !isIncomplete,
  };
}

/**
 * Imagery parameters, of P1 cameras alone (document 3, section 9): for each in its aircraft an expired
 * record and its successor, of some without a parameter.
 */
export function demonstrationImageryCalibrations(
  flights: readonly CatalogueFlight[],
): ImportedImageryCalibration[] {
  return fittedSensors(flights, ({ Sensor, SecondarySensor }) =>
    [Sensor, SecondarySensor].filter((name) => name !== null && isImagerySensor(name)),
  ).flatMap((fitted, index) => SURVEYS.map((_, age) => imageryRecord(fitted, index, age)));
}
