/**
 * Readers of values that may be anything: of addresses, answers, messages of other tabs, what the browser
 * keeps. Each gives undefined for what is none of its kind. The first page reads by them what a schema
 * would read on a page of its own.
 */

/** The members of an object; none where it is no object. */
export const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === "object" && value !== null && !Array.isArray(value)
    ? (value as Record<string, unknown>)
    : {};

/** A text that matches a pattern. */
export const textOf = (value: unknown, pattern = /^/): string | undefined =>
  typeof value === "string" && pattern.test(value) ? value : undefined;

/** The same of an address, whose digits the router has read as a number. */
export const addressTextOf = (value: unknown, pattern: RegExp): string | undefined =>
  textOf(typeof value === "number" ? String(value) : value, pattern);

/** One of several words. */
export const wordOf = <const Word extends string>(
  value: unknown,
  words: readonly Word[],
): Word | undefined => words.find((word) => word === value);

/** A number from a least to a most. */
export const numberOf = (value: unknown, least: number, most: number): number | undefined =>
  typeof value === "number" && value >= least && value <= most ? value : undefined;

/** A whole one, also where it is written as text. */
export function wholeOf(value: unknown, least: number, most: number): number | undefined {
  const number = typeof value === "string" ? Number(value) : value;
  return Number.isInteger(number) ? numberOf(number, least, most) : undefined;
}

/** A list, where every entry can be read. */
export function listOf<T>(
  value: unknown,
  read: (entry: unknown) => T | undefined,
): readonly T[] | undefined {
  if (!Array.isArray(value)) return undefined;
  const entries = value.map(read);
  return entries.every((entry) => entry !== undefined) ? entries : undefined;
}
