import type { LogEvent } from "kysely";
import { flightQuerySchema } from "@swath/contract/flights";
import { processingQuerySchema, terrainMapperQuerySchema } from "@swath/contract/processing";
import { endpoints } from "@swath/contract/endpoints";
import { findPage, type ListSearch } from "../../../apps/server/src/domain/search/list-pages.ts";
import { readFlights } from "../../../apps/server/src/flights/flight-records.ts";
import { flightSearch } from "../../../apps/server/src/flights/flight-search.ts";
import { openDatabase } from "../../../apps/server/src/platform/postgres/connection.ts";
import type { Db } from "../../../apps/server/src/platform/postgres/schema.ts";
import { failureSearch } from "../../../apps/server/src/processing/failures/failure-search.ts";
import { findGroups } from "../../../apps/server/src/processing/failures/find-failures.ts";
import { readStored } from "../../../apps/server/src/processing/records/stored-processing.ts";
import {
  processingSearch,
  terrainMapperSearch,
} from "../../../apps/server/src/processing/search/processing-search.ts";
import type { BenchedList, CaseQuery } from "./cases.ts";

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

type OwnCode = (db: Db, query: CaseQuery) => Promise<unknown>;

const ofList =
  (
    searchOf: (query: CaseQuery) => ListSearch,
    readRows: (db: Db, ids: readonly string[]) => Promise<unknown>,
  ): OwnCode =>
  async (db, query) =>
    readRows(db, (await findPage(db, searchOf(query))).ids);

const CALLS: Readonly<Record<BenchedList, OwnCode>> = {
  flights: ofList((query) => flightSearch(flightQuerySchema.parse(query)), readFlights),
  processings: ofList((query) => processingSearch(processingQuerySchema.parse(query)), readStored),
  terrainMapper: ofList(
    (query) => terrainMapperSearch(terrainMapperQuerySchema.parse(query)),
    readStored,
  ),
  failures: (db, query) => {
    const { page, pageSize, key, ...filters } = endpoints.listFailureGroups.query.parse(query);
    return findGroups(db, failureSearch(["base", "admin"], filters, key), { page, pageSize });
  },
};

/** Runs a call's own code once and returns the statements it sent, as plain SQL. */
export async function statementsOf(
  url: string,
  list: BenchedList,
  query: CaseQuery,
): Promise<readonly string[]> {
  const sent: string[] = [];
  const onQuery = (event: LogEvent): void => void sent.push(inlined(event.query));
  const db = openDatabase(url, { connections: 1, onQuery });
  try {
    await CALLS[list](db, query);
    return sent;
  } finally {
    await db.destroy();
  }
}
