import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { brotliCompressSync } from "node:zlib";
import { build } from "vite";

/** Builds the bare page into a folder that a server serves in place of its own pages. */
export async function buildBarePage(outDir: string): Promise<void> {
  const mode = process.env["NODE_ENV"];
  await build({
    root: join(import.meta.dirname, "bare"),
    configFile: false,
    logLevel: "error",
    build: { outDir, emptyOutDir: true, target: "es2023" },
  });
  // Vite sets NODE_ENV to production; what this process starts next must not inherit it.
  if (mode === undefined) delete process.env["NODE_ENV"];
  else process.env["NODE_ENV"] = mode;
  const assets = join(outDir, "assets");
  for (const name of readdirSync(assets).filter((file) => /\.(js|css)$/.test(file)))
    writeFileSync(join(assets, `${name}.br`), brotliCompressSync(readFileSync(join(assets, name))));
}
