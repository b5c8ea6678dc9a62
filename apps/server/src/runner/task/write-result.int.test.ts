import { mkdtemp, readdir, readFile, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import type { TaskResult } from "@swath/contract/processing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { nodeSystem } from "../program/node-system.ts";
import { ResultWriter } from "./write-result.ts";

let folder: string;
let synced: number;
let writer: ResultWriter;
const system = {
  ...nodeSystem,
  syncFileSystem: () => {
    synced += 1;
    return true;
  },
};
const resultOf = (task: number, node = "n1"): TaskResult => ({
  task,
  name: `task-${task}`,
  ending: "succeeded",
  exitCode: 0,
  signal: null,
  node,
  started: "2026-01-01T00:00:00.000Z",
  ended: "2026-01-01T00:00:00.010Z",
  cpuSeconds: 0,
  peakMemoryBytes: 0,
  errors: [],
  outputs: [],
  measures: [],
});

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-results-"));
  synced = 0;
  writer = new ResultWriter(folder, system);
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("results of many short tasks are made durable at once, before their runner ends", async () => {
  for (let task = 0; task < 40; task++) await writer.write(resultOf(task));
  expect(synced).toBe(0);
  await writer.flush();
  await writer.flush();
  expect(synced).toBe(1);
});

test("those of few tasks disturb no other file of the disk", async () => {
  for (let task = 0; task < 3; task++) await writer.write(resultOf(task));
  await writer.flush();
  expect(synced).toBe(0);
});

test("of a task's results the first is kept, and nothing beside it", async () => {
  await writer.write(resultOf(7));
  await writer.write(resultOf(7, "n2"));
  expect(await readdir(folder)).toEqual(["result-7.json"]);
  expect(await readFile(join(folder, "result-7.json"), "utf8")).toContain('"n1"');
});
