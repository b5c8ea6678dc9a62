import type { Kysely } from "kysely";
import { AppError } from "@swath/contract/errors";
import { routes } from "@swath/contract/routes";
import type { Settings } from "@swath/contract/settings";
import type { Serve } from "../../platform/http/serve.ts";
import type { Database } from "../../platform/postgres/schema.ts";
import { listAircraft, listSensorEquipment } from "./fleet-lists.ts";
import { createCountMemory } from "./flight-count.ts";
import { countFlights, flightSearch, pageOfFlights, readFacetBits } from "./flight-pages.ts";
import { readFlights } from "./flight-records.ts";
import type { OldBuckets } from "./old-storage.ts";
import { uniqueValues } from "./unique-values.ts";
import { serveViews } from "./views/views.routes.ts";

export interface FlightsDeps {
  readonly db: Kysely<Database>;
  readonly settings: Settings;
  readonly oldBuckets: OldBuckets;
  /** Milliseconds of a clock that only runs forward. */
  readonly now: () => number;
  /** Another number whenever a flight may have changed; undefined while that is unknown. */
  readonly version: () => number | undefined;
}

const TOTAL = "x-total-count";

/** Asks once; what failed is asked again. */
function once<T>(ask: () => Promise<T>): () => Promise<T> {
  let asked: Promise<T> | undefined;
  return async () => {
    asked ??= ask();
    try {
      return await asked;
    } catch (error) {
      asked = undefined;
      throw error;
    }
  };
}

/** Serves flights and the lists that describe them. */
export function serveFlights(serve: Serve, deps: FlightsDeps): void {
  const { db, settings, now, version, oldBuckets } = deps;
  const remembered = createCountMemory(now, version);
  const facetBits = once(() => readFacetBits(db));

  serve(routes.listFlights, async (call) => {
    const { query, identity } = call;
    const search = flightSearch(query);
    const bits = await facetBits();
    const total = await remembered(search.key, () => countFlights(db, search, bits));
    const ids = await pageOfFlights(db, search, total, bits);
    call.setHeader(TOTAL, String(total));
    return readFlights(db, ids, { subject: identity.subject, oldBuckets });
  });

  serve(routes.readFlight, async ({ params, identity }) => {
    const { subject } = identity;
    const [flight] = await readFlights(db, [params.flightId], { subject, oldBuckets });
    if (flight !== undefined) return flight;
    throw new AppError("FLIGHT_NOT_FOUND", `there is no flight ${params.flightId}`);
  });

  serve(routes.listAircraft, async (call) => {
    const { rows, total } = await listAircraft(db, call.query);
    call.setHeader(TOTAL, String(total));
    return rows;
  });

  serve(routes.listSensorEquipment, async (call) => {
    const { rows, total } = await listSensorEquipment(db, call.query);
    call.setHeader(TOTAL, String(total));
    return rows;
  });

  serve(routes.listUnique, ({ params }) => uniqueValues(db, params.collection, params.field));
  serve(routes.readSettings, async () => settings);
  serve(routes.readIdentity, async ({ identity }) => identity);
  serveViews(serve, db);
}
