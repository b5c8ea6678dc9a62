import { expect, test } from "vitest";
import { archivePathOf } from "../archive.ts";
import {
  destinationBuckets,
  UPLOAD_TYPES,
  type UploadType,
  uploadService,
} from "./upload-types.ts";

const TERRAIN: ReadonlySet<UploadType> = new Set<UploadType>([
  "TerrainMapperImagery",
  "TerrainMapperLAZ",
  "TerrainMapperGPS",
  "TerrainMapperSOL",
  "TerrainMapperRAW",
  "TerrainMapperLIDAR",
]);

test("Terrain Mapper uploads are authorised by the Terrain Mapper client, the others by main", () => {
  for (const type of UPLOAD_TYPES)
    expect(uploadService(type)).toBe(TERRAIN.has(type) ? "terrain-mapper" : "main");
});

test("a file goes to the bucket of its destination, or to both", () => {
  expect(destinationBuckets("LiDAR", "LiDAR")).toEqual(["lidar"]);
  expect(destinationBuckets("TerrainMapperLAZ", "LiDAR")).toEqual(["terrainMapperLidar"]);
  expect(destinationBuckets("MediumFormatImagery", "IMAGERY")).toEqual(["imagery"]);
  expect(destinationBuckets("LiDAR", "LIDAR_IMAGERY")).toEqual(["lidar", "imagery"]);
  expect(destinationBuckets("TerrainMapperRAW", "LIDAR_IMAGERY")).toEqual([
    "terrainMapperLidar",
    "imagery",
  ]);
});

test("imagery is archived apart from LiDAR and positions", () => {
  const flight = { archiveS3PathLiDAR: "s3://lidar", archiveS3PathImagery: null };
  expect(archivePathOf(flight, "LiDAR")).toBe("s3://lidar");
  expect(archivePathOf(flight, "OptechGPS")).toBe("s3://lidar");
  expect(archivePathOf(flight, "MediumFormatImagery")).toBeNull();
  expect(archivePathOf(flight, "TerrainMapperImagery")).toBeNull();
});
