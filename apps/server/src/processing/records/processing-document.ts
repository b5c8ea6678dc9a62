import {
  type ClusterProcessing,
  hasBegun,
  isRunning,
  type Processing,
  type TerrainMapperProcessing,
} from "@swath/contract/processing";
import { isDone } from "../../domain/processing/move-job-status.ts";
import { outputBucket } from "../../domain/processing/output-place.ts";
import { isoOfJson, isoOrNullOfJson } from "../../platform/postgres/json-date.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { requiredJobs, waitingFor } from "../stages/required-inputs.ts";
import type { StoredJob, StoredProcessing } from "./stored-processing.ts";

type Reader = Pick<ProcessingDeps, "templates" | "buckets" | "catalogue">;

const wrapped = (date: string | null): { $date: string } | null =>
  date === null ? null : { $date: isoOfJson(date) };

const failedFiles = ({ failed_files }: StoredJob) =>
  failed_files.map(({ file_names, failure_message }) => ({
    file_names: [...file_names],
    failure_message: [...failure_message],
  }));

const flagsOf = ({ require_qa, allow }: StoredJob) => ({
  allowRequireQA: require_qa,
  allowManualProcessed: allow.includes("manual"),
  allowIgnoreProcessing: allow.includes("ignore"),
  allowSuperseded: allow.includes("supersede"),
});

const etaOf = ({ eta }: StoredJob) => ({
  ExpectedEnd: eta?.at.toISOString() ?? null,
  ExpectedFrom: eta?.runs ?? 0,
});
/** A mark goes when the job moves on: unless it says when, it was set when the job was last written. */
const markOf = ({ mark, updated }: StoredJob): ClusterProcessing["Mark"] =>
  mark && {
    Action: mark.action,
    By: mark.by,
    At: mark.at ?? isoOfJson(updated),
    Reason: mark.reason,
  };

/** Whether nothing goes on from a job until a person judges it, or has it run again. */
const awaitsPerson = (job: StoredJob): boolean =>
  job.active && hasBegun(job.status) && !isRunning(job.status) && !isDone(job);

/** The reason of a job; of an unbegun one the job before it that waits for a person, if any. */
function reasonOf(job: StoredJob, row: StoredProcessing, { catalogue }: Reader): string | null {
  if (job.reason !== null || job.status !== "NOT_COMMENCED" || !job.active) return job.reason;
  const stage = catalogue.stages.get(job.name)?.file;
  const isOpen = row.active && !row.deleted_superseded && archivePath(row) === null;
  if (stage === undefined || !isOpen) return null;
  const holding = requiredJobs(stage, row.jobs).find(awaitsPerson);
  return holding === undefined ? null : waitingFor(holding);
}

const hasEnded = ({ run_ended }: StoredJob): boolean => run_ended !== null;

function clusterOf(job: StoredJob, row: StoredProcessing, reader: Reader): ClusterProcessing {
  const { buckets } = reader;
  return {
    Name: job.name,
    Label: job.label,
    Status: job.status,
    Active: job.active,
    StatusHistory: { UpdatedDate: isoOfJson(job.updated) },
    RunStartDate: isoOrNullOfJson(job.run_started),
    RunEndDate: isoOrNullOfJson(job.run_ended),
    SucceededJobCount: job.succeeded,
    FailedJobCount: job.failed,
    FailedFiles: failedFiles(job),
    QAUser: job.qa_user,
    QAIssueDesc: job.qa_issue_desc,
    QAIssueRes: job.qa_issue_res,
    OutputS3Path: job.output_path,
    Bucket: buckets[outputBucket(row, job.name)],
    DisplayQA: job.require_qa,
    status: job.status,
    output: job.output_path,
    Submitted: wrapped(job.ordered),
    Completed: hasEnded(job) ? wrapped(job.run_ended) : null,
    total_successes: job.succeeded,
    total_failures: job.failed,
    total_numbers: job.succeeded + job.failed,
    ...flagsOf(job),
    Attempts: job.attempts,
    Reason: reasonOf(job, row, reader),
    MissedBound: job.missed_bound,
    ...etaOf(job),
    Mark: markOf(job),
    IsOutdated: job.is_outdated,
  };
}

const stagesOf = ({ jobs }: StoredProcessing): readonly StoredJob[] =>
  jobs.filter(({ area }) => area === "stage");

function firstJobOf(
  job: StoredJob | undefined,
  row: StoredProcessing,
  reader: Reader,
): Processing["GPSJob"] {
  if (job === undefined) return null;
  return {
    Name: job.name,
    Area: job.area,
    Active: job.active,
    Reason: reasonOf(job, row, reader),
    MissedBound: job.missed_bound,
    SucceededJobCount: job.succeeded,
    FailedJobCount: job.failed,
    FailedFiles: failedFiles(job),
    Updated: isoOfJson(job.updated),
    Mark: markOf(job),
    ...flagsOf(job),
    ...etaOf(job),
  };
}

const archivePath = (row: StoredProcessing): string | null =>
  row.archive_path ?? row.archive_s3_path_lidar ?? row.archive_s3_path_imagery;

/** Whether the explorer validates the archive: a flight in the archive bucket has a manifest. */
const archiveOpens = (row: StoredProcessing, bucket: string): boolean =>
  row.archive_path === null && (archivePath(row)?.startsWith(`s3://${bucket}/`) ?? false);

