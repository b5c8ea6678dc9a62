import { globSync, readFileSync } from "node:fs";
import { Stryker } from "@stryker-mutator/core";
import { AREAS } from "./areas.mjs";

/** Percent; a lower score fails the run. */
const LOWEST_SCORE = 80;

/** Lines of a piece, of which `--every N` takes each Nth: small enough that every file of a folder has its share. */
const PIECE_LINES = 25;
const NOT_MUTATED = ["**/*.test.ts", "**/testing/**"];

const [name, ...rest] = process.argv.slice(2);
const area = AREAS[name];
const every = rest[0] === "--every" ? Number(rest[1]) : undefined;
const files = every === undefined ? rest : rest.slice(2);
const patterns = files.length === 0 ? area.mutate : files;

/** Each `n`th piece of the files, as Stryker's ranges of lines; what crosses the end of a piece is left out. */
function sample(n) {
  const paths = globSync(patterns, { exclude: NOT_MUTATED }).toSorted();
  const pieces = paths.flatMap((path) => {
    const lines = readFileSync(path, "utf8").split("\n").length;
    const starts = Array.from(
      { length: Math.ceil(lines / PIECE_LINES) },
      (_, index) => index * PIECE_LINES + 1,
    );
    return starts.map((start) => `${path}:${start}-${Math.min(start + PIECE_LINES - 1, lines)}`);
  });
  return pieces.filter((_, index) => index % n === 0);
}

// Read by vitest.config.ts in Stryker's own processes.
process.env.MUTATION_TESTS = JSON.stringify(area.tests);
await new Stryker({
  mutate:
    every === undefined
      ? [...patterns, ...NOT_MUTATED.map((pattern) => `!${pattern}`)]
      : sample(every),
  plugins: [import.meta.resolve("@stryker-mutator/vitest-runner")],
  testRunner: "vitest",
  vitest: { configFile: "lab/mutation/vitest.config.ts", related: false },
  coverageAnalysis: "perTest",
  // A mutant in a table or a schema costs a run of every test: the tables have tests of their own.
  ignoreStatic: true,
  concurrency: 2,
  // Beside other work a slow run is no endless loop.
  timeoutMS: 15_000,
  // TypeScript 7 has no interface for programs: Stryker cannot rewrite its configuration.
  tsconfigFile: "none",
  ignorePatterns: ["data", "dist", "lab/bench", "e2e", "docs", "**/node_modules"],
  tempDirName: "node_modules/.cache/stryker",
  reporters: ["clear-text", "progress-append-only", "json"],
  jsonReporter: { fileName: `node_modules/.cache/mutation/${name}.json` },
  clearTextReporter: { allowColor: false, logTests: false, reportTests: false },
  thresholds: { high: 90, low: LOWEST_SCORE, break: LOWEST_SCORE },
}).runMutationTest();
