import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Rolldown } from "vite";
import { messages } from "../../tools/language/messages-plugin.ts";
import { endpointTable } from "../../tools/endpoint-table.ts";
import { mapOnMapPages } from "../../tools/map-chunks.ts";

const server = process.env["SWATH_SERVER"] ?? "http://localhost:4680";
const fromServer = ["/api", "/auth", "/idp", "/store", "/config.json"];

/** What the first page needs: the portal's frame and the flight list. */
const FIRST_PAGE = ["src/main.tsx", "src/app/routes/flight-list-route.tsx"];

/** Everything that modules import, whether at first or in turn, but what they import when needed. */
function importedBy(
  roots: readonly string[],
  graph: Rolldown.ChunkingContext,
): ReadonlySet<string> {
  for (const id of roots)
    if (graph.getModuleInfo(id) === null) throw new Error(`${id} is no module of the first page`);
  const found = new Set(roots);
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/**
 * One chunk of the first page's modules: cut by who shares them, they would be fifty, each with
 * headers of a kilobyte.
 */
function firstPageChunk(): Rolldown.CodeSplittingGroup {
  const roots = FIRST_PAGE.map((path) => join(import.meta.dirname, path));
  let modules: ReadonlySet<string> | undefined;
  return {
    debugName: "first page",
    name: (id, context) => {
      modules ??= importedBy(roots, context);
      return modules.has(id) ? "first-page" : null;
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [endpointTable(), messages(), react(), mapOnMapPages()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // For those who build: the server does not serve them.
    sourcemap: "hidden",
    target: "es2023",
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      treeshake: { manualPureFunctions: ["z", "endpoint"] },
      output: { codeSplitting: { groups: [firstPageChunk()] } } },
  },
  worker: { format: "es" },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])),
  },
});
