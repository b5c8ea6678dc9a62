import { xxhash128 } from "hash-wasm";

/**
 * Tells people which browser sends: 32 hex digits of the person's name and the device's
 * characteristics. A hint, never an authority.
 */
export function browserFingerprint(person: {
  readonly givenName: string;
  readonly familyName: string;
}): Promise<string> {
  const { userAgent, language, hardwareConcurrency } = navigator;
  const { width, height, colorDepth } = screen;
  const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
  const facts = [userAgent, language, hardwareConcurrency, width, height, colorDepth, timeZone];
  return xxhash128(JSON.stringify([person.givenName, person.familyName, ...facts]));
}
