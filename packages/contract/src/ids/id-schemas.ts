import { z } from "zod";
import { FLIGHT_ID, HEX_ID, PROJECT_ID, SENSOR_ID, UPLOAD_ID } from "./ids.ts";

export const flightIdSchema = z.string().regex(FLIGHT_ID, "must be FL and 6 digits");
export const sensorIdSchema = z.string().regex(SENSOR_ID, "must be SL and 6 digits");
export const projectIdSchema = z.string().regex(PROJECT_ID, "must be PRJ and 5 digits");
export const uploadIdSchema = z.string().regex(UPLOAD_ID, "must be 24 letters and digits");

export const hexIdSchema = z.string().regex(HEX_ID, "must be 24 hex digits");

/** A flight's identifier, with or without its `FL`. */
export const looseFlightIdSchema = z.union([flightIdSchema, z.string().regex(/^\d{6}$/)]);
