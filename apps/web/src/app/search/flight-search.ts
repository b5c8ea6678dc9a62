import { type FlightFilters, flightFilters } from "@swath/contract/flights";

/** What the flight list's address holds: the page, and the filters as the API takes them. */
export type FlightSearch = { readonly page?: number | undefined } & {
  readonly [Field in keyof FlightFilters]?: FlightFilters[Field] | undefined;
};

/** The number of a page after the first; undefined for anything else. */
export function pageOf(value: unknown): number | undefined {
  const page = Number(value);
  return Number.isInteger(page) && page > 1 && page <= 1_000_000 ? page : undefined;
}

/** Reads an address; what is malformed is left out. */
export function readFlightSearch(search: Readonly<Record<string, unknown>>): FlightSearch {
  return { ...flightFilters.read(search), page: pageOf(search["page"]) };
}
