import { expect, test } from "vitest";
import { labelledLocations } from "./ready-panel.tsx";

test("LiDAR and GPS uploads name the LiDAR bucket, with imagery beside it", () => {
  expect(labelledLocations("LiDAR", ["s3://lidar/a", "s3://imagery/a"])).toEqual([
    { label: "LiDAR storage folder", url: "s3://lidar/a" },
    { label: "Imagery storage folder", url: "s3://imagery/a" },
  ]);
  expect(labelledLocations("OptechGPS", ["s3://lidar/a"])[0]?.label).toBe("LiDAR storage folder");
});

test("other types name their storage folder, and none is none", () => {
  expect(labelledLocations("TerrainMapperLAZ", ["s3://tm/a"])[0]?.label).toBe("Storage folder");
  expect(labelledLocations("MediumFormatImagery", [])).toEqual([]);
});
