import type { LogEvent } from "kysely";
import { flightQuerySchema } from "@swath/contract/flights";
import { readFacetBits } from "../../apps/server/src/modules/flights/filters/facet-bits.ts";
import { countFlights } from "../../apps/server/src/modules/flights/search/count-flights.ts";
import { flightSearch } from "../../apps/server/src/modules/flights/search/flight-search.ts";
import { pageOfFlights } from "../../apps/server/src/modules/flights/search/page-of-flights.ts";
import { readFlights } from "../../apps/server/src/modules/flights/flight-records.ts";
import { openDatabase } from "../../apps/server/src/platform/postgres/connection.ts";
import type { CaseQuery } from "./cases.ts";

/** The statements that the server sends for one call, as plain SQL. */
export interface Statements {
  /** Sent once after each change. */
  readonly count: string;
  /** Sent by each call. */
  readonly page: readonly string[];
}

function literal(value: unknown): string {
  if (value === null || value === undefined) return "NULL";
  if (typeof value === "number" || typeof value === "boolean") return String(value);
  if (value instanceof Date) return `'${value.toISOString()}'`;
  if (Array.isArray(value)) return `ARRAY[${value.map(literal).join()}]::text[]`;
  if (typeof value !== "string") throw new TypeError(`no literal for a ${typeof value}`);
  return `'${value.replaceAll("'", "''")}'`;
}

const inlined = ({ sql, parameters }: LogEvent["query"]): string =>
  sql
    .replaceAll(/\$(\d+)/g, (_, index: string) => literal(parameters[Number(index) - 1]))
    .replaceAll(/\s+/g, " ");

/** Runs a call's own code once and returns the statements it sent. */
export async function statementsOf(url: string, query: CaseQuery): Promise<Statements> {
  const sent: string[] = [];
  const onQuery = (event: LogEvent): void => void sent.push(inlined(event.query));
  const db = openDatabase(url, { connections: 1, onQuery });
  try {
    const search = flightSearch(flightQuerySchema.parse(query));
    const bits = await readFacetBits(db);
    sent.length = 0;
    const total = await countFlights(db, search, bits);
    const ids = await pageOfFlights(db, search, total, bits);
    await readFlights(db, ids);
    const [count = "", ...page] = sent;
    return { count, page };
  } finally {
    await db.destroy();
  }
}
