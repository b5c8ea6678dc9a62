import { sql, type RawBuilder } from "kysely";
import { COMPARISONS, type ComparedField, type Condition } from "./condition.ts";

const COLUMNS: Readonly<Record<ComparedField, RawBuilder<unknown>>> = {
  WheelsUp: sql`wheels_up`,
  WheelsDown: sql`wheels_down`,
  DocumentMajorVersion: sql`document_major_version`,
};

function joined(
  conditions: readonly Condition[],
  by: RawBuilder<unknown>,
  empty: RawBuilder<boolean>,
): RawBuilder<boolean> {
  if (conditions.length === 0) return empty;
  return sql<boolean>`(${sql.join(conditions.map(conditionSql), by)})`;
}

type Kind<K extends Condition["kind"]> = Extract<Condition, { kind: K }>;

function surveyedSql({ start, end }: Kind<"surveyed">): RawBuilder<boolean> {
  return sql<boolean>`(date_span && tstzrange(${start}, ${end}, '[)') AND EXISTS (
    SELECT FROM unnest(dates) AS d (day) WHERE day >= ${start} AND day < ${end}))`;
}

function compareSql({ field, comparison, value }: Kind<"compare">): RawBuilder<boolean> {
  return sql<boolean>`${COLUMNS[field]} ${sql.raw(COMPARISONS[comparison])} ${value}`;
}

/** Builds the statement's part for one kind of condition. */
const WRITERS: { readonly [K in Condition["kind"]]: (of: Kind<K>) => RawBuilder<boolean> } = {
  facet: ({ anyOf }) => sql<boolean>`facets && ${anyOf}::text[]`,
  flight: ({ anyOf }) => sql<boolean>`flight_id = ANY (${anyOf}::text[])`,
  surveyed: surveyedSql,
  compare: compareSql,
  present: ({ field }) => sql<boolean>`${COLUMNS[field]} IS NOT NULL`,
  all: ({ of }) => joined(of, sql` AND `, sql<boolean>`TRUE`),
  some: ({ of }) => joined(of, sql` OR `, sql<boolean>`FALSE`),
  not: ({ of }) => sql<boolean>`NOT coalesce(${conditionSql(of)}, FALSE)`,
};

/** A condition on a row of `flights`, every value a parameter. */
export function conditionSql(condition: Condition): RawBuilder<boolean> {
  const write = WRITERS[condition.kind] as (of: Condition) => RawBuilder<boolean>;
  return write(condition);
}
