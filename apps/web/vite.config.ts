import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";
import { lightFirstPage } from "../../tools/first-page.ts";
import { messages } from "../../tools/language/messages-plugin.ts";
import { mapOnMapPages } from "../../tools/map-chunks.ts";
import { pagesContract } from "../../tools/pages-contract.ts";

/** Read before the pages' program, by a script tag of its own. */
const EARLY = /\/src\/platform\/early\.ts$/;
/** Letters of the first page, which would be asked for only as that is laid out, and move it. */
const FONT = /^assets\/inter-basic-.*\.woff2$/;

function earlyRequests(): Plugin {
  return {
    name: "early requests",
    transformIndexHtml: {
      order: "post",
      handler: (_html, { bundle }) => {
        const early = Object.values(bundle ?? {}).find(({ name }) => name === "early");
        const font = Object.keys(bundle ?? {}).find((name) => FONT.test(name));
        if (early === undefined || font === undefined) return [];
        const script = { type: "module", crossorigin: true, src: `/${early.fileName}` };
        const link = { rel: "preload", as: "font", crossorigin: true, href: `/${font}` };
        return [
          { tag: "script", attrs: script, injectTo: "head-prepend" },
          { tag: "link", attrs: link, injectTo: "head" },
        ];
      },
    },
  };
}

const server = process.env["SWATH_SERVER"] ?? "http://localhost:4680";
const fromServer = ["/api", "/auth", "/idp", "/store", "/config.json"];

export default defineConfig({
  root: import.meta.dirname,
  // Texts are found in the sources as they are written.
  plugins: [
    messages(),
    pagesContract(),
    react(),
    mapOnMapPages(),
    lightFirstPage(),
    earlyRequests(),
  ],
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
