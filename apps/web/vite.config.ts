import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const server = process.env["SWATH_SERVER"] ?? "http://localhost:4680";
const fromServer = ["/api", "/auth", "/idp", "/store", "/config.json"];

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react()],
  build: { outDir: "dist", emptyOutDir: true, sourcemap: true, target: "es2023" },
  worker: { format: "es" },
  server: {
    strictPort: true,
    proxy: Object.fromEntries(fromServer.map((path) => [path, { target: server }])),
  },
});
