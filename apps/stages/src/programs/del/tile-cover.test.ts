import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type CloudPoint, writeCloud } from "../../testing/write-cloud.ts";
import { tileBoundary, tileIntensity } from "./tile-cover.ts";

const [WEST, SOUTH] = [500_000, 6_000_000];
const at = (x: number, y: number, more: Partial<CloudPoint> = {}): CloudPoint => ({
  x: WEST + x,
  y: SOUTH + y,
  z: 10,
  ...more,
});
const extent = (minX: number, minY: number, maxX: number, maxY: number) => ({
  minX: WEST + minX,
  minY: SOUTH + minY,
  maxX: WEST + maxX,
  maxY: SOUTH + maxY,
});

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "cover-"));
});
afterAll(() => rm(folder, { recursive: true }));

async function cloud(name: string, points: readonly CloudPoint[]): Promise<string> {
  const path = join(folder, name);
  await writeCloud(path, points);
  return path;
}

test("the intensity of a cell is the mean of its first returns, none where none fell", async () => {
  const own = await cloud("own.las", [
    at(0.2, 0.2, { intensity: 100 }),
    at(0.8, 0.6, { intensity: 300 }),
    at(0.5, 0.5, { intensity: 60_000, return: 2, returns: 2 }),
    at(1.5, 0.5, { intensity: 7, return: 2, returns: 2 }),
  ]);
  const around = await cloud("around.las", [at(2.5, 0.5, { intensity: 40 })]);
  const { values, width } = await tileIntensity([own, around], extent(0, 0, 3, 1), 1);
  expect([width, ...values]).toEqual([3, 200, Number.NaN, 40]);
});

test("a boundary is drawn around the cells with points, with holes, and ends at the tile", async () => {
  const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));
  const points = around.filter(([dx, dy]) => dx !== 0 || dy !== 0);
  const own = await cloud(
    "ring.las",
    points.map(([dx, dy]) => at(5 + 2 * dx, 5 + 2 * dy)),
  );
  const [polygon, ...more] = await tileBoundary(own, extent(2.5, 2.5, 7.5, 7.5), 2);
  expect(more).toEqual([]);
  const corners = polygon!.map((ring) =>
    Array.from(new Set(ring.map(([x, y]) => `${x - WEST} ${y - SOUTH}`))),
  );
  expect(corners.map((each) => each.toSorted())).toEqual([
    ["2.5 2.5", "2.5 7.5", "7.5 2.5", "7.5 7.5"],
    ["4 4", "4 6", "6 4", "6 6"],
  ]);
});
