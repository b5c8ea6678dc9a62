import { createHash } from "node:crypto";
import { copyFileSync, truncateSync } from "node:fs";
import { subscribe, unsubscribe } from "node:diagnostics_channel";
import { open } from "node:fs/promises";
import { fileURLToPath } from "node:url";
import { join } from "node:path";
import { openLas } from "@swath/pointcloud/las";
import { decodeChunk } from "@swath/pointcloud/laz";
import { describe, expect, test } from "vitest";
import { hasRealData, realFile } from "../../../../tools/testing/real-data.ts";
import { openPoints, readPoints } from "../points/point-file.ts";
import { callProgram, testFolder } from "../testing/call-program.ts";
import { pointFields } from "../testing/point-fields.ts";
import { lazJob, lazRecords } from "./laz-records.ts";

const realPath = (name: string): string =>
  fileURLToPath(new URL(`../../../../../shared/data/las/${name}`, import.meta.url));

/** Each field of each point, and whether the points lie where the header says. */
async function contentsOf(path: string) {
  const { header } = (await openPoints(path)).las;
  const { min, max } = header.bounds;
  const fields = await pointFields(path);
  const outside = fields.filter(({ x, y, z }) =>
    [x, y, z].some((value, axis) => value < min[axis]! - 0.01 || value > max[axis]! + 0.01),
  ).length;
  return { points: header.pointCount, fields, outside };
}

/** One of all places and times of a file's points, in their order. */
async function digestOf(path: string): Promise<string> {
  const hash = createHash("sha256");
  await readPoints(await openPoints(path), ({ count, x, y, z, gpsTime }) => {
    for (const column of [x, y, z, gpsTime]) hash.update(column.subarray(0, count));
  });
  return hash.digest("hex");
}

const stop = () => Promise.reject(new RangeError("enough"));

// The files of ../shared/data are nobody's to copy; without them there is no LAZ to read here.
const NAME = "LAZ files of others (skipped without ../shared/data)";
describe.skipIf(!hasRealData)(NAME, () => {
  test.each([
    ["simple", 1_065],
    ["pdrf7-v4-1.4", 1_024],
  ])("%s.laz holds what its twin of LAS holds, in every attribute", async (name, points) => {
    const packed = await contentsOf(realPath(`${name}.laz`));
    expect(packed.points).toBe(points);
    expect(packed).toEqual(await contentsOf(realPath(`${name}.las`)));
  });

  test.each([
    ["pdrf4-1.3.laz", 1_024],
    ["pdrf6-1.4.laz", 1_024],
    ["pdrf7-v4-1.4.laz", 1_024],
    ["pdrf8-1.4.laz", 1_024],
    ["pdrf10-1.4.laz", 1_024],
    ["autzen_trim.laz", 110_000],
  ])("every point of %s lies within its bounds", async (name, points) => {
    const { fields, ...rest } = await contentsOf(realPath(name));
    expect(rest).toEqual({ points, outside: 0 });
    expect(fields).toHaveLength(points);
  });

  test.each([
    ["formats 0 to 5", "autzen_trim.laz"],
    ["layers", "pdrf8-1.4.laz"],
  ])("our decoder of %s gives what laz-perf gives, byte by byte", async (_, name) => {
    const source = realFile(`las/${name}`);
    const opened = await openLas(source);
    if ("fault" in opened) throw new Error(opened.fault);
    const job = await lazJob(name, source, opened.file);
    expect(job.plan.by).toBe("laz-perf");
    const own: Uint8Array[] = [];
    for (const { start, end, points } of job.chunks)
      for (const batch of decodeChunk(await source.read(start, end), job.items, points))
        own.push(batch ?? new Uint8Array());
    const theirs: Uint8Array[] = [];
    for await (const batch of lazRecords(source, job)) theirs.push(batch);
    expect(Buffer.concat(own).equals(Buffer.concat(theirs))).toBe(true);
  });

  test("a LAZ file that is cut off, or whose codes are damaged, is a fault of that file", async () => {
    const cut = join(testFolder(), "cut.laz");
    copyFileSync(realPath("autzen_trim.laz"), cut);
    truncateSync(cut, 400_000);
    await expect(contentsOf(cut)).rejects.toMatchObject({
      file: "cut.laz",
      message: "is cut off: its chunk table is missing",
    });
    const flipped = join(testFolder(), "flipped.laz");
    copyFileSync(realPath("autzen_trim.laz"), flipped);
    const file = await open(flipped, "r+");
    await file.write(new Uint8Array(4).fill(255), 0, 4, 603_339);
    await file.close();
    await expect(contentsOf(flipped)).rejects.toMatchObject({ file: "flipped.laz" });
  });

  test("one process decodes file after file; after a damaged or abandoned one, another", async () => {
    let started = 0;
    const count = () => (started += 1);
    subscribe("child_process", count);
    try {
      const simple = await contentsOf(realPath("simple.las"));
      await contentsOf(realPath("simple.laz"));
      const before = started;
      for (let time = 0; time < 3; time += 1)
        expect(await contentsOf(realPath("simple.laz"))).toEqual(simple);
      expect(started - before).toBe(0);
      await expect(readPoints(await openPoints(realPath("autzen_trim.laz")), stop)).rejects.toThrow(
        "enough",
      );
      expect(await contentsOf(realPath("simple.laz"))).toEqual(simple);
      const flipped = join(testFolder(), "flipped.laz");
      copyFileSync(realPath("autzen_trim.laz"), flipped);
      const file = await open(flipped, "r+");
      await file.write(new Uint8Array(4).fill(255), 0, 4, 603_339);
      await file.close();
      await expect(contentsOf(flipped)).rejects.toMatchObject({ file: "flipped.laz" });
      expect(await contentsOf(realPath("simple.laz"))).toEqual(simple);
    } finally {
      unsubscribe("child_process", count);
    }
  });

  test("files read at the same time each get their own points", async () => {
    const paths = ["simple.laz", "pdrf6-1.4.laz", "autzen_trim.laz"].map(realPath);
    const alone = [];
    for (const path of paths) alone.push(await digestOf(path));
    expect(new Set(alone).size).toBe(paths.length);
    expect(await Promise.all(paths.map(digestOf))).toEqual(alone);
  });

  test("PI1 refuses compressed points that are damaged in the middle", async () => {
    const [points, out] = [testFolder(), testFolder()];
    copyFileSync(realPath("autzen_trim.laz"), join(points, "a.laz"));
    const file = await open(join(points, "a.laz"), "r+");
    await file.write(new Uint8Array(16).fill(170), 0, 16, 300_000);
    await file.close();
    const { code, errors } = await callProgram("pi1", { points, out });
    expect(code).toBe(1);
    expect(errors[0]).toMatch(
      /^ERROR a.laz: has compressed points that are damaged: more than 11 of its 110000 points lie/,
    );
  });
});
