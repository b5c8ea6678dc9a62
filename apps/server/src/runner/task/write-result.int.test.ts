import { readdirSync, rmSync, statSync, truncateSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { TaskResult } from "@swath/contract/processing";
import { afterEach, beforeEach, expect, test } from "vitest";
import { ManualTimers } from "../../platform/clock/testing/manual-timers.ts";
import { findResults, tasksWithoutResult } from "../../platform/compute/run-files.ts";
import { resultsOf } from "../testing/results-of.ts";
import { ResultWriter } from "./write-result.ts";

let folder: string;

const resultOf = (task: number, node = "n1"): TaskResult => ({
  task,
  name: `task ${task}`,
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

/** Some of them are longer than a read. */
const large = (task: number): TaskResult => {
  const outputs = Array.from({ length: task % 100 }, (_, i) => {
    return { path: `ü-${i}`, size: i, xxh128: "0".repeat(32) };
  });
  return { ...resultOf(task), outputs };
};

const files = (): string[] => readdirSync(folder).map((name) => join(folder, name));

async function write(tasks: number, result = resultOf): Promise<void> {
  const writer = new ResultWriter(folder);
  for (let task = 0; task < tasks; task++) await writer.write(result(task), 10);
  writer.flush();
}

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), "swath-results-"));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

test("results of many tasks stand in one file, and each is found", async () => {
  await write(300, large);
  expect(files().length).toBe(1);
  expect(await resultsOf({ folder })).toEqual(Array.from({ length: 300 }, (_, i) => large(i)));
  expect(await tasksWithoutResult(folder, 302)).toEqual([300, 301]);
});

test("the first result is there as soon as it is written, should its runner be killed then", async () => {
  await new ResultWriter(folder).write(resultOf(3), 10);
  expect(await resultsOf({ folder })).toEqual([resultOf(3)]);
});

test("results of tasks that end together are written together, soon after", async () => {
  const timers = new ManualTimers();
  const writer = new ResultWriter(folder, undefined, timers);
  for (const task of [1, 2, 3]) await writer.write(resultOf(task), 1);
  expect([1, 2, 3].map((task) => writer.has(task))).toEqual([true, false, false]);
  expect(await tasksWithoutResult(folder, 4)).toEqual([0, 2, 3]);
  timers.advance(20);
  await expect.poll(() => writer.has(3)).toBe(true);
  expect(await tasksWithoutResult(folder, 4)).toEqual([0]);
});

test("a task that took longer than that has its result, and those before it, at once", async () => {
  const writer = new ResultWriter(folder);
  for (const task of [1, 2]) await writer.write(resultOf(task), 1);
  await writer.write(resultOf(3), 30);
  expect(await tasksWithoutResult(folder, 4)).toEqual([0]);
});

test("results are made durable together, with their folder, before their runner ends", async () => {
  let synced = 0;
  const writer = new ResultWriter(folder, () => (synced += 1));
  for (let task = 0; task < 100; task++) await writer.write(resultOf(task), 10);
  expect(synced).toBe(0);
  writer.flush();
  writer.flush();
  expect(synced).toBe(2);
  await writer.write(resultOf(100), 10);
  writer.flush();
  expect(synced).toBe(3);
});

test("the result of a task that took half a second is durable at once", async () => {
  let synced = 0;
  const writer = new ResultWriter(folder, () => (synced += 1));
  await writer.write(resultOf(0), 500);
  expect(synced).toBe(2);
});

test("no result waits for longer than a second, where others follow", async () => {
  let synced = 0;
  const timers = new ManualTimers();
  const writer = new ResultWriter(folder, () => (synced += 1), timers);
  await writer.write(resultOf(0), 10);
  timers.advance(1_001);
  await writer.write(resultOf(1), 10);
  expect(synced).toBe(2);
});

test("a result whose line is not whole is none, wherever it was cut", async () => {
  await write(3);
  const [file = ""] = files();
  const lineBytes = statSync(file).size / 3;
  for (let size = statSync(file).size - 1; size >= 2 * lineBytes; size--) {
    truncateSync(file, size);
    expect([...(await findResults(folder)).keys()]).toEqual([0, 1]);
  }
  await write(1, () => resultOf(2));
  expect(await tasksWithoutResult(folder, 3)).toEqual([]);
});

test("a garbled file holds no results, and spoils no other", async () => {
  await write(1);
  writeFileSync(join(folder, "results-1-a.ndjson"), '\0\0{ not json\n{"task":x,\n\n{"task":7');
  await write(1, () => resultOf(1));
  expect([...(await findResults(folder)).keys()].toSorted((a, b) => a - b)).toEqual([0, 1]);
});

test("of a task's results the later execution's counts", async () => {
  const [first, second] = [
    new ResultWriter(folder),
    await sleep(5).then(() => new ResultWriter(folder)),
  ];
  await second.write(resultOf(7, "n2"), 10);
  await first.write(resultOf(7, "n1"), 10);
  expect((await resultsOf({ folder })).map(({ node }) => node)).toEqual(["n2"]);
});

test("a folder without results has none; one that is gone is an error", async () => {
  expect(await tasksWithoutResult(folder, 2)).toEqual([0, 1]);
  rmSync(folder, { recursive: true });
  await expect(findResults(folder)).rejects.toMatchObject({ code: "ENOENT" });
});
