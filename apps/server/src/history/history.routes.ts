import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { flightHistory } from "./flight-history.ts";

/** Serves the histories of flights. */
export function serveHistory(serve: Serve, { db }: { readonly db: Db }): void {
  serve(endpoints.readHistory, async (call) => {
    const { page, pageSize, kind } = call.query;
    const { flightId } = call.params;
    const { entries, total } = await flightHistory(db, flightId, { page, pageSize, kind });
    call.setHeader("x-total-count", String(total));
    return entries;
  });
}
