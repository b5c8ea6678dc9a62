import { readFileSync, truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { tileKey } from "@swath/pointcloud/grid";
import { TILE_CELLS } from "@swath/pointcloud/strips";
import { expect, test } from "vitest";
import { testFolder } from "../../testing/call-program.ts";
import { openStripParts, type StripLevel, writeStripPart } from "./strip-parts.ts";

/** A tile whose first cells have these heights. */
function tile(...heights: readonly number[]): Float32Array<ArrayBuffer> {
  const cells = new Float32Array(TILE_CELLS ** 2).fill(Number.NaN);
  cells.set(heights);
  return cells;
}

const level = (
  cell: number,
  lines: Readonly<Record<string, readonly (readonly [key: number, heights: readonly number[]])[]>>,
): StripLevel => ({
  cell,
  lines: new Map(
    Object.entries(lines).map(([id, tiles]) => [
      id,
      new Map(tiles.map(([key, heights]) => [key, tile(...heights)])),
    ]),
  ),
});

const [HERE, EAST] = [tileKey(0, 0), tileKey(1, 0)];
const POINTS = { file: "a.laz", standardTime: true };

test("surfaces are read as they were written, in cells of the side that is asked for", async () => {
  const folder = testFolder();
  const levels = [
    level(1, {
      one: [
        [HERE, [1, 2]],
        [EAST, [3]],
      ],
      two: [[HERE, [4]]],
    }),
    level(2, { one: [[HERE, [5]]], two: [] }),
  ];
  await writeStripPart(join(folder, "a.strips"), POINTS, levels);
  const parts = await openStripParts(folder);
  expect([[...parts.files], parts.standardTime, parts.cells]).toEqual([
    [["a", "a.laz"]],
    true,
    [1, 2],
  ]);
  const fine = parts.surfaces(1);
  const one = fine.get("one")!;
  expect([one.height(0, 0), one.height(1, 0), one.height(64, 0)]).toEqual([1, 2, 3]);
  expect([...one.tiles.keys()]).toEqual([HERE, EAST]);
  expect([one.tiles.size, one.tiles.has(tileKey(2, 0)), one.tiles.get(7)]).toEqual([
    2,
    false,
    undefined,
  ]);
  expect(fine.get("two")!.height(0, 0)).toBe(4);
  const coarse = parts.surfaces(2);
  expect([coarse.get("one")!.height(0, 0), coarse.get("two")!.tiles.size]).toEqual([5, 0]);
});

test("where two files hold parts of a line their cells are one surface, by the mean of both", async () => {
  const folder = testFolder();
  await writeStripPart(join(folder, "a.strips"), POINTS, [level(1, { one: [[HERE, [1, 2]]] })]);
  const second = level(1, {
    one: [
      [HERE, [Number.NaN, 4, 6]],
      [EAST, [8]],
    ],
  });
  await writeStripPart(join(folder, "b.strips"), { ...POINTS, file: "b.laz" }, [second]);
  const one = (await openStripParts(folder)).surfaces(1).get("one")!;
  expect([0, 1, 2, 64].map((i) => one.height(i, 0))).toEqual([1, 3, 6, 8]);
});

const sides = (...cells: readonly number[]) => cells.map((cell) => level(cell, {}));

test("cells are compared in sides that all files have", async () => {
  const folder = testFolder();
  await writeStripPart(join(folder, "a.strips"), POINTS, sides(1, 2, 4));
  await writeStripPart(join(folder, "b.strips"), POINTS, sides(2, 4));
  expect((await openStripParts(folder)).cells).toEqual([2, 4]);
  expect((await openStripParts(join(folder, "none"))).cells).toEqual([]);
});

test("more tiles than are kept are read again", async () => {
  const folder = testFolder();
  const tiles = Array.from({ length: 4_200 }, (_, n) => [tileKey(n, 0), [n]] as const);
  await writeStripPart(join(folder, "a.strips"), POINTS, [level(1, { one: tiles })]);
  const one = (await openStripParts(folder)).surfaces(1).get("one")!;
  for (let round = 0; round < 2; round += 1)
    for (const [n] of tiles.entries()) expect(one.height(64 * n, 0)).toBe(n);
});

test("a part that is cut off or no part is refused by name", async () => {
  const folder = testFolder();
  const path = join(folder, "a.strips");
  await writeStripPart(path, POINTS, [level(1, { one: [[HERE, [1]]] })]);
  const whole = readFileSync(path);
  truncateSync(path, whole.length - 1);
  await expect(openStripParts(folder)).rejects.toMatchObject({
    file: "a.strips",
    message: "is cut off",
  });
  for (const bytes of [
    Buffer.alloc(0),
    Buffer.alloc(9, 0xff),
    Buffer.concat([whole.subarray(0, 4), Buffer.from("{}")]),
  ]) {
    writeFileSync(path, bytes);
    await expect(openStripParts(folder)).rejects.toMatchObject({
      file: "a.strips",
      message: "is no file of surfaces",
    });
  }
});
