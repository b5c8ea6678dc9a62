import { AppError } from "@swath/contract/errors";
import { type FilterText, parseFilterText, valueFault } from "@swath/contract/flights";

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
