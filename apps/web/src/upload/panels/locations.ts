import type { UploadType } from "@swath/contract/uploads";

const LIDAR_TYPES: ReadonlySet<UploadType> = new Set(["LiDAR", "OptechGPS"]);

/**
 * Names the storage folders: the LiDAR bucket of LiDAR and GPS uploads, the storage folder of all
 * others, and an imagery folder beside either (document 2, section 2, "Data ready").
 */
export function labelledLocations(type: UploadType, locations: readonly string[]) {
  const main = LIDAR_TYPES.has(type) ? "LiDAR storage folder" : "Storage folder";
  return locations.map((url, i) => ({
    label: i === 0 ? main : i === 1 ? "Imagery storage folder" : `Storage folder ${i + 1}`,
    url,
  }));
}
