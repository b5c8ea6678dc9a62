/** Identifier of a flight log: `FL` and six digits. */
export const FLIGHT_ID = /^FL\d{6}$/;
/** Identifier of a sensor log: `SL` and six digits. */
export const SENSOR_ID = /^SL\d{6}$/;
/** Identifier of a project: `PRJ` and five digits. */
export const PROJECT_ID = /^PRJ\d{5}$/;
/** Identifier of an upload in an endpoint: 24 alphanumerics (ours are 24 hex digits). */
export const UPLOAD_ID = /^[0-9A-Za-z]{24}$/;
/** Identifier of a record: 24 hex digits (document 3, section 2.1). */
export const HEX_ID = /^[0-9a-f]{24}$/;

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
