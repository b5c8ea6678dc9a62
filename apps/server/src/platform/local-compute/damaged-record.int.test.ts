import { cp, mkdtemp, readFile, rm, symlink, truncate, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { openLocalEngine } from "./open-local-engine.ts";
import { identify } from "./process-identity.ts";
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

test("a damaged record makes its own run unknown, and is written anew by its submission (compute/E7)", async () => {
  await engine.submit(run("sound"));
  await engine.submit(run("damaged"));
  await writeFile(fileOf("damaged", "run.json"), "\0{");
  expect([...(await engine.states(["damaged", "sound"])).keys()]).toEqual(["sound"]);
  await engine.submit(run("damaged"));
  expect([...(await engine.states(["damaged", "sound"])).keys()]).toEqual(["damaged", "sound"]);
});

test("a run whose end cannot be read has not ended (compute/E7)", async () => {
  await engine.submit(run("damaged"));
  await writeFile(fileOf("damaged", "ended.json"), '{"lost":[]}');
  expect((await engine.states(["damaged"])).get("damaged")?.phase).toBe("ended");
  await truncate(fileOf("damaged", "ended.json"), 4);
  expect((await engine.states(["damaged"])).get("damaged")?.phase).toBe("waiting");
});

test("a record that came with a copy of the folder is unknown there, and its runner left alone (compute/E8)", async () => {
  await engine.submit(run("copied"));
  const copy = join(folder, "copy");
  await cp(join(folder, "engine"), copy, { recursive: true });
  // As its living runner has written it.
  const owner = JSON.stringify(identify(process.pid));
  await writeFile(join(copy, "runs", "copied", "runner.json"), owner);
  const other = await openLocalEngine({ folder: copy, runner: join(folder, "runner.mjs") });
  expect((await other.states(["copied"])).size).toBe(0);
  // It would end this very process.
  await other.cancel("copied");
  await other.submit({ ...run("copied"), folder: join(folder, "elsewhere") });
  expect((await other.states(["copied"])).get("copied")?.phase).toBe("waiting");
  const record = await readFile(join(copy, "runs", "copied", "run.json"), "utf8");
  expect(JSON.parse(record)).toMatchObject({ folder: join(folder, "elsewhere") });
  expect(await readFile(fileOf("copied", "run.json"), "utf8")).toContain(join(folder, "copied"));
});

test("through a symbolic link its runs are the same", async () => {
  await engine.submit(run("linked"));
  await symlink(join(folder, "engine"), join(folder, "link"));
  const again = await openLocalEngine({
    folder: join(folder, "link"),
    runner: join(folder, "runner.mjs"),
  });
  expect((await again.states(["linked"])).get("linked")?.phase).toBe("waiting");
});
