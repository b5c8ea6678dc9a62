import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { messages } from "../../tools/language/messages-plugin.ts";
import { endpointTable } from "../../tools/endpoint-table.ts";
import { mapOnMapPages } from "../../tools/map-chunks.ts";

/** Read before the pages' program, by a script tag of its own. */
const EARLY = join(import.meta.dirname, "src/platform/early.ts");

function earlyScript(): Plugin {
  return {
    name: "early script",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const early = Object.values(bundle ?? {}).find(({ name }) => name === "early");
        if (early === undefined) return [];
        const attrs = { type: "module", crossorigin: true, src: `/${early.fileName}` };
        return [{ tag: "script", attrs, injectTo: "head-prepend" }];
      },
    },
  };
}

const server = process.env["SWATH_SERVER"] ?? "http://localhost:4680";
const fromServer = ["/api", "/auth", "/idp", "/store", "/config.json"];

/** What the first page needs: the portal's frame and the flight list. */
const FIRST_PAGE = "src/main.tsx";

/** Everything that a module imports, whether at first or in turn, but what they import when needed. */
function importedBy(root: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([root]);
  for (const id of found)
    for (const next of graph.getModuleInfo(id)?.importedIds ?? []) found.add(next);
  return found;
}

/**
 * One chunk of the first page's modules: cut by who shares them, they would be fifty, each with
 * headers of a kilobyte.
 */
function firstPageChunk(): Rolldown.CodeSplittingGroup {
  let modules: ReadonlySet<string> | undefined;
  return {
    debugName: "first page",
    name: (id, context) => {
      modules ??= importedBy(join(import.meta.dirname, FIRST_PAGE), context);
      if (id === EARLY) return "early";
      return modules.has(id) ? "first-page" : null;
    },
  };
}

export default defineConfig({
  root: import.meta.dirname,
  plugins: [endpointTable(), messages(), react(), mapOnMapPages(), earlyScript()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // For those who build: the server does not serve them.
    sourcemap: "hidden",
    target: "es2023",
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      treeshake: { manualPureFunctions: ["z", "endpoint"] },
      output: { codeSplitting: { groups: [firstPageChunk()] } },
    },
  },
  worker: { format: "es" },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])),
  },
});
