import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newBlock } from "@swath/pointcloud/points";
import { projectedSystemRecord } from "@swath/pointcloud/las";
import { expect, test } from "vitest";
import { testFolder } from "../testing/call-program.ts";
import { openPoints, readPoints } from "./point-file.ts";
import { copcOrLaz, stemOfPoints, writePoints } from "./write-points.ts";

test.each([
  ["las", "a.las"],
  ["laz", "a.laz"],
  ["copc", "a.copc.laz"],
] as const)("points that are written as %s are read again from %s", async (coding, expected) => {
  const folder = testFolder();
  const settings = {
    pointFormat: 6,
    scale: [0.001, 0.001, 0.001],
    offset: [500_000, 6_000_000, 0],
    records: [projectedSystemRecord(32_755, 9001)],
    standardTime: true,
    fileSourceId: 7,
  } as const;
  const block = newBlock(1_000);
  block.count = 1_000;
  for (let at = 0; at < 1_000; at += 1) {
    [block.x[at], block.y[at], block.z[at]] = [500_000 + at / 8, 6_000_000, 50 + (at % 16) / 4];
    [block.returnNumber[at], block.returnCount[at]] = [1, 2];
    [block.classification[at], block.gpsTime[at], block.sourceId[at]] = [at % 256, at / 64, 9];
  }
  const created = new Date("2024-12-31T23:00:00Z");
  const name = await writePoints(
    { out: folder },
    "a",
    coding,
    settings,
    (append) => append(block),
    created,
  );
  expect(readdirSync(folder)).toEqual([name]);
  expect(name).toBe(expected);
  const file = await openPoints(join(folder, name));
  expect(file.las.crs.epsg).toBe(32_755);
  expect(file.las.header).toMatchObject({ version: "1.4", pointFormat: 6, pointCount: 1_000 });
  const written = readFileSync(join(folder, name));
  expect(written.readUInt16LE(6) & 1).toBe(1);
  expect([written.readUInt16LE(90), written.readUInt16LE(92)]).toEqual([366, 2024]);
  await readPoints(file, (read) => {
    expect(read.count).toBe(1_000);
    for (const field of ["x", "y", "z", "gpsTime", "classification", "sourceId"] as const)
      expect(Array.from(read[field].subarray(0, 1_000))).toEqual(Array.from(block[field]));
  });
});

test.each([
  [6, "copc"],
  [8, "copc"],
  [9, "laz"],
  [10, "laz"],
] as const)("points of format %i are written as %s", (pointFormat, coding) => {
  expect(copcOrLaz({ pointFormat })).toBe(coding);
});

test.each(["a/line 1.laz", "line 1.las", "line 1.copc.laz", "line 1.COPC.LAZ"])(
  "the stem of %s says no coding",
  (path) => {
    expect(stemOfPoints(path)).toBe("line 1");
  },
);

test("what does not fit is a fault of the file, and leaves no spool behind", async () => {
  const folder = testFolder();
  const settings = {
    pointFormat: 6,
    scale: [0.001, 0.001, 0.001],
    offset: [0, 0, 0],
    records: [],
    standardTime: true,
  } as const;
  const block = newBlock(1);
  [block.count, block.x[0]] = [1, 1e9];
  const written = writePoints({ out: folder }, "a", "copc", settings, (append) => append(block));
  await expect(written).rejects.toMatchObject({ file: "a", message: /cannot be written/ });
  expect(readdirSync(folder)).toEqual(["a.copc.laz.partial"]);
});
