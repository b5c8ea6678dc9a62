import { join } from "node:path";
import { BLOCK_POINTS } from "@swath/pointcloud/points";
import { expect, test } from "vitest";
import { testFolder } from "../testing/call-program.ts";
import { writeCloud } from "../testing/write-cloud.ts";
import { openPoints, readPoints } from "./point-file.ts";

test("points are read until it is answered that this is enough", async () => {
  const path = join(testFolder(), "a.las");
  const place = { x: 500_000, y: 6_000_000, z: 1 };
  await writeCloud(
    path,
    Array.from({ length: 2 * BLOCK_POINTS + 1 }, () => place),
  );
  const points = await openPoints(path);
  const counts = async (enough: number) => {
    const read: number[] = [];
    await readPoints(points, ({ count }) => read.push(count) < enough);
    return read;
  };
  expect(await counts(9)).toEqual([BLOCK_POINTS, BLOCK_POINTS, 1]);
  expect(await counts(2)).toEqual([BLOCK_POINTS, BLOCK_POINTS]);
});
