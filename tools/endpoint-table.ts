import { resolve } from "node:path";
import type { Plugin } from "vite";
import { endpoints } from "../packages/contract/src/endpoints.ts";

const MODULE = resolve(import.meta.dirname, "../packages/contract/src/endpoints.ts");

/**
 * Leaves the pages of each endpoint what a call needs: method, services, path, and whether there is a
 * reply. The shapes, 100 kB of them, are the server's: it validates, the pages have their types.
 */
export function endpointTable(): Plugin {
  return {
    name: "endpoint-table",
    enforce: "pre",
    load: {
      filter: { id: MODULE },
      handler: () => ({
        code: `export const endpoints = ${JSON.stringify(table())};`,
        moduleType: "js",
      }),
    },
  };
}

const table = (): object =>
  Object.fromEntries(
    Object.entries(endpoints).map(([name, { method, services, path, ...shapes }]) => [
      name,
      { method, services, path, ...("reply" in shapes && { reply: true }) },
    ]),
  );
