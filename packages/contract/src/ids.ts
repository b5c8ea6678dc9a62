import { z } from "zod";

/** Identifier of a flight log: `FL` and six digits. */
export const flightIdSchema = z.string().regex(/^FL\d{6}$/, "must be FL and 6 digits");
/** Identifier of a sensor log: `SL` and six digits. */
export const sensorIdSchema = z.string().regex(/^SL\d{6}$/, "must be SL and 6 digits");
/** Identifier of a project: `PRJ` and five digits. */
export const projectIdSchema = z.string().regex(/^PRJ\d{5}$/, "must be PRJ and 5 digits");
/** Identifier of an upload in an endpoint: 24 alphanumerics (ours are 24 hex digits). */
export const uploadIdSchema = z
  .string()
  .regex(/^[0-9A-Za-z]{24}$/, "must be 24 letters and digits");

/** Identifier of a record: 24 hex digits (document 3, section 2.1). */
export const hexIdSchema = z.string().regex(/^[0-9a-f]{24}$/, "must be 24 hex digits");

/** A flight's identifier, with or without its `FL`. */
export const looseFlightIdSchema = z.union([flightIdSchema, z.string().regex(/^\d{6}$/)]);

/** Formats 12 random bytes as an identifier of 24 hex digits. */
export function hexId(random: Uint8Array): string {
  if (random.length !== 12) throw new RangeError("an identifier is made of 12 bytes");
  return Array.from(random, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

/** The 3-digit sensor number: the last 2 or 3 digits of the sensor's name, padded; `000` without. */
export function sensorNumber(sensorName: string): string {
  return (/(\d{2,3})$/.exec(sensorName.trim())?.[1] ?? "").padStart(3, "0");
}

/** What aircraft are, in the flight log. */
export const AIRCRAFT_TYPES = ["FixedWing", "Rotary"] as const;
