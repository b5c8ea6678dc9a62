import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { newBlock } from "@swath/pointcloud/points";
import { projectedSystemRecord } from "@swath/pointcloud/las";
import { expect, test } from "vitest";
import { loadLaszip } from "../laz/laszip-library.ts";
import { testFolder } from "../testing/call-program.ts";
import { openPoints, readPoints } from "./point-file.ts";
import { writePoints } from "./write-points.ts";

const installed = (await loadLaszip()) !== undefined;

test(`points that are written are read again${installed ? " from LAZ" : " (LAS: liblaszip is not installed)"}`, async () => {
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
  const name = await writePoints(folder, "a", settings, (append) => append(block), created);
  expect(readdirSync(folder)).toEqual([name]);
  expect(name).toBe(installed ? "a.laz" : "a.las");
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
