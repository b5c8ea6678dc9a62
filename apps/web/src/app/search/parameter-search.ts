import { type CalibrationFilters, readCalibrationFilters } from "@swath/contract/calibrations";
import { pageOf } from "./flight-search.ts";

/** What the address of a list of parameters holds: the page, and the filters as the API takes them. */
export type ParameterSearch = { readonly page?: number | undefined } & {
  readonly [Field in keyof CalibrationFilters]?: CalibrationFilters[Field] | undefined;
};

/** Reads an address; what is malformed is left out. */
export function readParameterSearch(search: Readonly<Record<string, unknown>>): ParameterSearch {
  return { ...readCalibrationFilters(search), page: pageOf(search["page"]) };
}

/** The identifier of a record: 24 hex digits (document 3, section 2.1). */
export const PARAMETER_ID = /^[0-9a-f]{24}$/;
