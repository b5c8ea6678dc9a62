import { AppError } from "@swath/contract/errors";
import { type FilterText, parseFilterText, valueFault } from "@swath/contract/filters";

/** INVALID_FILTER, naming the field. */
export function invalidFilter(field: string, message: string): AppError {
  return new AppError("INVALID_FILTER", `${field}: ${message}`, { field });
}

/** A value that PostgreSQL can hold, or INVALID_FILTER. */
export function checkedValue(field: string, value: string): string {
  const fault = valueFault(value);
  if (fault !== undefined) throw invalidFilter(field, fault);
  return value;
}

/** Reads the text of a field's filter; throws INVALID_FILTER. */
export function readFilterText(field: string, text: string): FilterText {
  const filter = parseFilterText(text);
  if ("fault" in filter) throw invalidFilter(field, filter.fault);
  return filter;
}

const DAY_MS = 86_400_000;
const DAY = /^\d{4}-\d\d-\d\d$/;
const INSTANT = /^\d{4}-\d\d-\d\dT\d\d:\d\d(?::\d\d(?:\.\d{1,9})?)?Z$/;

/** An ISO day or UTC instant; as an end, a day is included whole. */
export function parseMoment(field: string, text: string, end = false): Date {
  const isDay = DAY.test(text);
  const moment = new Date(text);
  // What the calendar does not know (30 February) comes back as another day.
  const exact =
    !Number.isNaN(moment.getTime()) && moment.toISOString().startsWith(text.slice(0, 10));
  if ((!isDay && !INSTANT.test(text)) || !exact)
    throw invalidFilter(field, `is no ISO day or UTC instant: ${text}`);
  return isDay && end ? new Date(moment.getTime() + DAY_MS) : moment;
}

/** Reads `start+end`, both included; an address's `+` may arrive as a space. */
export function parseDateRange(text: string): { readonly start: Date; readonly end: Date } {
  const [, from, to] = /^([^\s+]+)[+ ]([^\s+]+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw invalidFilter("Date", "must be start+end, each an ISO day");
  const [start, end] = [parseMoment("Date", from), parseMoment("Date", to, true)];
  if (start >= end) throw invalidFilter("Date", "ends before it starts");
  return { start, end };
}
