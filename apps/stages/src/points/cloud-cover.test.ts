import { mkdir, open, readFile, truncate, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { crc32 } from "node:zlib";
import { CoverageGrid } from "@swath/pointcloud/grid";
import { newBlock } from "@swath/pointcloud/points";
import { projectedSystemRecord } from "@swath/pointcloud/las";
import { expect, test } from "vitest";
import { testFolder } from "../testing/call-program.ts";
import { openHead, partsOf, readCovers, TILE_COVER_CELL, writeCover } from "./cloud-cover.ts";
import { type FlatBox, openPoints, readPoints } from "./point-file.ts";
import { writePoints } from "./write-points.ts";

const [WEST, SOUTH, LENGTH, WIDTH] = [500_000, 6_000_000, 3_000, 100] as const;
const POINTS = 240_000;
const BOX = { minX: WEST + 1_200, minY: SOUTH - 10, maxX: WEST + 1_400, maxY: SOUTH + 200 };

/** A line of points from west to east, with its cover. */
async function writeLine() {
  const folder = testFolder();
  const settings = {
    pointFormat: 6,
    scale: [0.001, 0.001, 0.001],
    offset: [WEST, SOUTH, 0],
    records: [projectedSystemRecord(28_356, 9001)],
    standardTime: true,
  } as const;
  const cover = new CoverageGrid(TILE_COVER_CELL);
  const name = await writePoints({ out: folder }, "line", "copc", settings, async (append) => {
    const block = newBlock(POINTS);
    block.count = POINTS;
    for (let n = 0; n < POINTS; n += 1) {
      block.x[n] = WEST + (LENGTH * n) / POINTS;
      block.y[n] = SOUTH + ((n * 7) % 1_000) * (WIDTH / 1_000);
      block.gpsTime[n] = n;
      cover.add(block.x[n]!, block.y[n]!);
    }
    await append(block);
  });
  await writeCover(folder, "line", name, { scale: { x: 1, y: 1, z: 1 }, cover });
  const [of] = await readCovers(folder);
  return { folder, path: join(folder, name), cover: of! };
}

async function timesWithin(path: string, box?: FlatBox): Promise<number[]> {
  const times: number[] = [];
  await readPoints(
    await openPoints(path),
    ({ count, x, gpsTime }) => {
      for (let at = 0; at < count; at += 1)
        if (x[at]! >= BOX.minX && x[at]! < BOX.maxX) times.push(gpsTime[at]!);
    },
    box,
  );
  return times;
}

test("the parts of a file within a box are enough to read the points there, in their order", async () => {
  const { folder, path, cover } = await writeLine();
  const parts = partsOf([cover], BOX)[cover.file]!;
  const bytes = await readFile(path);
  const read = parts.reduce((sum, [start, end]) => sum + end - start, 0);
  expect(read).toBeLessThan(bytes.length / 2);
  await mkdir(join(folder, "parts"));
  const holed = join(folder, "parts", cover.file);
  await writeFile(holed, "");
  await truncate(holed, bytes.length);
  {
    await using file = await open(holed, "r+");
    for (const [start, end, crc] of parts) {
      expect(crc32(bytes.subarray(start, end))).toBe(crc);
      await file.write(bytes, start, end - start, start);
    }
  }
  const all = await timesWithin(path);
  expect(all).toHaveLength((POINTS * 200) / LENGTH);
  expect(await timesWithin(path, BOX)).toEqual(all);
  expect(await timesWithin(holed, BOX)).toEqual(all);
  await expect(timesWithin(holed)).rejects.toThrow();
});

test("a file's head states what the file does", async () => {
  const { folder, path, cover } = await writeLine();
  const [{ las }, whole] = [await openHead(folder, cover), await openPoints(path)];
  expect(las.header).toEqual(whole.las.header);
  expect([las.crs, las.scale, las.offset]).toEqual([
    whole.las.crs,
    whole.las.scale,
    whole.las.offset,
  ]);
});
