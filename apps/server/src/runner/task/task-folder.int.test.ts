import { existsSync, mkdirSync, readdirSync, rmSync, writeFileSync } from "node:fs";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import { afterEach, beforeEach, describe, expect, test } from "vitest";
import { loadCLibrary } from "../program/c-library.ts";
import { nodeSystem } from "../program/node-system.ts";
import { systemOf } from "../program/posix-system.ts";
import { type TaskFolder, TaskFolders } from "./task-folder.ts";

/** Longer than the coarsest clock of a file system. */
const TICK_MS = 150;
let scratch: string;
let folders: TaskFolders;

beforeEach(async () => {
  scratch = await mkdtemp(join(tmpdir(), "swath-folders-"));
});
afterEach(() => rm(scratch, { recursive: true, force: true }));

/** A folder whose changes show. */
async function takeKnown(): Promise<TaskFolder> {
  const folder = folders.take();
  await sleep(TICK_MS);
  folders.give(folder);
  return folders.take();
}

describe.each([
  ["Node.js", nodeSystem],
  ["the C library", systemOf(await loadCLibrary())],
])("by %s", (_, system) => {
  beforeEach(() => {
    folders = new TaskFolders(scratch, system);
  });

  test("an empty folder serves the next task, one at a time", async () => {
    const folder = folders.take();
    const other = folders.take();
    expect(other.path).not.toBe(folder.path);
    folders.give(folder);
    expect(folders.take().path).toBe(folder.path);
  });

  test("of a folder that was made just now nothing is certain", () => {
    expect(folders.isUntouched(folders.take())).toBe(false);
  });

  test("an untouched folder is known, and serves the next task", async () => {
    const folder = await takeKnown();
    expect(folders.isUntouched(folder)).toBe(true);
    folders.give(folder);
    const again = folders.take();
    expect(again.path).toBe(folder.path);
    expect(folders.isUntouched(again)).toBe(true);
  });

  test.each([
    ["an output", ({ out }: TaskFolder) => writeFileSync(join(out, "a"), "")],
    ["a file to work with", ({ work }: TaskFolder) => writeFileSync(join(work, "a"), "")],
    ["a file beside them", ({ path }: TaskFolder) => writeFileSync(join(path, "a"), "")],
    ["its inputs", ({ inputs }: TaskFolder) => mkdirSync(inputs)],
  ])("a folder with %s serves no other task", async (_name, change) => {
    for (const folder of [await takeKnown(), folders.take()]) {
      change(folder);
      expect(folders.isUntouched(folder)).toBe(false);
      folders.give(folder);
      expect(existsSync(folder.path)).toBe(false);
    }
  });

  test("a folder serves no other task where nothing was asked of it after its program failed", async () => {
    const folder = await takeKnown();
    expect(folders.isUntouched(folder)).toBe(true);
    folders.give(folder);
    const again = folders.take();
    writeFileSync(join(again.work, "a"), "");
    folders.give(again);
    expect(existsSync(folder.path)).toBe(false);
  });

  test("a folder from which all was removed again is not untouched, but empty", async () => {
    const folder = await takeKnown();
    writeFileSync(join(folder.out, "a"), "");
    rmSync(join(folder.out, "a"));
    expect(folders.isUntouched(folder)).toBe(false);
    folders.give(folder);
    expect(folders.take().path).toBe(folder.path);
    expect(readdirSync(folder.out)).toEqual([]);
  });
});