/** The fields that both dashboards have. */
function sharedOf(row: StoredProcessing, { templates, buckets }: Reader) {
  return {
    _id: row.id,
    guid: row.guid,
    ProcessingTemplate: row.template,
    Active: row.active,
    deletedSuperseded: row.deleted_superseded,
    isArchived: archivePath(row) !== null,
    DocumentMajorVersion: row.document_major_version,
    archiveS3PathLiDAR: archivePath(row),
    ArchiveOpens: archiveOpens(row, buckets.archive),
    Bucket: buckets[outputBucket(row, "GPS")],
    Locked: row.template !== null && (templates.get(row.template)?.locked ?? false),
    WaitsFor: row.waits_for,
    Updated: isoOfJson(row.updated),
  };
}

/** Fields of the GPS job, by the names of document 3. */
function gpsFields(row: StoredProcessing, reader: Reader) {
  const job = row.jobs.find(({ area }) => area === "gps");
  return {
    GPSProcStatus: job?.status ?? null,
    GPSProcAttempts: job?.attempts ?? 0,
    GPSProcQAUser: job?.qa_user ?? null,
    GPSQAIssueDesc: job?.qa_issue_desc ?? null,
    GPSQAIssueRes: job?.qa_issue_res ?? null,
    GPSRunStartDate: isoOrNullOfJson(job?.run_started ?? null),
    GPSRunStopDate: isoOrNullOfJson(job?.run_ended ?? null),
    GPSOutputPath: job?.output_path ?? null,
    GPSJob: firstJobOf(job, row, reader),
  };
}

function lmsFields(row: StoredProcessing, reader: Reader) {
  const job = row.jobs.find(({ area }) => area === "lms");
  return {
    LMSProcStatus: job?.status ?? null,
    LMSProcAttempts: job?.attempts ?? 0,
    LMSProcQAUser: job?.qa_user ?? null,
    LMSQAIssueDesc: job?.qa_issue_desc ?? null,
    LMSQAIssueRes: job?.qa_issue_res ?? null,
    LMSRunStartDate: isoOrNullOfJson(job?.run_started ?? null),
    LMSRunStopDate: isoOrNullOfJson(job?.run_ended ?? null),
    LMSOutputPath: job?.output_path ?? null,
    LMSJob: firstJobOf(job, row, reader),
  };
}

function projectFields(row: StoredProcessing) {
  const { project_id, project_name, manager, project_status, client } = row;
  return {
    ProjectID: project_id,
    ProjectName: project_name,
    ProjectManager: manager,
    ProjectStatus: project_status,
    Project:
      project_id === null
        ? []
        : [{ ProjectID: project_id, ProjectName: project_name ?? "", Client: client }],
  };
}

function customOf(row: StoredProcessing): Processing["CustomProcessing"] {
  const { custom_counter: counter, eo_only, chosen } = row;
  if (counter === 0) return null;
  const none = { gpsFiles: null, rangeFiles: null, gpsStartTime: null, gpsEndTime: null };
  return { eo_only, counter, ...(chosen ?? none) };
}

function calibrationOf(row: StoredProcessing): Processing["GPSCalibrationDoc"] {
  const { calibration_id: _id, calibration_kind: Kind, lms_version: LMSVersion } = row;
  return _id === null || Kind === null ? null : { _id, Kind, LMSVersion };
}

/** The document of the dashboard of the first area. */
export function processingDocument(row: StoredProcessing, reader: Reader): Processing {
  return {
    ...sharedOf(row, reader),
    SensorID: row.sensor_id,
    FlightID: row.flight_id,
    Aircraft: row.aircraft,
    Sensor: row.sensor,
    Date: isoOfJson(row.survey_date),
    WheelsUp: isoOrNullOfJson(row.wheels_up),
    WheelsDown: isoOrNullOfJson(row.wheels_down),
    ...projectFields(row),
    archiveInPlaceCompleteLidar: row.archive_s3_path_lidar !== null && row.lidar_archived,
    isSplitFlight: row.aoi_no !== null,
    ProjectAOINo: row.aoi_no,
    GPSCalibrationDoc: calibrationOf(row),
    CustomProcessing: customOf(row),
    ...gpsFields(row, reader),
    ...lmsFields(row, reader),
    ClusterProcessing: stagesOf(row).map((job) => clusterOf(job, row, reader)),
    BaseFolder: `${row.guid}/`,
    Flights: [{ FlightID: row.flight_id, Aircraft: row.aircraft }],
  };
}

/** The document of the Terrain Mapper's dashboard. */
export function terrainMapperDocument(
  row: StoredProcessing,
  reader: Reader,
): TerrainMapperProcessing {
  const stepOf = (job: StoredJob): TerrainMapperProcessing["ClusterProcessing"][number] => ({
    ...clusterOf(job, row, reader),
    label: job.label,
    showSuperseded: !row.active || !job.active,
  });
  return {
    ...sharedOf(row, reader),
    ClusterProcessing: stagesOf(row).map(stepOf),
    metadata: {
      flightId: row.flight_id,
      projectId: row.project_id,
      sensorId: row.sensor_id,
      sensorName: row.sensor,
      aircraft: row.aircraft,
      sensor: row.sensor,
      projectStatus: row.project_status,
      projectName: row.project_name,
      projectManager: row.manager,
      clientName: row.client,
      surveyDate: isoOfJson(row.survey_date),
      wheelsUp: isoOrNullOfJson(row.wheels_up),
      wheelsDown: isoOrNullOfJson(row.wheels_down),
    },
  };
}
