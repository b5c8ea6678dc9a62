import { mkdtempSync, rmSync, truncateSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { geoidHeight } from "@swath/pointcloud/coordinates";
import { afterAll, expect, test } from "vitest";
import { readGeoid } from "./geoid-files.ts";

const folder = mkdtempSync(join(tmpdir(), "swath-geoid-"));
afterAll(() => rmSync(folder, { recursive: true }));

/** A grid in NOAA's format GTX, from 30° S and 140° E, with heights from the south. */
function gtx(step: number, rows: number, columns: number, heights: readonly number[]): Buffer {
  const bytes = Buffer.alloc(40 + 4 * heights.length);
  for (const [place, value] of [-30, 140, step, step].entries())
    bytes.writeDoubleBE(value, 8 * place);
  bytes.writeInt32BE(rows, 32);
  bytes.writeInt32BE(columns, 36);
  for (const [node, height] of heights.entries()) bytes.writeFloatBE(height, 40 + 4 * node);
  return bytes;
}

const EXTENT = { west: 140.2, east: 140.8, south: -29.8, north: -29.2 };

function read(bytes: Buffer, extent = EXTENT) {
  writeFileSync(join(folder, "grid.gtx"), bytes);
  return readGeoid("AHD", ["grid.gtx"], { folders: [folder], extent });
}

test("a GTX grid is read from the south", async () => {
  const { grid } = await read(gtx(1, 2, 2, [10, 20, 30, 40]));
  expect(geoidHeight(grid, 140, -30)).toBe(10);
  expect(geoidHeight(grid, 141, -29)).toBe(40);
});

test("a node of a GTX grid without a height counts for nothing", async () => {
  const { grid } = await read(gtx(1, 2, 2, [10, -88.8888, 10, 10]));
  expect(geoidHeight(grid, 140.5, -29.5)).toBe(10);
});

test.each([
  ["a step of none", gtx(0, 2, 2, [1, 2, 3, 4])],
  ["one row alone", gtx(1, 1, 2, [1, 2])],
  ["more nodes than the file holds", gtx(1, 3, 2, [1, 2, 3, 4])],
  ["steps that are no number", gtx(Number.NaN, 2, 2, [1, 2, 3, 4])],
])("a GTX header that states %s is refused with the file's name", async (_what, bytes) => {
  await expect(read(bytes)).rejects.toMatchObject({
    file: "grid.gtx",
    message: "cannot be read as a grid of AHD: RangeError: its header states no grid",
  });
});

test("points over more nodes than memory has room for are refused", async () => {
  const [side, path] = [8_000, join(folder, "wide.gtx")];
  writeFileSync(path, gtx(0.001, side, side, []));
  truncateSync(path, 40 + 4 * side * side);
  const extent = { west: 140, east: 147.9, south: -30, north: -22.1 };
  await expect(readGeoid("AHD", ["wide.gtx"], { folders: [folder], extent })).rejects.toThrow(
    /the points spread over too many nodes/,
  );
});
