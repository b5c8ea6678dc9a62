import { resolve } from "node:path";
import { defineConfig } from "vitest/config";

export default defineConfig({
  test: {
    // Instrumented code is slower.
    testTimeout: 60_000,
    include: JSON.parse(process.env["MUTATION_TESTS"] ?? "[]") as string[],
    exclude: ["**/node_modules/**", "**/*.{int,engine,browser}.test.ts"],
    setupFiles: [resolve(import.meta.dirname, "short-properties.ts")],
  },
});
