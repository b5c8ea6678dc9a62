import { join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin, type Rolldown } from "vite";
import { messages } from "../../tools/language/messages-plugin.ts";
import { mapOnMapPages } from "../../tools/map-chunks.ts";
import { pagesContract } from "../../tools/pages-contract.ts";

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

/** A package's modules are imported by way of this one. */
const PACKAGE_INDEX = /\/packages\/[^/]+\/src\/(?:.+\/)?index\.ts$/;

const importedNames = (code: string | null): ReadonlySet<string> =>
  new Set(
    [...(code ?? "").matchAll(/\bimport\s*\{([^}]*)\}/g)].flatMap(([, names = ""]) =>
      names.split(",").map((name) => name.trim().replace(/ as .*/, "")),
    ),
  );

/**
 * Everything that a module imports, whether at first or in turn, but what is imported when needed; of
 * a package what holds a name that is imported.
 */
function importedBy(root: string, graph: Rolldown.ChunkingContext): ReadonlySet<string> {
  const found = new Set([root]);
  const add = (id: string, names: ReadonlySet<string>): void => {
    if (!PACKAGE_INDEX.test(id)) found.add(id);
    else
      for (const part of graph.getModuleInfo(id)?.importedIds ?? [])
        if (graph.getModuleInfo(part)?.exports.some((name) => names.has(name))) add(part, names);
  };
  for (const id of found) {
    const { importedIds = [], code = null } = graph.getModuleInfo(id) ?? {};
    for (const imported of importedIds) add(imported, importedNames(code));
  }
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
  // Texts are found in the sources as they are written.
  plugins: [messages(), pagesContract(), react(), mapOnMapPages(), earlyScript()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // For those who build: the server does not serve them.
    sourcemap: "hidden",
    target: "es2023",
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: { codeSplitting: { groups: [firstPageChunk()] } },
    },
  },
  worker: { format: "es" },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])),
  },
});
