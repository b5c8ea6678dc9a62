import { type CalibrationFilters, readCalibrationFilters } from "@swath/contract/calibrations";
import { type FlightFilters, flightFilters } from "@swath/contract/flights";
import { AUDIT_KINDS, type AuditKind } from "@swath/contract/history";
import { HEX_ID } from "@swath/contract/ids";
import { textOf, wordOf } from "@swath/contract/read-value";
import { type ListQuery, readListQuery } from "../../instructions/list/list-query.ts";

type Search = Readonly<Record<string, unknown>>;

/**
 * Makes of a reader of addresses one that leaves nothing else in them: what it does not return is
 * named and undefined, or the router would hand it on unread.
 */
export function strictSearch<Read extends object>(
  read: (search: Search) => Read,
): (search: Search) => Read {
  return (search) => {
    const unread = Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));
    return { ...unread, ...read(search) };
  };
}

export interface HistorySearch {
  page?: number | undefined;
  kind?: AuditKind | undefined;
}

/** Page and kind of an address; what is neither is left out. */
export function readHistorySearch(search: Readonly<Record<string, unknown>>): HistorySearch {
  const kind = wordOf(search["kind"], AUDIT_KINDS);
  return { page: pageOf(search["page"]), kind };
}

/** What the address of a list of parameters holds: the page, and the filters as the API takes them. */
export type ParameterSearch = { readonly page?: number | undefined } & {
  readonly [Field in keyof CalibrationFilters]?: CalibrationFilters[Field] | undefined;
};

/** Reads an address; what is malformed is left out. */
export function readParameterSearch(search: Readonly<Record<string, unknown>>): ParameterSearch {
  return { ...readCalibrationFilters(search), page: pageOf(search["page"]) };
}

const PROPOSAL = /^[0-9a-f]{24}\.[A-Za-z][A-Za-z0-9_]{0,63}\.\d{1,6}$/;

/** Which attempt proposes the parameters of a form: `<processing>.<job>.<attempt>`. */
export function readProposalSearch({ proposal }: Readonly<Record<string, unknown>>): {
  readonly proposal?: string;
} {
  const read = textOf(proposal, PROPOSAL);
  return read === undefined ? {} : { proposal: read };
}

/** What the address of a comparison holds: its two records, and whether only what differs is shown. */
export interface ComparisonSearch {
  readonly first?: string | undefined;
  readonly second?: string | undefined;
  readonly only?: true | undefined;
}

/** Reads an address; what is malformed is left out. */
export function readComparisonSearch(search: Readonly<Record<string, unknown>>): ComparisonSearch {
  const { first, second, only } = search;
  return {
    first: textOf(first, HEX_ID),
    second: textOf(second, HEX_ID),
    ...(only === true || only === "true" ? { only: true } : {}),
  };
}

/** What the address of the instructions holds: which list, and its query. */
export type InstructionSearch = ListQuery & { readonly list?: "products" | undefined };

/** Reads an address; what is malformed is left out. */
export function readInstructionSearch(
  search: Readonly<Record<string, unknown>>,
): InstructionSearch {
  return {
    ...readListQuery(search),
    ...(search["list"] === "products" ? { list: "products" as const } : {}),
  };
}

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
