import { type Catalogue, DISPATCH_METHODS, FLIGHT_TYPES } from "@swath/contract/flights";
import { withAllowedDispatch, type CatalogueFlight } from "../catalogue/sensor-families.ts";
import { imageryCalibrations, lidarCalibrations } from "./sample-calibrations.ts";
import {
  AIRCRAFT,
  INSTRUCTIONS,
  projectOf,
  PROJECTS,
  SENSOR_EQUIPMENT,
  SETUPS,
} from "./invented-records.ts";

/** Where no server says which version is current. */
const LMS_VERSION = "3.3.3";
/** Where no server says on which day it was first started. */
const SOME_DAY = "2026-07-01";
const FLIGHTS = 84;
/** The flights of the last two weeks, in days before the day of the first start; two were flown yesterday. */
const RECENT = [1, 1, 2, 4, 5, 7, 8, 9, 11, 13] as const;
/** Between those before them. */
const DAYS_BETWEEN = 5;
const DAY_MS = 86_400_000;
const MINUTE_MS = 60_000;
/** One full turn of the setups is of today's documents, so that each sensor can be uploaded. */
const OLDER_VERSIONS = [4.1, 3.2, 4, 3, 4.2, 1.4, 3.2, 4.1, 3];
const TIMEZONES = ["Australia/Perth", "Australia/Sydney", "Pacific/Auckland", "Europe/London"];
const DISPATCHES = ["Upload", ...DISPATCH_METHODS] as const;

const iso = (ms: number): string => new Date(ms).toISOString();
/** Takes values in turn. */
export const turn = <T>(values: readonly T[], index: number): T => values[index % values.length]!;

/** Most flights are client flights, as in life; each kind of test flight comes up. */
const flightType = (index: number): (typeof FLIGHT_TYPES)[number] =>
  index % 4 === 3 ? turn(FLIGHT_TYPES, Math.floor(index / 4)) : "Successful Capture";

function version(index: number): number {
  return index < SETUPS.length ? 4.2 : turn(OLDER_VERSIONS, index);
}

function sensorsOf(index: number, wheelsUp: number): CatalogueFlight["Sensors"] {
  return turn(SETUPS, index).map((setup, log) => {
    const surveyStart = wheelsUp + (25 + log * 35) * MINUTE_MS;
    return withAllowedDispatch({
      ...setup,
      SensorID: `SL${String(200_100 + index * 10 + log)}`,
      Status: flightType(index),
      ProjectID: flightType(index).startsWith("Test") ? "PRJ10009" : projectOf(index, log),
      SurveyStart: iso(surveyStart),
      SurveyEnd: iso(surveyStart + 30 * MINUTE_MS),
      DataDispatchMethodLiDAR: setup.Type.endsWith("FormatImagery")
        ? "Not Applicable"
        : turn(DISPATCHES, index),
      DataDispatchMethodImagery:
        setup.Type === "LiDAR" ? "Not Applicable" : turn(DISPATCHES, index + 1),
    });
  });
}

/** So many days before the first start a flight was flown. */
const daysBefore = (index: number): number =>
  RECENT[index] ?? RECENT.at(-1)! + (index - RECENT.length + 1) * DAYS_BETWEEN;

function flight(index: number, started: number): CatalogueFlight {
  const day = started - daysBefore(index) * DAY_MS;
  const wheelsUp = day + (60 + ((index * 47) % 300)) * MINUTE_MS;
  const id = `FL${String(101 + index).padStart(6, "0")}`;
  return {
    FlightID: id,
    // Some flights go on past midnight.
    Date: index % 9 === 5 ? [iso(day + DAY_MS), iso(day)] : [iso(day)],
    WheelsUp: iso(wheelsUp),
    WheelsDown: iso(wheelsUp + 290 * MINUTE_MS),
    Aircraft: turn(AIRCRAFT, index).Name,
    DepartureTimezone: turn(TIMEZONES, index),
    DocumentMajorVersion: version(index),
    Type: [flightType(index)],
    Sensors: sensorsOf(index, wheelsUp),
    archiveS3PathLiDAR: null,
    archiveS3PathImagery: null,
  };
}

/** What a demonstration's data depends on. */
export interface DemonstrationOf {
  /** The UTC day of its first start: `2026-07-01`. */
  readonly day?: string;
  /** The version of LMS that most calibrations are of. */
  readonly lmsVersion?: string;
}

/** The beginning of a day of the first start, ms since 1970. */
export const startOf = (day = SOME_DAY): number => Date.parse(`${day}T00:00:00Z`);

/**
 * The demonstration's flights, newest first: FL000101 has an Optech Galaxy (LiDAR), FL000102 a
 * Terrain Mapper. Everything in it is invented; it is the same at every call for a day. Nothing is
 * archived yet: the server archives its sample data as it does any other.
 */
export function demonstrationCatalogue({
  day,
  lmsVersion = LMS_VERSION,
}: DemonstrationOf = {}): Catalogue {
  const started = startOf(day);
  const flights = Array.from({ length: FLIGHTS }, (_, index) => flight(index, started));
  return {
    aircraft: AIRCRAFT,
    sensorEquipment: SENSOR_EQUIPMENT,
    projects: PROJECTS,
    calibrations: lidarCalibrations(flights, { started, lmsVersion }),
    imageryCalibrations: imageryCalibrations(flights, started),
    instructions: INSTRUCTIONS,
    flights,
  };
}
