import { mkdtemp, readdir, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { foldersMade, makeFolder } from "./folder-sync.ts";

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "swath-folders-"));
});
afterEach(() => rm(place, { recursive: true, force: true }));

test("what stands in a folder is sure only once whoever makes the folder has flushed it", async () => {
  const order: string[] = [];
  const folder = join(place, "a", "b");
  await Promise.all([
    makeFolder(folder).then(() => order.push("made")),
    foldersMade(folder).then(() => order.push("sure")),
    foldersMade(join(folder, "c", "d")).then(() => order.push("sure below")),
    foldersMade(join(place, "a")).then(() => order.push("sure above")),
    foldersMade(join(place, "ab")).then(() => order.push("not concerned")),
  ]);
  expect(order).toEqual(["not concerned", "made", "sure", "sure below", "sure above"]);
  expect(await readdir(join(place, "a"))).toEqual(["b"]);
});

test("a folder that many make at once is made once, and again after it was removed", async () => {
  const folder = join(place, "a", "b");
  const [first, second] = [makeFolder(folder), makeFolder(folder)];
  expect(first).toBe(second);
  await first;
  await rm(folder, { recursive: true });
  await makeFolder(folder);
  expect(await readdir(join(place, "a"))).toEqual(["b"]);
});
