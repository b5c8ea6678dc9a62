import { randomFrom } from "./random.ts";
import type { SampleFlight } from "./sample-flight.ts";

const MINUTE_MS = 60_000;

/** One flight part: its name and its span in UTC milliseconds. */
export interface FlightPart {
  readonly name: string;
  readonly start: number;
  readonly end: number;
}

/** The content of a folder's files; faults change it. */
export interface FlightContent {
  readonly flight: SampleFlight;
  readonly parts: readonly FlightPart[];
  /** South-west corner of the survey, in degrees. */
  readonly longitude: number;
  readonly latitude: number;
  readonly crossStrips: boolean;
  /** Whether one of the planned lines has a single vertex. */
  readonly oneVertexLine: boolean;
  readonly laserSerial: string;
  readonly posSerial: string;
  readonly fmsProjects: readonly string[];
  /** Whether the first FMS log names no project. */
  readonly fmsSilent: boolean;
  /** Added to the start of the first FMS log, the end of the last, and all GPS times. */
  readonly fmsStartShift: number;
  readonly fmsEndShift: number;
  readonly gpsShift: number;
  readonly pointFormat: number;
  /** Bytes of the one large range file. */
  readonly largeRange: number;
}

/** The content of a folder without a fault: two flight parts between wheels up and wheels down. */
export function flightContent(flight: SampleFlight, largeRange: number): FlightContent {
  const random = randomFrom(flight.seed);
  const whole = flight.wheelsDown - flight.wheelsUp;
  const margin = Math.min(10 * MINUTE_MS, whole / 10);
  const middle = flight.wheelsUp + whole / 2;
  return {
    flight,
    parts: [
      { name: `${flight.flightId}_01`, start: flight.wheelsUp + margin, end: middle - margin / 2 },
      {
        name: `${flight.flightId}_02`,
        start: middle + margin / 2,
        end: flight.wheelsDown - margin,
      },
    ],
    longitude: 144 + random(),
    latitude: -38 + random(),
    crossStrips: true,
    oneVertexLine: false,
    laserSerial: flight.laserSerial,
    posSerial: flight.posSerial,
    fmsProjects: flight.projectIds,
    fmsSilent: false,
    fmsStartShift: 0,
    fmsEndShift: 0,
    gpsShift: 0,
    pointFormat: flight.rgbn ? 8 : 6,
    largeRange,
  };
}
