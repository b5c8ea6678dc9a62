import { PART_BYTES } from "@swath/contract/uploads";
import { afterEach, beforeEach, expect, test } from "vitest";
import { lazBytes, lidarFolder, rangeBytes, type SourceFile } from "../testing/source-folder.ts";
import { createUploadRig } from "../testing/upload-rig.ts";

// A part has 200 MiB: each test writes half a gigabyte.
let rig: Awaited<ReturnType<typeof createUploadRig>>;
beforeEach(async () => {
  rig = await createUploadRig();
});
afterEach(() => rig.close());

test("a rebuild joins the parts of large files, raw and compressed", async () => {
  const upload = await rig.seed("TerrainMapperLAZ", "Leica Terrain Mapper - 101");
  const large = Buffer.concat([lazBytes(1_000, 4), Buffer.alloc(PART_BYTES, 5)]);
  const source: SourceFile[] = [
    { path: `${upload.flightId}_101/a.laz`, bytes: large, zipped: false, destination: "LiDAR" },
    { path: `${upload.flightId}_101/b.laz`, bytes: large, zipped: true, destination: "LiDAR" },
    {
      path: `${upload.flightId}_101/c.laz`,
      bytes: lazBytes(600, 1),
      zipped: false,
      destination: "LiDAR",
    },
  ];
  await rig.browser("crew").upload(upload, source);
  await rig.server.hand.runAll();
  expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
  expect(await rig.differing(upload, source, rig.buckets.terrainMapperLidar)).toEqual([]);
});

// The laser's serial and the format stand in the first part, and the last 4 KB in both.
test.each([
  { of: "whose first part is not compressed", plainAt: [0], reads: 2 },
  { of: "whose last part is not compressed", plainAt: [PART_BYTES], reads: 2 },
  { of: "of which no part is compressed", plainAt: [0, PART_BYTES], reads: 6 },
])("a rebuild reads a file $of in its parts", async ({ plainAt, reads }) => {
  const upload = await rig.seed();
  const path = `${upload.flightId}_045/${upload.flightId}_01/${upload.flightId}_01_0002.range`;
  const bytes = Buffer.concat([rangeBytes(1_000, 4), Buffer.alloc(PART_BYTES, 5)]);
  const source: SourceFile[] = [
    ...lidarFolder(upload.flightId).map((small) => Object.assign({}, small, { plainAt: [0] })),
    { path, bytes, zipped: true, destination: "LiDAR", plainAt },
  ];
  const read: string[] = [];
  rig.faults.before = (call, key) => void (call === "read" && read.push(key));
  await rig.browser("crew").upload(upload, source);
  await rig.server.hand.runAll();
  delete rig.faults.before;
  expect(await rig.stateOf(upload)).toMatchObject({ status: "DATA_READY", reason: null });
  expect(await rig.differing(upload, source)).toEqual([]);
  expect(read.filter((key) => key.includes("_0002.range"))).toHaveLength(reads);
});
