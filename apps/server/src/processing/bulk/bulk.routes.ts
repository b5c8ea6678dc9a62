import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../../platform/http/serve.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { actInBulk } from "./act-in-bulk.ts";
import { previewBulk } from "./preview-bulk.ts";

/** Serves one action on many jobs: what it would do, and doing it. */
export function serveBulk(
  serve: Serve,
  { db, templates, requireReason }: Pick<ProcessingDeps, "db" | "templates" | "requireReason">,
): void {
  const deps = { db, templates, requireReason };
  serve(endpoints.previewBulk, ({ body, identity, from }) =>
    previewBulk({ ...deps, action: body.action, caller: { identity, from } }, body),
  );
  serve(endpoints.actInBulk, ({ body, identity, from }) =>
    actInBulk({ ...deps, action: body.action, caller: { identity, from } }, body),
  );
}
