import { IMAGERY_PARAMETERS, LEVER_SD, LIDAR_PARAMETERS, parameters } from "./calibration.ts";
import { z } from "zod";
import { AIRCRAFT_TYPES } from "../ids/ids.ts";
import { flightIdSchema } from "../ids/id-schemas.ts";
import { instantSchema } from "../instant.ts";
import { MOST_INSTRUMENT_BYTES } from "./instrument-files.ts";

/** A number of a record of either kind. */
export type Parameter = (typeof LIDAR_PARAMETERS)[number] | (typeof IMAGERY_PARAMETERS)[number];

interface Range {
  /** Beyond it, either way, a value has to be confirmed. */
  readonly most: number;
  /** Beyond it, either way, no stage takes a value, and no record is saved with it. */
  readonly limit: number;
  readonly unit: "m" | "°";
}

/** No aircraft of a survey is wider: an antenna or a camera is not farther from the IMU. */
const LEVER: Range = { most: 5, limit: 100, unit: "m" };
const TURN: Range = { most: 360, limit: 720, unit: "°" };
/** What is left between a camera and its mount. */
const BORESIGHT: Range = { most: 10, limit: 720, unit: "°" };

function rangeOf(name: Parameter): Range {
  if (name.includes("Lever")) return LEVER;
  return name.includes("Boresite") ? BORESIGHT : TURN;
}
const PARAMETERS: ReadonlySet<string> = new Set([...LIDAR_PARAMETERS, ...IMAGERY_PARAMETERS]);

/** A value beyond what is usual, which is saved once a person has confirmed it. */
export interface ImplausibleValue {
  readonly name: Parameter;
  readonly value: number;
  /** Usual are values up to it, either way. */
  readonly most: number;
  /** In words, with the range. */
  readonly text: string;
}

/** How far from 0 a parameter may be, either way: metres or degrees. */
export const limitOf = (name: Parameter): number => rangeOf(name).limit;

/** Whether a member of a record is one of its numbers. */
export const isParameter = (name: string): name is Parameter => PARAMETERS.has(name);

/** The values of a record that have to be confirmed before it is saved: lever arms (m), angles (degrees). */
export function implausibleValues(values: Readonly<Record<string, unknown>>): ImplausibleValue[] {
  return Object.entries(values).flatMap(([name, value]) => {
    if (!isParameter(name) || typeof value !== "number") return [];
    const { most, unit } = rangeOf(name);
    if (Math.abs(value) <= most) return [];
    const text = `${name} is ${value} ${unit}; usual are −${most} to ${most} ${unit}`;
    return [{ name, value, most, text }];
  });
}

/** Base64 of the largest TBL, with what gzip adds to bytes that it cannot make smaller. */
const MAX_TABLE = Math.ceil(MOST_INSTRUMENT_BYTES.TBL / 3) * 4 + 20_000;
/** Most bytes of a form with all three; an escape of JSON may take six for one. */
export const MAX_FORM_BYTES =
  MAX_TABLE + 2 * (MOST_INSTRUMENT_BYTES.RES + MOST_INSTRUMENT_BYTES.LCP) + 100_000;

const name = z.string().trim().min(1).max(100);
const contents = (most: number) => z.string().min(1).max(most);
/** Metres or degrees that a stage takes; those beyond what is usual have to be confirmed: `implausibleValues`. */
function number(parameter: Parameter): z.ZodNumber {
  const limit = limitOf(parameter);
  const message = `must be from -${limit} to ${limit}`;
  return z.number().min(-limit, message).max(limit, message);
}

const common = {
  SensorName: name,
  Aircraft: name,
  SurveyDate: instantSchema,
  FlightID: flightIdSchema.nullable().optional(),
  /** Names of the values that are beyond what is usual, and meant. */
  Confirmed: z.array(z.string().max(40)).max(LIDAR_PARAMETERS.length).default([]),
};

/** Members that a client may send back as it read them; the server sets them. */
const ofServer = {
  _id: z.string().optional(),
  AircraftType: z.enum(AIRCRAFT_TYPES).optional(),
  ExpiryDate: instantSchema.nullable().optional(),
  IsActive: z.boolean().optional(),
  /** As query `updated`: the record is saved where it is still of this state. */
  Updated: instantSchema.optional(),
};

/** Contents of the instrument files, TBL gzipped and in base64, with the names that they had. */
const instrumentFiles = {
  LMSInstrumentRES: contents(MOST_INSTRUMENT_BYTES.RES).optional(),
  LMSInstrumentTBL: contents(MAX_TABLE).optional(),
  LMSInstrumentLCP: contents(MOST_INSTRUMENT_BYTES.LCP).optional(),
  InstrumentFileNames: z.array(z.string().max(255)).max(20).optional(),
};

/** What the form of LiDAR parameters sends (document 3, sections 2.5 and 5). */
export const calibrationFormSchema = z.strictObject({
  ...common,
  ScheduledExpiryDate: instantSchema,
  ...parameters(LIDAR_PARAMETERS, number),
  PriGNSSLeverSD: z.literal(LEVER_SD).optional(),
  /** All may be left out where the record has them already. */
  ...instrumentFiles,
  ...ofServer,
  LMSVersion: z.string().max(20).nullable().optional(),
  hasInstrumentFiles: z.boolean().optional(),
});
export type CalibrationForm = z.infer<typeof calibrationFormSchema>;

/** What the form of imagery parameters sends (document 3, section 2.6). */
export const imageryFormSchema = z.strictObject({
  ...common,
  ScheduledExpiryDate: instantSchema.nullable().optional(),
  ...parameters(IMAGERY_PARAMETERS, number),
  ...ofServer,
});
export type ImageryForm = z.infer<typeof imageryFormSchema>;

/** Cameras whose parameters are kept: names that begin with `P1-` (document 3, section 2.6). */
export const isImagerySensor = (sensorName: string): boolean => /^P1\s*-/i.test(sensorName);
