import {
  type GroupFailure,
  type JobArea,
  type JobStatus,
  type Processing,
  statusesOf,
  type TerrainMapperProcessing,
} from "@swath/contract/processing";
import { customChoice, type JobRow, type ProcessingRow } from "./processing-row.ts";

type Stage = Processing["ClusterProcessing"][number];
type FirstJob = NonNullable<Processing["GPSJob"]>;

type Job = Stage | FirstJob;

const linkOf = (bucket: string, guid: string, output: string | null): string | null =>
  output === null ? null : `s3://${bucket}/${guid}/${output}`;

function allowOf(
  flags: Pick<Job, "allowManualProcessed" | "allowIgnoreProcessing" | "allowSuperseded">,
): JobRow["allow"] {
  return [
    ...(flags.allowManualProcessed ? (["manual"] as const) : []),
    ...(flags.allowIgnoreProcessing ? (["ignore"] as const) : []),
    ...(flags.allowSuperseded ? (["supersede"] as const) : []),
  ];
}

/** The fields that jobs of all areas share. */
const jobOf = (job: Job) => ({
  name: job.Name,
  active: job.Active,
  succeeded: job.SucceededJobCount,
  failed: job.FailedJobCount,
  failedFiles: job.FailedFiles,
  requireQA: job.allowRequireQA,
  allow: allowOf(job),
  reason: job.Reason,
  expected: job.ExpectedEnd === null ? null : { at: job.ExpectedEnd, runs: job.ExpectedFrom },
  mark: job.Mark,
});

const stageRow = (stage: Stage, guid: string): JobRow => ({
  ...jobOf(stage),
  outdated: stage.IsOutdated,
  area: "stage",
  label: stage.Label,
  status: stage.Status,
  attempts: stage.Attempts,
  runStart: stage.RunStartDate,
  runStop: stage.RunEndDate,
  qaUser: stage.QAUser,
  qaIssueDesc: stage.QAIssueDesc,
  qaIssueRes: stage.QAIssueRes,
  link: linkOf(stage.Bucket, guid, stage.OutputS3Path),
});

/** Jobs with a status of another area are not shown (document 3, section 4.1). */
const isValid = (area: JobArea, status: JobStatus): boolean => statusesOf(area).includes(status);

/** The prefixes of the record's fields for its GPS and LMS jobs, and their labels. */
const FIRST = {
  gps: { of: "GPS", label: "GPS & EO" },
  lms: { of: "LMS", label: "LMS" },
} as const;

function firstRow(document: Processing, area: "gps" | "lms"): JobRow | null {
  const { of, label } = FIRST[area];
  const job = document[`${of}Job`];
  const status = document[`${of}ProcStatus`];
  if (job === null || status === null || !isValid(area, status)) return null;
  return {
    ...jobOf(job),
    outdated: false,
    area,
    label,
    status,
    attempts: document[`${of}ProcAttempts`],
    runStart: document[`${of}RunStartDate`],
    runStop: document[`${of}RunStopDate`],
    qaUser: document[`${of}ProcQAUser`],
    qaIssueDesc: document[`${of}QAIssueDesc`],
    qaIssueRes: document[`${of}QAIssueRes`],
    link: linkOf(document.Bucket, document.guid, document[`${of}OutputPath`]),
  };
}

/** The fields that both services share. */
function sharedOf(of: Processing | TerrainMapperProcessing) {
  return {
    id: of._id,
    template: of.ProcessingTemplate,
    active: of.Active,
    deletedSuperseded: of.deletedSuperseded,
    archived: of.isArchived,
    archiveLink: of.archiveS3PathLiDAR,
    archiveOpens: of.ArchiveOpens,
    version: of.DocumentMajorVersion,
    locked: of.Locked,
    waitsFor: of.WaitsFor,
    updated: of.Updated,
    stages: of.ClusterProcessing.filter(({ Status }) => isValid("stage", Status)).map((stage) =>
      stageRow(stage, of.guid),
    ),
  };
}

/** A document of the first dashboard as a row. */
export function rowOfProcessing(of: Processing): ProcessingRow {
  return {
    ...sharedOf(of),
    sensorId: of.SensorID,
    flightId: of.FlightID,
    projectId: of.ProjectID,
    aircraft: of.Aircraft,
    sensor: of.Sensor,
    date: of.Date,
    wheelsUp: of.WheelsUp,
    wheelsDown: of.WheelsDown,
    projectName: of.ProjectName,
    projectManager: of.ProjectManager,
    projectStatus: of.ProjectStatus,
    client: of.Project[0]?.Client ?? null,
    eoOnly: of.CustomProcessing?.eo_only ?? false,
    custom: customChoice(of.CustomProcessing),
    gps: firstRow(of, "gps"),
    lms: firstRow(of, "lms"),
  };
}

/** A document of the Terrain Mapper's dashboard as a row, which has stages only. */
export function rowOfTerrainMapper(of: TerrainMapperProcessing): ProcessingRow {
  const { metadata } = of;
  return {
    ...sharedOf(of),
    sensorId: metadata.sensorId,
    flightId: metadata.flightId,
    projectId: metadata.projectId,
    aircraft: metadata.aircraft,
    sensor: metadata.sensorName,
    date: metadata.surveyDate,
    wheelsUp: metadata.wheelsUp,
    wheelsDown: metadata.wheelsDown,
    projectName: metadata.projectName,
    projectManager: metadata.projectManager,
    projectStatus: metadata.projectStatus,
    client: metadata.clientName,
    eoOnly: false,
    custom: null,
    gps: null,
    lms: null,
  };
}

/** A job that failed, with the row of its dashboard. */
export interface FailedJob {
  readonly key: string;
  readonly area: GroupFailure["Area"];
  readonly row: ProcessingRow;
  readonly job: JobRow;
  /** The reported message. */
  readonly message: string;
  readonly since: string;
  /** The LMS version of its calibration record. */
  readonly lmsVersion: string | null;
}

/** The rows of a group's page, without records whose job no longer exists. */
export function failedJobs(failures: readonly GroupFailure[]): readonly FailedJob[] {
  return failures.flatMap((failure): FailedJob[] => {
    const row =
      failure.Area === "ip"
        ? rowOfProcessing(failure.Processing)
        : rowOfTerrainMapper(failure.Processing);
    const job = [row.gps, row.lms, ...row.stages].find((each) => each?.name === failure.Job);
    if (job === undefined || job === null) return [];
    return [
      {
        key: `${row.id}.${job.name}`,
        area: failure.Area,
        row,
        job,
        message: failure.Message,
        since: failure.Since,
        lmsVersion:
          failure.Area === "ip" ? (failure.Processing.GPSCalibrationDoc?.LMSVersion ?? null) : null,
      },
    ];
  });
}
