import type { Condition } from "./condition.ts";
import { invalidFilter } from "./filter-text.ts";

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
export function parseDateRange(text: string): Condition {
  const [, from, to] = /^([^\s+]+)[+ ]([^\s+]+)$/.exec(text) ?? [];
  if (from === undefined || to === undefined)
    throw invalidFilter("Date", "must be start+end, each an ISO day");
  const [start, end] = [parseMoment("Date", from), parseMoment("Date", to, true)];
  if (start >= end) throw invalidFilter("Date", "ends before it starts");
  return { kind: "surveyed", start, end };
}
