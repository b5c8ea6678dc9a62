import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { lightFirstPage } from "../../tools/first-page.ts";
import { messages } from "../../tools/language/messages-plugin.ts";
import { mapOnMapPages } from "../../tools/map-chunks.ts";
import { pagesContract } from "../../tools/pages-contract.ts";

/** Read before the pages' program, by a script tag of its own. */
const EARLY = /\/src\/platform\/early\.ts$/;

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

export default defineConfig({
  root: import.meta.dirname,
  // Texts are found in the sources as they are written.
  plugins: [messages(), pagesContract(), react(), mapOnMapPages(), lightFirstPage(), earlyScript()],
  build: {
    outDir: "dist",
    emptyOutDir: true,
    // For those who build: the server does not serve them.
    sourcemap: "hidden",
    target: "es2023",
    // Every browser that reads this knows `modulepreload`.
    modulePreload: { polyfill: false },
    chunkSizeWarningLimit: 900,
    rolldownOptions: {
      output: {
        codeSplitting: {
          // Of a package no more than what is used of it.
          includeDependenciesRecursively: false,
          groups: [
            { name: "early", test: EARLY },
            // The portal's frame and the flight list: cut by who shares them, they would be fifty
            // chunks, each with headers of a kilobyte.
            { name: "first-page", tags: ["$initial"] },
          ],
        },
      },
    },
  },
  worker: { format: "es" },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])),
  },
});
