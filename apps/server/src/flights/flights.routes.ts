import { AppError } from "@swath/contract/errors";
import { endpoints } from "@swath/contract/endpoints";
import { type Identity, may } from "@swath/contract/identity";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { createListPages } from "../domain/search/list-pages.ts";
import { flightOf, type FlightReader, type OldBuckets, readFlights } from "./flight-records.ts";
import { readFlightProgress } from "./flight-progress.ts";
import { flightSearch } from "./flight-search.ts";
import { listAircraft, listSensorEquipment, uniqueValues } from "./value-lists.ts";

export interface FlightsDeps {
  readonly db: Db;
  readonly oldBuckets: OldBuckets;
  /** Another number whenever a flight may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
}

const TOTAL = "x-total-count";
/** Serves flights and the lists that describe them. */
export function serveFlights(serve: Serve, deps: FlightsDeps): void {
  const { db, version, oldBuckets } = deps;
  const readerOf = ({ subject, roles }: Identity): FlightReader => ({
    subject,
    oldBuckets,
    seesHolds: may(roles, "holdProjects"),
  });
  const pageOf = createListPages({ db, version, readRows: (ids) => readFlights(db, ids) });

  serve(endpoints.listFlights, async (call) => {
    const { query, identity } = call;
    const page = await pageOf(flightSearch(query));
    call.setHeader(TOTAL, String(page.total));
    const reader = readerOf(identity);
    return page.rows.map((row) => flightOf(row, reader));
  });

  serve(endpoints.readFlight, async ({ params, identity }) => {
    const [row] = await readFlights(db, [params.flightId]);
    if (row !== undefined) return flightOf(row, readerOf(identity));
    throw new AppError("FLIGHT_NOT_FOUND", `there is no flight ${params.flightId}`);
  });

  serve(endpoints.readFlightProgress, ({ params }) => readFlightProgress(db, params.flightId));

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
