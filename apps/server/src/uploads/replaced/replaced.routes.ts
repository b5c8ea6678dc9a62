import { endpoints } from "@swath/contract/endpoints";
import type { Queues } from "../../platform/queues/queues.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { moverOf } from "../moves/mover-of.ts";
import { listReplacedFiles, listReplacements } from "./list-replaced.ts";
import { orderBringBack } from "./order-bring-back.ts";
import type { ReplacedDeps } from "./replaced-place.ts";

interface Deps extends Pick<ReplacedDeps, "db" | "keptDays"> {
  readonly queues: Queues;
}

/** Serves what was replaced of an upload's data, and the order that brings it back. */
export function serveReplaced(serve: Serve, { db, queues, keptDays }: Deps): void {
  serve(endpoints.listReplacements, ({ params }) => listReplacements(db, params, keptDays));

  serve(endpoints.listReplacedFiles, ({ params }) =>
    listReplacedFiles(db, params, params.replacement),
  );

  serve(endpoints.bringBack, async (call) => {
    const { paths, reason } = call.body;
    await orderBringBack({ db, queues }, { ...call.params, paths, reason }, moverOf(call));
    return listReplacements(db, call.params, keptDays);
  });
}
