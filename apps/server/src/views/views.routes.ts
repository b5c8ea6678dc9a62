import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { changeView, createView, deleteView, listViews } from "./view-store.ts";

/** Serves named views: those of a list to who may read it, and only to their owner to change. */
export function serveViews(serve: Serve, db: Db): void {
  serve(endpoints.listViews, ({ identity, query }) => listViews(db, identity, query.list));
  serve(endpoints.createView, (call) => createView(db, call, call.body));
  serve(endpoints.changeView, (call) => changeView(db, call.params.viewId, call, call.body));
  serve(endpoints.deleteView, (call) =>
    deleteView(db, call.params.viewId, call).then(() => undefined),
  );
}
