import { mkdtemp, rm, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLocalEngine } from "./open-local-engine.ts";
import type { LocalEngine } from "./local-engine.ts";

let folder: string;
let engine: LocalEngine;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-record-"));
  const runner = join(folder, "runner.mjs");
  await writeFile(runner, "setInterval(() => {}, 1000); setTimeout(() => process.exit(), 5000);");
  engine = await openLocalEngine({ folder: join(folder, "engine"), runner });
});
afterEach(() => rm(folder, { recursive: true, force: true, maxRetries: 10 }));

const run = (key: string) => ({
  key,
  label: key,
  folder: join(folder, key),
  tasks: 1,
  cpus: 1,
  memoryBytes: 1,
  seconds: 1,
  feature: null,
});
const fileOf = (key: string, name: string): string => join(folder, "engine", "runs", key, name);

test("a damaged record makes its own run unknown, and is written anew by its submission (local/E4)", async () => {
  await engine.submit(run("sound"));
  await engine.submit(run("damaged"));
  await writeFile(fileOf("damaged", "run.json"), "\0{");
  expect([...(await engine.states(["damaged", "sound"])).keys()]).toEqual(["sound"]);
  await engine.submit(run("damaged"));
  expect([...(await engine.states(["damaged", "sound"])).keys()]).toEqual(["damaged", "sound"]);
});

test("a run whose end cannot be read has not ended (local/E4)", async () => {
  await engine.submit(run("damaged"));
  await writeFile(fileOf("damaged", "ended.json"), '{"lost":[]}');
  expect((await engine.states(["damaged"])).get("damaged")?.phase).toBe("ended");
  await truncate(fileOf("damaged", "ended.json"), 4);
  expect((await engine.states(["damaged"])).get("damaged")?.phase).toBe("waiting");
});
