import type { JobRow, ProcessingRow } from "../records/processing-row.ts";

/** A completed stage, with what a test gives it. */
export function jobRow(given: Partial<JobRow> = {}): JobRow {
  return {
    area: "stage",
    name: "PI1_MineIP1",
    label: "PI1",
    status: "COMPLETED",
    active: true,
    attempts: 1,
    runStart: "2026-03-14T06:00:00.000Z",
    runStop: "2026-03-14T06:10:00.000Z",
    qaUser: null,
    qaIssueDesc: null,
    qaIssueRes: null,
    succeeded: 4,
    failed: 0,
    failedFiles: [],
    link: "s3://processing/g/PI1_MineIP1/.attempt-1/",
    requireQA: true,
    allow: ["manual", "ignore", "supersede"],
    reason: null,
    expected: null,
    mark: null,
    outdated: false,
    missedBound: false,
    ...given,
  };
}

/** A processing of one stage, with what a test gives it. */
export function processingRow(given: Partial<ProcessingRow> = {}): ProcessingRow {
  return {
    id: "a".repeat(24),
    sensorId: "SL000001",
    flightId: "FL000123",
    projectId: "PRJ00001",
    aircraft: "VH-ABC",
    sensor: "Galaxy Prime - 045",
    date: "2026-03-14T00:00:00.000Z",
    wheelsUp: "2026-03-14T01:22:00.000Z",
    wheelsDown: "2026-03-14T04:02:00.000Z",
    projectName: "Kimberley Coast",
    projectManager: "Mina Manager",
    projectStatus: "In Progress",
    client: "Northern Ores",
    template: "LiDAR-MiningAI",
    active: true,
    deletedSuperseded: false,
    archived: false,
    archiveLink: null,
    archiveOpens: true,
    version: 3.3,
    eoOnly: false,
    custom: null,
    locked: false,
    waitsFor: null,
    updated: "2026-03-14T06:10:00.000Z",
    gps: null,
    lms: null,
    stages: [jobRow()],
    ...given,
  };
}
