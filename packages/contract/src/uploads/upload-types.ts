import { z } from "zod";

export const UPLOAD_TYPES = [
  "LiDAR",
  "OptechGPS",
  "LargeFormatImagery",
  "MediumFormatImagery",
  "LargeFormatImageryGPS",
  "MediumFormatImageryGPS",
  "TerrainMapperImagery",
  "TerrainMapperLAZ",
  "TerrainMapperGPS",
  "TerrainMapperSOL",
  "TerrainMapperRAW",
  "TerrainMapperLIDAR",
] as const;
export const uploadTypeSchema = z.enum(UPLOAD_TYPES);
export type UploadType = z.infer<typeof uploadTypeSchema>;

/** Where a file goes when it is rebuilt. */
const DESTINATIONS = ["LiDAR", "IMAGERY", "LIDAR_IMAGERY"] as const;
export const destinationSchema = z.enum(DESTINATIONS);
export type Destination = z.infer<typeof destinationSchema>;

/** The buckets by their role; their names come from the server's configuration. */
export const BUCKET_ROLES = [
  "uploads",
  "lidar",
  "imagery",
  "terrainMapperLidar",
  "processing",
  "ai",
  "terrainMapperProcessing",
  "archive",
] as const;
export type BucketRole = (typeof BUCKET_ROLES)[number];

export function isTerrainMapper(type: UploadType): boolean {
  return type.startsWith("TerrainMapper");
}

/** The service that authorises and tracks uploads of this type (document 1, section 7). */
export function uploadService(type: UploadType): "main" | "terrain-mapper" {
  return isTerrainMapper(type) ? "terrain-mapper" : "main";
}

/** The destination buckets of a file, in order. */
export function destinationBuckets(type: UploadType, destination: Destination): BucketRole[] {
  const lidar: BucketRole = isTerrainMapper(type) ? "terrainMapperLidar" : "lidar";
  if (destination === "LiDAR") return [lidar];
  if (destination === "IMAGERY") return ["imagery"];
  return [lidar, "imagery"];
}
