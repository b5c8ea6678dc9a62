import type { ClusterProcessing, Processing } from "@swath/contract/processing";

const UPDATED = "2026-03-14T06:10:00.000Z";
const FLAGS = {
  allowRequireQA: true,
  allowManualProcessed: true,
  allowIgnoreProcessing: true,
  allowSuperseded: true,
} as const;

/** A completed stage as the services answer it. */
export function stageDocument(given: Partial<ClusterProcessing> = {}): ClusterProcessing {
  const status = given.Status ?? "COMPLETED";
  return {
    Name: "PI1_MineIP1",
    Label: "PI1",
    Status: status,
    Active: true,
    StatusHistory: { UpdatedDate: UPDATED },
    RunStartDate: "2026-03-14T06:00:00.000Z",
    RunEndDate: UPDATED,
    SucceededJobCount: 4,
    FailedJobCount: 0,
    FailedFiles: [],
    QAUser: null,
    QAIssueDesc: null,
    QAIssueRes: null,
    OutputS3Path: "PI1_MineIP1/.attempt-1/",
    Bucket: "swath-processing",
    DisplayQA: true,
    status,
    output: "PI1_MineIP1/.attempt-1/",
    Submitted: null,
    Completed: null,
    total_successes: 4,
    total_failures: 0,
    total_numbers: 4,
    ...FLAGS,
    Attempts: 1,
    Reason: null,
    MissedBound: false,
    ExpectedEnd: null,
    ExpectedFrom: 0,
    Mark: null,
    IsOutdated: false,
    ...given,
  };
}

const firstJob = (Name: "GPS" | "LMS"): NonNullable<Processing["GPSJob"]> => ({
  Name,
  Area: Name === "GPS" ? "gps" : "lms",
  Active: true,
  Reason: null,
  MissedBound: false,
  Mark: null,
  SucceededJobCount: 1,
  FailedJobCount: 0,
  FailedFiles: [],
  Updated: UPDATED,
  ...FLAGS,
  ExpectedEnd: null,
  ExpectedFrom: 0,
});

type CustomProcessing = NonNullable<Processing["CustomProcessing"]>;

/** A first custom processing, of all files of its log. */
export const customDocument = (given: Partial<CustomProcessing> = {}): CustomProcessing => ({
  eo_only: false,
  counter: 1,
  gpsFiles: null,
  rangeFiles: null,
  gpsStartTime: null,
  gpsEndTime: null,
  ...given,
});

/** A processing whose jobs are all completed, as the processing service answers it. */
export function processingDocument(given: Partial<Processing> = {}): Processing {
  return {
    _id: "a".repeat(24),
    guid: "b".repeat(32),
    SensorID: "SL000001",
    FlightID: "FL000123",
    ProjectID: "PRJ00001",
    Aircraft: "VH-ABC",
    Sensor: "Galaxy Prime - 045",
    Date: "2026-03-14T00:00:00.000Z",
    WheelsUp: "2026-03-14T01:22:00.000Z",
    WheelsDown: "2026-03-14T04:02:00.000Z",
    ProjectName: "Kimberley Coast",
    ProjectManager: "Mina Manager",
    ProjectStatus: "Closed",
    Project: [{ ProjectID: "PRJ00001", ProjectName: "Kimberley Coast", Client: "Northern Ores" }],
    archiveInPlaceCompleteLidar: true,
    isSplitFlight: false,
    ProjectAOINo: null,
    isArchived: false,
    GPSCalibrationDoc: { _id: "c".repeat(24), Kind: "lidar", LMSVersion: "3.3.3" },
    ProcessingTemplate: "LiDAR-MiningAI",
    Active: true,
    deletedSuperseded: false,
    CustomProcessing: null,
    GPSProcStatus: "COMPLETED",
    GPSProcAttempts: 1,
    GPSProcQAUser: null,
    GPSQAIssueDesc: null,
    GPSQAIssueRes: null,
    GPSRunStartDate: "2026-03-14T05:00:00.000Z",
    GPSRunStopDate: "2026-03-14T05:05:00.000Z",
    GPSOutputPath: "GPS/.attempt-1/",
    LMSProcStatus: "COMPLETED",
    LMSProcAttempts: 1,
    LMSProcQAUser: null,
    LMSQAIssueDesc: null,
    LMSQAIssueRes: null,
    LMSRunStartDate: null,
    LMSRunStopDate: null,
    LMSOutputPath: null,
    archiveS3PathLiDAR: null,
    ArchiveOpens: true,
    DocumentMajorVersion: 3.3,
    ClusterProcessing: [stageDocument()],
    BaseFolder: `${"b".repeat(32)}/`,
    Flights: [{ FlightID: "FL000123", Aircraft: "VH-ABC" }],
    GPSJob: firstJob("GPS"),
    LMSJob: firstJob("LMS"),
    Bucket: "swath-processing",
    Locked: false,
    WaitsFor: null,
    Updated: UPDATED,
    ...given,
  };
}
