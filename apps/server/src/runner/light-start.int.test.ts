import { execFile } from "node:child_process";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { promisify } from "node:util";
import { afterEach, beforeEach, expect, test } from "vitest";
import { resultsOf } from "./testing/results-of.ts";
import { writeRun } from "./testing/run-of.ts";

const MAIN = join(import.meta.dirname, "main.ts");
/** Prints the address of each module that is loaded; the 5 s after which a runner loads all never pass. */
const LISTING = `data:text/javascript,import { registerHooks } from "node:module";
const after = globalThis.setTimeout;
globalThis.setTimeout = (run, ms, ...more) => ms === 5000 ? after(() => {}, 0) : after(run, ms, ...more);
registerHooks({ load(url, context, next) { console.log(url); return next(url, context); } });`;
let folder: string;

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-light-"));
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

test("a runner whose tasks have no files loads neither zod nor a store", async () => {
  const store = { kind: "file", dataFolder: join(folder, "no such"), publicUrl: "" } as const;
  const run = await writeRun({ key: "light-run", folder, store, command: ["/bin/true"], tasks: 3 });
  const words = ["--import", LISTING, MAIN, run.folder, "--element", "0", "--scratch", folder];
  const { stdout } = await promisify(execFile)(process.execPath, words);
  expect((await resultsOf(run)).map(({ ending }) => ending)).toEqual(Array(3).fill("succeeded"));
  expect(stdout).toContain("execute-task.ts");
  expect(stdout).not.toMatch(/node_modules\/zod|platform\/object-store|packages\/contract/);
});
