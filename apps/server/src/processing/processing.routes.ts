import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import { serveActions } from "./actions/actions.routes.ts";
import { actInBulk } from "./bulk/act-in-bulk.ts";
import { previewBulk } from "./bulk/preview-bulk.ts";
import { serveRuns } from "./attempts/attempts.routes.ts";
import { type CustomRoutesDeps, serveCustom } from "./custom/custom.routes.ts";
import { serveFindings } from "./findings/findings.routes.ts";
import { type FailuresDeps, serveFailures } from "./failures/failures.routes.ts";
import { checkVisible } from "./records/find-processing.ts";
import { processingDocument } from "./records/processing-document.ts";
import { readShownOne } from "./records/stored-processing.ts";
import { processingTimeline } from "./records/timeline.ts";
import { type ListDeps, serveLists } from "./search/lists.routes.ts";

/** Serves the records of processings, people's decisions on their jobs, and runs (document 3, section 7). */
export function serveProcessings(
  serve: Serve,
  deps: ListDeps & FailuresDeps & CustomRoutesDeps & Parameters<typeof serveRuns>[1],
): void {
  const { db } = deps;
  serveLists(serve, deps);
  serveFailures(serve, deps);
  serve(endpoints.readProcessing, async ({ params, identity }) => {
    const row = await readShownOne(deps, params.processingId);
    checkVisible(row, identity.roles);
    return processingDocument(row, deps);
  });
  serve(endpoints.readTimeline, async (call) => {
    const { params, query, identity } = call;
    const { processingId: id } = params;
    const { entries, total } = await processingTimeline(db, id, query, identity.roles);
    call.setHeader("x-total-count", String(total));
    return entries;
  });
  serveActions(serve, deps);
  serveCustom(serve, deps);
  serveRuns(serve, deps);
  serveFindings(serve, deps);
  serve(endpoints.previewBulk, ({ body, identity, from }) =>
    previewBulk({ ...deps, action: body.action, caller: { identity, from } }, body),
  );
  serve(endpoints.actInBulk, ({ body, identity, from }) =>
    actInBulk({ ...deps, action: body.action, caller: { identity, from } }, body),
  );
}
