import { FLIGHT_FILTER_FIELDS, type FlightFilterField } from "@swath/contract/flights";

/** Fields kept as `Field=value` facets beside each flight; its identifier has an index of its own. */
const FACET_FIELDS = [
  ...FLIGHT_FILTER_FIELDS.filter((field) => field !== "FlightID"),
  "Sensor",
  "SecondarySensor",
] as const;
export type FacetField = Exclude<FlightFilterField, "FlightID"> | "Sensor" | "SecondarySensor";

export const COMPARED_FIELDS = ["WheelsUp", "WheelsDown", "DocumentMajorVersion"] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];
export const COMPARISONS = { $eq: "=", $gt: ">", $gte: ">=", $lt: "<", $lte: "<=" } as const;
export type Comparison = keyof typeof COMPARISONS;

/** What a flight must fulfil; values are never part of a statement's text. */
export type Condition =
  | { readonly kind: "facet"; readonly anyOf: readonly string[] }
  | { readonly kind: "flight"; readonly anyOf: readonly string[] }
  /** Any survey date from `start` on and before `end`. */
  | { readonly kind: "surveyed"; readonly start: Date; readonly end: Date }
  | {
      readonly kind: "compare";
      readonly field: ComparedField;
      readonly comparison: Comparison;
      readonly value: number | Date;
    }
  | { readonly kind: "present"; readonly field: ComparedField }
  | { readonly kind: "all" | "some"; readonly of: readonly Condition[] }
  | { readonly kind: "not"; readonly of: Condition };

export const facet = (field: FacetField, values: readonly string[]): Condition => ({
  kind: "facet",
  anyOf: values.map((value) => `${field}=${value}`),
});
export const hasFacet = (field: FacetField): Condition => ({
  kind: "facet",
  anyOf: [`has=${field}`],
});
export const not = (of: Condition): Condition => ({ kind: "not", of });

export function isFacetField(field: string): field is FacetField {
  return (FACET_FIELDS as readonly string[]).includes(field);
}
