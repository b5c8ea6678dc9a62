import type { TerrainMapperProcessing } from "@swath/contract/processing";
import { processingDocument, stageDocument } from "./documents.ts";

/** A Terrain Mapper's processing of so many completed steps, as its service answers it. */
export function terrainMapperDocument(
  steps: number,
  given: Partial<TerrainMapperProcessing> = {},
): TerrainMapperProcessing {
  const { _id, guid, Bucket, Updated } = processingDocument();
  return {
    _id,
    guid,
    ProcessingTemplate: "TerrainMapper",
    Active: true,
    ClusterProcessing: Array.from({ length: steps }, (_, n) => ({
      ...stageDocument({ Name: `Step${n + 1}_TM`, Label: `Step${n + 1}` }),
      label: `Step${n + 1}`,
      showSuperseded: false,
    })),
    metadata: {
      flightId: "FL000123",
      projectId: "PRJ00001",
      sensorId: "SL000001",
      sensorName: "Terrain Mapper - 101",
      aircraft: "VH-ABC",
      sensor: "Terrain Mapper - 101",
      projectStatus: "Processing",
      projectName: "Kimberley Coast",
      projectManager: "Mina Manager",
      clientName: "Northern Ores",
      surveyDate: "2026-03-14T00:00:00.000Z",
      wheelsUp: null,
      wheelsDown: null,
    },
    DocumentMajorVersion: 4.2,
    deletedSuperseded: false,
    isArchived: false,
    archiveS3PathLiDAR: null,
    ArchiveOpens: true,
    Bucket,
    Locked: false,
    WaitsFor: null,
    Updated,
    ...given,
  };
}
