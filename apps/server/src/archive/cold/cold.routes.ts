import { coldEndpoints } from "@swath/contract/cold";
import type { Serve } from "../../platform/http/serve.ts";
import type { ColdDeps } from "./cold-deps.ts";
import { orderMove, orderRestore, readCold } from "./cold-orders.ts";

/** Serves what is in cold storage, and the orders to move data there and to restore it. */
export function serveCold(serve: Serve, deps: ColdDeps): void {
  serve(coldEndpoints.readCold, ({ params, query }) => readCold(deps, params.flightId, query));

  serve(coldEndpoints.moveToCold, async ({ params: { flightId }, identity: actor, from }) => {
    await orderMove(deps, flightId, { actor, from });
    return readCold(deps, flightId);
  });

  serve(coldEndpoints.restoreFromCold, async ({ params, body, identity: actor, from }) => {
    await orderRestore(deps, params.flightId, body, { actor, from });
    return readCold(deps, params.flightId, body);
  });
}
