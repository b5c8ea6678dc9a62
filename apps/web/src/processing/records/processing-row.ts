import type { Identity, Role } from "@swath/contract/identity";
import {
  type ActionFacts,
  type GroupFailure,
  hasBegun,
  isJobDone,
  type JobArea,
  type JobStatus,
  nextJob,
  type Processing,
  statusesOf,
  type TerrainMapperProcessing,
} from "@swath/contract/processing";
import { plural } from "../../ui/text/format.ts";

type Stage = Processing["ClusterProcessing"][number];
type Job = Stage | NonNullable<Processing["GPSJob"]>;

const linkOf = (bucket: string, guid: string, output: string | null): string | null =>
  output === null ? null : `s3://${bucket}/${guid}/${output}`;

/** The fields that jobs of all areas share. */
const jobOf = (job: Job) => ({
  /** The job's name in calls. */
  name: job.Name,
  active: job.Active,
  succeeded: job.SucceededJobCount,
  failed: job.FailedJobCount,
  failedFiles: job.FailedFiles,
  requireQA: job.allowRequireQA,
  allow: [
    ...(job.allowManualProcessed ? (["manual"] as const) : []),
    ...(job.allowIgnoreProcessing ? (["ignore"] as const) : []),
    ...(job.allowSuperseded ? (["supersede"] as const) : []),
  ],
  /** The reason for which the job waits, failed or is unavailable. */
  reason: job.Reason,
  /** A measure missed its bound, and nobody has answered that. */
  missedBound: job.MissedBound,
  /** The expected end and the number of earlier runs that it is based on; null if unknown. */
  expected: job.ExpectedEnd === null ? null : { at: job.ExpectedEnd, runs: job.ExpectedFrom },
  /** The mark that a person set by hand. */
  mark: job.Mark,
});

/** A job of a processing as both dashboards show it. */
export interface JobRow extends Readonly<ReturnType<typeof jobOf>> {
  readonly area: JobArea;
  readonly label: string;
  readonly status: JobStatus;
  /** -1: the job failed because of its inputs. */
  readonly attempts: number;
  readonly runStart: string | null;
  readonly runStop: string | null;
  readonly qaUser: string | null;
  readonly qaIssueDesc: string | null;
  readonly qaIssueRes: string | null;
  /** `s3://bucket/guid/output`; null without an output. */
  readonly link: string | null;
  /** The outputs follow a version of their instruction that has been replaced since. */
  readonly outdated: boolean;
}

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
const sharedOf = (of: Processing | TerrainMapperProcessing) => ({
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
  /** The record's version, with which the server compares a change. */
  updated: of.Updated,
  stages: of.ClusterProcessing.filter(({ Status }) => isValid("stage", Status)).map((stage) =>
    stageRow(stage, of.guid),
  ),
});

/** A document of the first dashboard as a row. */
export const rowOfProcessing = (of: Processing) => ({
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
});

/** A processing as both dashboards show it. */
export type ProcessingRow = Readonly<ReturnType<typeof rowOfProcessing>>;

/** A document of the Terrain Mapper's dashboard as a row, which has stages only. */
export function rowOfTerrainMapper(of: TerrainMapperProcessing): ProcessingRow {
  const { sensorName, surveyDate, clientName, ...metadata } = of.metadata;
  return {
    ...sharedOf(of),
    ...metadata,
    sensor: sensorName,
    date: surveyDate,
    client: clientName,
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
export const failedJobs = (failures: readonly GroupFailure[]): readonly FailedJob[] =>
  failures.flatMap((failure) => {
    const { Area: area, Message: message, Since: since } = failure;
    const isFirst = failure.Area === "ip";
    const row = isFirst
      ? rowOfProcessing(failure.Processing)
      : rowOfTerrainMapper(failure.Processing);
    const job = jobsOf(row).find(({ name }) => name === failure.Job);
    if (job === undefined) return [];
    const lmsVersion = isFirst ? (failure.Processing.GPSCalibrationDoc?.LMSVersion ?? null) : null;
    return [{ key: `${row.id}.${job.name}`, area, row, job, message, since, lmsVersion }];
  });

/** Every job of a processing, in the order of its pipeline. */
export const jobsOf = ({ gps, lms, stages }: ProcessingRow): readonly JobRow[] =>
  [gps, lms, ...stages].filter((job) => job !== null);

/** The name's part before the first `_`, which fits in a step. */
export const shortName = (name: string): string => name.split("_")[0] ?? name;

/** The name for screen readers. It begins with the visible text, so that voice control finds it. */
export const spokenName = ({ name, label }: JobRow): string =>
  label.includes(shortName(name)) ? label : `${shortName(name)} ${label}`;

/** A job and its processing. */
export interface JobOfRow {
  readonly row: ProcessingRow;
  readonly job: JobRow;
}

/** The line below a dialog's title that identifies the job. */
export const aboutJob = ({ row: { sensorId, flightId, projectId }, job }: JobOfRow): string =>
  `${job.label} of ${[sensorId, flightId, projectId ?? /* text */ "no project"].join(" / ")}`;

/** The name under which the server records a person's QA (document 3, section 1). */
export const qaUserOf = ({ givenName, familyName, name }: Identity): string =>
  `${givenName} ${familyName}`.trim() || name;

/**
 * The facts that decide a job's actions for a person with these roles; `qaUser`: the person's name in QA. The
 * server identifies people by more than their name.
 */
export function actionFacts(
  row: ProcessingRow,
  job: JobRow,
  roles: readonly Role[],
  qaUser?: string,
): ActionFacts {
  const { gps, lms, stages } = row;
  const jobs = jobsOf(row);
  const later = jobs.slice(jobs.findIndex(({ name }) => name === job.name) + 1);
  return {
    roles,
    processing: {
      ...row,
      documentMajorVersion: row.version,
      trajectoryDone: gps === null || isJobDone(gps.status, gps.requireQA && gps.qaUser === null),
      statuses: [lms, ...stages].flatMap((each) => (each === null ? [] : [each.status])),
    },
    job: {
      ...job,
      hasOutput: job.link !== null,
      next: nextJob(job.area, jobs),
      laterBegan: later.some(({ status }) => hasBegun(status)),
      ownQA: qaUser !== undefined && job.qaUser === qaUser,
    },
  };
}

type CustomProcessing = NonNullable<Processing["CustomProcessing"]>;

function timesOf({ gpsStartTime: start, gpsEndTime: end }: CustomProcessing): string {
  if (start === null && end === null) return /* text */ "all";
  const from = start === null ? /* text */ "the first" : `${start} s`;
  return `${from} to ${end === null ? "the last" : `${end} s`} of the GPS week`;
}

const filesOf = (count: number | null): string =>
  count === null ? /* text */ "all" : `${plural(count, "file")} chosen`;

/** The differences between the custom processings of one sensor log; null: the whole log is processed. */
export const customChoice = (of: CustomProcessing | null) =>
  of && {
    /** 'Custom 2'. */
    name: `Custom ${of.counter}`,
    /** The processed parts of the log, as names and values. */
    facts: [
      ["GPS files", filesOf(of.gpsFiles)],
      ["Times", timesOf(of)],
      of.eo_only ? ["LMS", "EO only"] : ["Range files", filesOf(of.rangeFiles)],
    ] as (readonly [name: string, value: string])[],
  };

/** The page of a calibration record, by its kind (document 3, section 2.1). */
export const CALIBRATION_PAGES = {
  lidar: "/ip/params/$calibrationId",
  imagery: "/ip/imagery-params/$calibrationId",
} as const;
