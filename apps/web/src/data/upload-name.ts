import type { UploadType } from "@swath/contract/uploads";

/** What an upload holds, as people call it; its flight and sensor stand beside it. */
export const UPLOAD_NAME: Readonly<Record<UploadType, string>> = {
  OptechGPS: "GNSS",
  LargeFormatImageryGPS: "GNSS",
  MediumFormatImageryGPS: "GNSS",
  TerrainMapperGPS: "GNSS",
  LiDAR: "LiDAR",
  TerrainMapperLIDAR: "LiDAR",
  LargeFormatImagery: "Imagery",
  MediumFormatImagery: "Imagery",
  TerrainMapperImagery: "Imagery",
  TerrainMapperRAW: "All",
  TerrainMapperSOL: "SOL",
  TerrainMapperLAZ: "LAZ",
};
