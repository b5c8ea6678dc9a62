import { findEndpoints } from "@swath/contract/find";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { find } from "./find.ts";

/** Serves the command palette's search. */
export function serveFind(serve: Serve, { db }: { readonly db: Db }): void {
  serve(findEndpoints.find, ({ query, identity }) => find(db, identity.roles, query.text));
}
