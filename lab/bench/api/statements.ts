import type { LogEvent } from "kysely";
import { flightQuerySchema } from "@swath/contract/flights";
import { processingQuerySchema, terrainMapperQuerySchema } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { readFacetBits } from "../../../apps/server/src/flights/filters/facet-bits.ts";
import { readStored } from "../../../apps/server/src/processing/records/stored-processing.ts";
import {
  countProcessings,
  findProcessings,
  readStatusBits,
} from "../../../apps/server/src/processing/search/find-processings.ts";
import {
  processingSearch,
  type ProcessingSearch,
  terrainMapperSearch,
} from "../../../apps/server/src/processing/search/processing-search.ts";
import { failureSearch } from "../../../apps/server/src/processing/failures/failure-search.ts";
import {
  countFailures,
  findGroups,
} from "../../../apps/server/src/processing/failures/find-failures.ts";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";
import { countFlights } from "../../../apps/server/src/flights/search/count-flights.ts";
import { flightSearch } from "../../../apps/server/src/flights/search/flight-search.ts";
import { pageOfFlights } from "../../../apps/server/src/flights/search/page-of-flights.ts";
import { readFlights } from "../../../apps/server/src/flights/flight-records.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import type { BenchedList, CaseQuery } from "./cases.ts";

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

type OwnCode = (db: Db, query: CaseQuery, begun: () => void) => Promise<void>;

const ofProcessings =
  (searchOf: (query: CaseQuery) => ProcessingSearch): OwnCode =>
  async (db, query, begun) => {
    const search = searchOf(query);
    const bits = await readStatusBits(db);
    begun();
    const total = await countProcessings(db, search, bits);
    await readStored(db, await findProcessings(db, search, total, bits));
  };

/** Runs a call's own code after its bits are read; `begun` is called in between. */
const CALLS: Readonly<Record<BenchedList, OwnCode>> = {
  flights: async (db, query, begun) => {
    const search = flightSearch(flightQuerySchema.parse(query));
    const bits = await readFacetBits(db);
    begun();
    const total = await countFlights(db, search, bits);
    await readFlights(db, await pageOfFlights(db, search, total, bits));
  },
  processings: ofProcessings((query) => processingSearch(processingQuerySchema.parse(query))),
  terrainMapper: ofProcessings((query) =>
    terrainMapperSearch(terrainMapperQuerySchema.parse(query)),
  ),
  failures: async (db, query, begun) => {
    const schema = endpoints.listFailureGroups.query;
    const { page, pageSize, key, ...filters } = schema.parse(query);
    const search = failureSearch(["base", "admin"], filters, key);
    const bits = await readStatusBits(db);
    begun();
    await countFailures(db, search, bits);
    await findGroups(db, search, bits, { page, pageSize });
  },
};

/** Runs a call's own code once and returns the statements it sent. */
export async function statementsOf(
  url: string,
  list: BenchedList,
  query: CaseQuery,
): Promise<Statements> {
  const sent: string[] = [];
  const onQuery = (event: LogEvent): void => void sent.push(inlined(event.query));
  const db = openDatabase(url, { connections: 1, onQuery });
  try {
    await CALLS[list](db, query, () => void (sent.length = 0));
    const [count = "", ...page] = sent;
    return { count, page };
  } finally {
    await db.destroy();
  }
}
