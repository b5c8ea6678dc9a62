import { mkdir, mkdtemp, rm, stat, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { makeFolders, makeFoldersNow } from "./system.ts";

let place: string;
beforeEach(async () => {
  place = await mkdtemp(join(tmpdir(), "swath-folders-"));
});
afterEach(() => rm(place, { recursive: true }));

test("folders are made with those above them, and those that are there stay", async () => {
  const folder = join(place, "a", "b", "c");
  await makeFolders(folder, 0o700);
  await writeFile(join(folder, "file"), "");
  await makeFolders(folder, 0o750);
  makeFoldersNow(folder);
  makeFoldersNow(join(place, "d", "e"));
  expect((await stat(join(place, "d", "e"))).isDirectory()).toBe(true);
  expect((await stat(folder)).mode & 0o777).toBe(0o700);
  expect((await stat(join(place, "a"))).mode & 0o777).toBe(0o700);
  await expect(stat(join(folder, "file"))).resolves.toBeDefined();
});

test("several that make the same folder all find it made", async () => {
  const folder = join(place, "a", "b", "c");
  await Promise.all(Array.from({ length: 20 }, () => makeFolders(folder)));
  expect((await stat(folder)).isDirectory()).toBe(true);
});

test("a file in its place, or above it, is told by its path", async () => {
  const file = join(place, "file");
  await writeFile(file, "");
  await expect(makeFolders(file)).rejects.toMatchObject({ code: "EEXIST", path: file });
  expect(() => makeFoldersNow(file)).toThrow(expect.objectContaining({ code: "EEXIST" }));
  const below = join(file, "a");
  await expect(makeFolders(below)).rejects.toMatchObject({ code: "ENOTDIR", path: below });
});

test.runIf(process.platform === "linux")("below /proc there is an end to it", async () => {
  await expect(mkdir("/proc/swath")).rejects.toMatchObject({ code: "ENOENT" });
  const refused = { code: "ENOENT", syscall: "mkdir", path: "/proc/swath" };
  await expect(makeFolders("/proc/swath/data")).rejects.toMatchObject(refused);
  expect(() => makeFoldersNow("/proc/swath/data")).toThrow(expect.objectContaining(refused));
});
