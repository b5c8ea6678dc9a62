import { Stryker } from "@stryker-mutator/core";
import { AREAS } from "./areas.mjs";

/** Percent; a lower score fails the run. */
const LOWEST_SCORE = 80;

const [name, ...files] = process.argv.slice(2);
const area = AREAS[name];
// Read by vitest.config.ts in Stryker's own processes.
process.env.MUTATION_TESTS = JSON.stringify(area.tests);
await new Stryker({
  mutate: [...(files.length === 0 ? area.mutate : files), "!**/*.test.ts", "!**/testing/**"],
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  testRunner: "vitest",
  vitest: { configFile: "lab/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // A mutant in a table or a schema costs a run of every test: the tables have tests of their own.
  ignoreStatic: true,
  concurrency: 2,
  // TypeScript 7 has no interface for programs: Stryker cannot rewrite its configuration.
  tsconfigFile: "none",
  ignorePatterns: ["data", "dist", "lab/bench", "e2e", "docs", "**/node_modules"],
  tempDirName: "node_modules/.cache/stryker",
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: `node_modules/.cache/mutation/${name}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: LOWEST_SCORE, break: LOWEST_SCORE },
}).runMutationTest();
