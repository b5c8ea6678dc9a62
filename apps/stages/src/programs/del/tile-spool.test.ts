import { join } from "node:path";
import { newBlock } from "@swath/pointcloud/points";
import { expect, test, vi } from "vitest";
import { pointFields } from "../../testing/point-fields.ts";
import { testFolder } from "../../testing/call-program.ts";
import { TileSpool } from "./tile-spool.ts";

/** Blocks of 256 points of 47 bytes. */
const ROOM = 4 * 256 * 47;

test("points on their way into many files are all written, though few are held in memory", async () => {
  const folder = testFolder();
  const pathOf = vi.fn((file: number) => join(folder, `${file}.las`));
  const spool = new TileSpool(
    pathOf,
    { pointFormat: 6, scale: [1, 1, 1], offset: [0, 0, 0], records: [], standardTime: true },
    ROOM,
  );
  const block = newBlock(1);
  const files = 8;
  for (let point = 0; point < files * 60; point += 1) {
    block.x[0] = point;
    await spool.add(point % files, block, 0);
  }
  // Each path is asked for as its file begins, and as often as it is appended to.
  expect(pathOf.mock.calls.length).toBeGreaterThan(files);
  await spool.end();
  for (let file = 0; file < files; file += 1) {
    expect(spool.pointsOf(file)).toBe(60);
    const points = await pointFields(pathOf(file));
    expect(points.map(({ x }) => x)).toEqual(
      Array.from({ length: 60 }, (_, round) => round * files + file),
    );
  }
});
