import type { UploadType } from "@swath/contract/uploads";

/** The cells of the upload columns; `tm` marks those of the Terrain Mapper widget. */
export const CELL_LABEL = {
  gpsOnly: "GNSS",
  gnssImagery: "GNSS",
  lidar: "LiDAR",
  imagery: "Imagery",
  tmGnss: "GNSS",
  tmLidar: "LiDAR",
  tmImagery: "Imagery",
  tmAll: "All",
  tmLaz: "LAZ",
  tmSol: "SOL",
} as const;
export type CellKind = keyof typeof CELL_LABEL;

export const KIND_OF: Readonly<Record<UploadType, CellKind>> = {
  OptechGPS: "gpsOnly",
  LargeFormatImageryGPS: "gnssImagery",
  MediumFormatImageryGPS: "gnssImagery",
  LiDAR: "lidar",
  LargeFormatImagery: "imagery",
  MediumFormatImagery: "imagery",
  TerrainMapperGPS: "tmGnss",
  TerrainMapperLIDAR: "tmLidar",
  TerrainMapperImagery: "tmImagery",
  TerrainMapperRAW: "tmAll",
  TerrainMapperLAZ: "tmLaz",
  TerrainMapperSOL: "tmSol",
};
