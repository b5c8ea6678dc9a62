import { type RawBuilder, sql } from "kysely";
import type { Condition, FacetField } from "../filters/flight-condition.ts";
import { type PageWindow, pageOf, upToPage } from "./page-window.ts";

interface Source {
  readonly table: "flights" | "flight_sensors";
  readonly column: string;
}

/** Fields of many values; each has an index of value, latest date and flight (`flights.sql`). */
const SOURCES: Readonly<Partial<Record<FacetField, Source>>> = {
  Aircraft: { table: "flights", column: "aircraft" },
  Sensor: { table: "flight_sensors", column: "main_sensor" },
  SecondarySensor: { table: "flight_sensors", column: "secondary_sensor" },
  ProjectID: { table: "flight_sensors", column: "project_id" },
  ProjectManager: { table: "flight_sensors", column: "project_manager" },
};

/** Any of some values, each looked up in the index of its field. */
export interface ManyValued {
  readonly sources: readonly (Source & { readonly values: readonly string[] })[];
  /** Number of lookups. */
  readonly lookups: number;
}

/** A condition that is nothing but any of some values of fields of many values; undefined for others. */
export function manyValued(condition: Condition): ManyValued | undefined {
  if (condition.kind === "all" && condition.of.length === 1) return manyValued(condition.of[0]!);
  if (condition.kind !== "facet") return undefined;
  const pairs = [...new Set(condition.anyOf)].map((facet): [string, string] => {
    const end = facet.indexOf("=");
    return [facet.slice(0, end), facet.slice(end + 1)];
  });
  const fields = Map.groupBy(pairs, ([field]) => field);
  const sources = [...fields].flatMap(([field, of]) => {
    const source = SOURCES[field as FacetField];
    return source === undefined ? [] : [{ ...source, values: of.map(([, value]) => value) }];
  });
  return sources.length === fields.size ? { sources, lookups: pairs.length } : undefined;
}

/** A page in the order of dates: each value's first flights, merged. A flight may have several of them. */
export function manyValuedPage({ sources }: ManyValued, window: PageWindow): RawBuilder<unknown> {
  const each = sources.map(
    ({ table, column, values }) => sql`SELECT first.latest_date, first.flight_id
      FROM unnest(${values}::text[]) AS wanted (value) CROSS JOIN LATERAL (
        SELECT DISTINCT latest_date, flight_id FROM ${sql.table(table)}
        WHERE ${sql.ref(column)} = wanted.value ${upToPage(window)}) AS first`,
  );
  return sql`SELECT flight_id FROM (${sql.join(each, sql` UNION ALL `)}) AS found
    GROUP BY latest_date, flight_id ${pageOf(window)}`;
}

/** Counts the flights, each once, in the indexes alone. */
export function manyValuedCount({ sources }: ManyValued): RawBuilder<unknown> {
  const [only] = sources;
  if (sources.length === 1 && only?.table === "flights")
    return sql`SELECT count(*) AS count FROM flights
      WHERE ${sql.ref(only.column)} = ANY (${only.values}::text[])`;
  const each = sources.map(
    ({ table, column, values }) => sql`SELECT flight_id FROM ${sql.table(table)}
      WHERE ${sql.ref(column)} = ANY (${values}::text[])`,
  );
  return sql`SELECT count(*) AS count FROM (
    SELECT DISTINCT flight_id FROM (${sql.join(each, sql` UNION ALL `)}) AS each) AS found`;
}
