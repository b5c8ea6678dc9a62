import { join } from "node:path";
import { build, preview } from "vite";

/** Builds a page and serves it on a server of its own; it lives as long as this process. */
export async function servePage(
  root: string,
  outDir: string,
  page = "index.html",
): Promise<string> {
  const quiet = { root, configFile: false, logLevel: "error" } as const;
  const mode = process.env["NODE_ENV"];
  await build({
    ...quiet,
    build: {
      outDir,
      emptyOutDir: true,
      target: "es2024",
      rolldownOptions: { input: join(root, page) },
    },
    worker: { format: "es" },
  });
  const server = await preview({
    ...quiet,
    build: { outDir },
    preview: { port: 0, host: "127.0.0.1" },
  });
  // Vite sets NODE_ENV to production; what this process starts next must not inherit it.
  if (mode === undefined) delete process.env["NODE_ENV"];
  else process.env["NODE_ENV"] = mode;
  return new URL(page, server.resolvedUrls!.local[0]).href;
}
