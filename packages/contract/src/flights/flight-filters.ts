import { z } from "zod";
import { parseFilterText, writeAnyOf } from "./filter-text.ts";
import { AIRCRAFT_TYPES } from "../aircraft-types.ts";
import { DISPATCH_METHODS, FLIGHT_TYPES, SENSOR_TYPES } from "./flight.ts";
import { flightIdSchema, projectIdSchema, sensorIdSchema } from "../ids.ts";
import { uploadStatusSchema } from "../uploads/upload-status.ts";

const MAX_TEXT = 8_192;
const DAY_MS = 86_400_000;
/** Longest name that flights are filtered by. */
export const MAX_FILTER_NAME = 200;
const name = z.string().min(1).max(MAX_FILTER_NAME);

/** Fields of which a person chooses a list of values; `Sensor` stands for both sensors of a log. */
const VALUES = {
  FlightID: flightIdSchema,
  SensorID: sensorIdSchema,
  ProjectID: projectIdSchema,
  Aircraft: name,
  AircraftType: z.enum(AIRCRAFT_TYPES),
  Sensor: name,
  SensorType: z.enum(SENSOR_TYPES),
  ProjectManager: name,
  FlightType: z.enum(FLIGHT_TYPES),
  UploadStatus: uploadStatusSchema,
  DataDispatchMethodLiDAR: z.enum(DISPATCH_METHODS),
  DataDispatchMethodImagery: z.enum(DISPATCH_METHODS),
} as const satisfies Record<string, z.ZodType<string>>;
export type ListField = keyof typeof VALUES;
export const LIST_FIELDS = Object.keys(VALUES) as readonly ListField[];

/** Fields by which flights are filtered with `$any A,B` (document 1, section 5; design, decision 2). */
export const FLIGHT_FILTER_FIELDS = LIST_FIELDS.filter((field) => field !== "Sensor");
export type FlightFilterField = (typeof FLIGHT_FILTER_FIELDS)[number];

/** Sensor and secondary sensor are a pair: a name is looked for in both. */
const operatorOf = (field: ListField): "any" | "anyOr" => (field === "Sensor" ? "anyOr" : "any");

/** Whether a text is a value that a field can hold. */
export function isFilterValue(field: ListField, value: string): boolean {
  return VALUES[field].safeParse(value).success;
}

/** The values of a field's `$any A,B`, each once; undefined where the text is no such list. */
export function filterValues(field: ListField, text: string): readonly string[] | undefined {
  const filter = parseFilterText(text);
  if (!("values" in filter) || filter.operator !== operatorOf(field)) return undefined;
  const known = filter.values.every((value) => isFilterValue(field, value));
  return known ? [...new Set(filter.values)] : undefined;
}

/** The filter text for any of these values. */
export function filterText(field: ListField, values: readonly string[]): string {
  return writeAnyOf(operatorOf(field), values);
}

/** ISO days, both included. */
export interface SurveyRange {
  readonly start: string;
  readonly end: string;
}

const isDay = (text: string): boolean => {
  const day = new Date(text);
  return !Number.isNaN(day.getTime()) && day.toISOString().startsWith(text);
};

/** Whether the end is a day or more after the start (document 1, section 5). */
function isSurveyRange({ start, end }: SurveyRange): boolean {
  return Date.parse(end) - Date.parse(start) >= DAY_MS;
}

/** Reads `start+end`; an address's `+` may arrive as a space. Undefined where it is no range. */
export function parseSurveyRange(text: string): SurveyRange | undefined {
  const [, start, end] = /^(\d{4}-\d\d-\d\d)[+ ](\d{4}-\d\d-\d\d)$/.exec(text) ?? [];
  if (start === undefined || end === undefined || !isDay(start) || !isDay(end)) return undefined;
  return isSurveyRange({ start, end }) ? { start, end } : undefined;
}

const list = (field: ListField) =>
  z
    .string()
    .max(MAX_TEXT)
    .refine((text) => filterValues(field, text) !== undefined, "is no list of the field's values");

/**
 * The filters that a person sets, as the flight list's query writes them: the page's address and
 * a named view hold the same. Narrower than the query itself, whose other forms are for programs.
 */
export const flightFiltersSchema = z
  .strictObject({
    ...(Object.fromEntries(LIST_FIELDS.map((field) => [field, list(field)])) as Record<
      ListField,
      z.ZodString
    >),
    Date: z.string().refine((text) => parseSurveyRange(text) !== undefined, "must be start+end"),
  })
  .partial();
export type FlightFilters = z.infer<typeof flightFiltersSchema>;
const FILTER_FIELDS = [...LIST_FIELDS, "Date"] as const;

/** Whether a text can be the filter of a field in an address. */
export function isFilterText(field: ListField, text: string): boolean {
  return flightFiltersSchema.shape[field].safeParse(text).success;
}

/**
 * The filters of an address; unknown and malformed ones are left out. Of a list that is there several
 * times all values count, of days the first.
 */
export function readFlightFilters(search: Readonly<Record<string, unknown>>): FlightFilters {
  const kept = FILTER_FIELDS.flatMap((field): [string, string][] => {
    const texts = [search[field]].flat().flatMap((text) => {
      const read = flightFiltersSchema.shape[field].safeParse(text);
      return read.success && read.data !== undefined ? [read.data] : [];
    });
    const [first] = texts;
    if (first === undefined) return [];
    if (field !== "Date") return joined(field, texts);
    const range = parseSurveyRange(first);
    return range === undefined ? [] : [[field, `${range.start}+${range.end}`]];
  });
  return Object.fromEntries(kept);
}

/** As many of the values as one filter can hold. */
function joined(field: ListField, texts: readonly string[]): [string, string][] {
  const values = new Set(texts.flatMap((text) => filterValues(field, text) ?? []));
  const text = filterText(field, [...values]);
  return [[field, isFilterText(field, text) ? text : (texts[0] ?? "")]];
}
