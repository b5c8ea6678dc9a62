import { AppError } from "@swath/contract/errors";
import { FLIGHT_PAGE_SIZE } from "@swath/contract/flights";
import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { listAircraft, listSensorEquipment } from "./fleet-lists.ts";
import { flightOf, type OldBuckets, readFlights, type StoredFlight } from "./flight-records.ts";
import { uniqueValues } from "./unique-values.ts";
import { findPage } from "../domain/search/find-page.ts";
import { createVersionCache } from "../domain/search/page-cache.ts";
import { flightSearch } from "./flight-search.ts";

export interface FlightsDeps {
  readonly db: Db;
  readonly oldBuckets: OldBuckets;
  /** Another number whenever a flight may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
}

const TOTAL = "x-total-count";
/** Pages that are remembered until the next change: none of more rows than the portal requests. */
const MOST_PAGES = 1_000;
const MOST_ROWS = FLIGHT_PAGE_SIZE;

interface FlightsPage {
  readonly total: number;
  readonly rows: readonly StoredFlight[];
}

/** Serves flights and the lists that describe them. */
export function serveFlights(serve: Serve, deps: FlightsDeps): void {
  const { db, version, oldBuckets } = deps;
  const pages = createVersionCache<FlightsPage>(version, MOST_PAGES);

  serve(endpoints.listFlights, async (call) => {
    const { query, identity } = call;
    const search = flightSearch(query);
    const read = async (): Promise<FlightsPage> => {
      const { total, ids } = await findPage(db, search);
      return { total, rows: await readFlights(db, ids) };
    };
    const page = await (search.limit > MOST_ROWS ? read() : pages(search.key, read));
    call.setHeader(TOTAL, String(page.total));
    const reader = { subject: identity.subject, oldBuckets };
    return page.rows.map((row) => flightOf(row, reader));
  });

  serve(endpoints.readFlight, async ({ params, identity }) => {
    const { subject } = identity;
    const [row] = await readFlights(db, [params.flightId]);
    if (row !== undefined) return flightOf(row, { subject, oldBuckets });
    throw new AppError("FLIGHT_NOT_FOUND", `there is no flight ${params.flightId}`);
  });

  serve(endpoints.listAircraft, async (call) => {
    const { rows, total } = await listAircraft(db, call.query);
    call.setHeader(TOTAL, String(total));
    return rows;
  });

  serve(endpoints.listSensorEquipment, async (call) => {
    const { rows, total } = await listSensorEquipment(db, call.query);
    call.setHeader(TOTAL, String(total));
    return rows;
  });

  serve(endpoints.listUnique, ({ params }) => uniqueValues(db, params.collection, params.field));
  serve(endpoints.readIdentity, async ({ identity }) => identity);
}
