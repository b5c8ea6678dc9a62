import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../platform/http/serve.ts";
import type { Db } from "../platform/postgres/schema.ts";
import { importCatalogue } from "./import-catalogue.ts";

/** Serves the import of the flight log's catalogue. */
export function serveCatalogue(serve: Serve, deps: { readonly db: Db }): void {
  serve(endpoints.importCatalogue, ({ body, identity, from }) =>
    importCatalogue(deps.db, body, { actor: identity, from }),
  );
}
