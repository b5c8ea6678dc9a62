import { sql, type RawBuilder } from "kysely";
import { FLIGHT_FILTER_FIELDS, type FlightFilterField } from "@swath/contract/flights";
import {
  anyBitSql,
  type Comparison,
  comparisonSql,
  everySingle,
  joinedSql,
  notSql,
} from "../../domain/search/condition-sql.ts";

/** Fields kept as `Field=value` facets beside each flight; its identifier has an index of its own. */
const FACET_FIELDS = [
  ...FLIGHT_FILTER_FIELDS.filter((field) => field !== "FlightID"),
  "Sensor",
  "SecondarySensor",
] as const;
export type FacetField = Exclude<FlightFilterField, "FlightID"> | "Sensor" | "SecondarySensor";

export const COMPARED_FIELDS = ["WheelsUp", "WheelsDown", "DocumentMajorVersion"] as const;
export type ComparedField = (typeof COMPARED_FIELDS)[number];

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

const COLUMNS: Readonly<Record<ComparedField, RawBuilder<unknown>>> = {
  WheelsUp: sql`wheels_up`,
  WheelsDown: sql`wheels_down`,
  DocumentMajorVersion: sql`document_major_version`,
};

/** The bit of each facet that has one. */
export type FacetBits = ReadonlyMap<string, number>;
const NO_BITS: FacetBits = new Map();

/** The mask of the facets' bits; undefined where one of them has none. */
function maskOf(facets: readonly string[], bits: FacetBits): bigint | undefined {
  let mask = 0n;
  for (const each of facets) {
    const bit = bits.get(each);
    if (bit === undefined) return undefined;
    mask |= 1n << BigInt(bit);
  }
  return mask;
}

function facetSql({ anyOf }: Kind<"facet">, bits: FacetBits): RawBuilder<boolean> {
  const mask = maskOf(anyOf, bits);
  if (mask === undefined) return sql<boolean>`facets && ${anyOf}::text[]`;
  return anyBitSql("kinds", mask);
}

type Kind<K extends Condition["kind"]> = Extract<Condition, { kind: K }>;

function surveyedSql({ start, end }: Kind<"surveyed">): RawBuilder<boolean> {
  return sql<boolean>`(date_span && tstzrange(${start}, ${end}, '[)') AND EXISTS (
    SELECT FROM unnest(dates) AS d (day) WHERE day >= ${start} AND day < ${end}))`;
}

const all = (of: readonly Condition[], bits: FacetBits): RawBuilder<boolean>[] =>
  of.map((each) => conditionSql(each, bits));

/** Builds the statement's part for one kind of condition. */
const WRITERS: {
  readonly [K in Condition["kind"]]: (of: Kind<K>, bits: FacetBits) => RawBuilder<boolean>;
} = {
  facet: facetSql,
  flight: ({ anyOf }) => sql<boolean>`flight_id = ANY (${anyOf}::text[])`,
  surveyed: surveyedSql,
  compare: ({ field, comparison, value }) => comparisonSql(COLUMNS[field], comparison, value),
  present: ({ field }) => sql<boolean>`${COLUMNS[field]} IS NOT NULL`,
  all: ({ of }, bits) => joinedSql("all", all(of, bits)),
  some: ({ of }, bits) => joinedSql("some", all(of, bits)),
  not: ({ of }, bits) => notSql(conditionSql(of, bits)),
};

/**
 * A condition on a row of `flights`, every value a parameter. Facets that have a bit are compared
 * with the kinds, which the index by date includes; the others with the facets, which have an index.
 */
export function conditionSql(condition: Condition, bits: FacetBits = NO_BITS): RawBuilder<boolean> {
  const write = WRITERS[condition.kind] as (of: Condition, bits: FacetBits) => RawBuilder<boolean>;
  return write(condition, bits);
}

/** Whether the kinds alone decide a condition, so that the index by date has all it takes. */
export function decidedByKinds(condition: Condition, bits: FacetBits): boolean {
  return everySingle(
    condition,
    (single) => single.kind === "facet" && maskOf(single.anyOf, bits) !== undefined,
  );
}
