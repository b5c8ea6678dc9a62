import type { Identity, Role } from "@swath/contract/identity";
import {
  type ActionFacts,
  type FailedFiles,
  hasBegun,
  isJobDone,
  type JobArea,
  type JobFacts,
  type JobMark,
  type JobStatus,
  nextJob,
  type Processing,
} from "@swath/contract/processing";
import { plural } from "../../ui/format/count.ts";

/** A job of a processing as both dashboards show it. */
export interface JobRow {
  readonly area: JobArea;
  /** In calls. */
  readonly name: string;
  readonly label: string;
  readonly status: JobStatus;
  readonly active: boolean;
  /** -1: it failed because of its inputs. */
  readonly attempts: number;
  readonly runStart: string | null;
  readonly runStop: string | null;
  readonly qaUser: string | null;
  readonly qaIssueDesc: string | null;
  readonly qaIssueRes: string | null;
  readonly succeeded: number;
  readonly failed: number;
  readonly failedFiles: readonly FailedFiles[];
  /** `s3://bucket/guid/output`; null without an output. */
  readonly link: string | null;
  readonly requireQA: boolean;
  readonly allow: JobFacts["allow"];
  /** Why it waits, failed or is unavailable, in words. */
  readonly reason: string | null;
  /** When it is expected to have ended, by how many earlier runs; null where nothing is expected. */
  readonly expected: { readonly at: string; readonly runs: number } | null;
  /** What somebody said of it by hand. */
  readonly mark: JobMark | null;
  /** Its outputs were made by a version of their instruction that was replaced since. */
  readonly outdated: boolean;
}

/** A processing as both dashboards show it. */
export interface ProcessingRow {
  readonly id: string;
  readonly sensorId: string;
  readonly flightId: string;
  readonly projectId: string | null;
  readonly aircraft: string;
  readonly sensor: string | null;
  readonly date: string;
  readonly wheelsUp: string | null;
  readonly wheelsDown: string | null;
  readonly projectName: string | null;
  readonly projectManager: string | null;
  readonly projectStatus: string | null;
  readonly client: string | null;
  readonly template: string | null;
  readonly active: boolean;
  readonly deletedSuperseded: boolean;
  readonly archived: boolean;
  readonly archiveLink: string | null;
  readonly archiveOpens: boolean;
  readonly version: number;
  readonly eoOnly: boolean;
  /** Null: the processing of its whole log. */
  readonly custom: CustomChoice | null;
  readonly locked: boolean;
  readonly waitsFor: string | null;
  /** What a change is compared with. */
  readonly updated: string;
  readonly gps: JobRow | null;
  readonly lms: JobRow | null;
  readonly stages: readonly JobRow[];
}

/** What tells the custom processings of one sensor log apart. */
export interface CustomChoice {
  /** 'Custom 2'. */
  readonly name: string;
  /** What of the log is processed, in names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** Every job of a processing, in the order of its pipeline. */
export const jobsOf = ({ gps, lms, stages }: ProcessingRow): readonly JobRow[] =>
  [gps, lms, ...stages].filter((job) => job !== null);

/** What fits in a step: its name's part before the first `_`. */
export const shortName = (name: string): string => name.split("_")[0] ?? name;

/** What is read out begins with what is seen, so that one may also say it. */
export const spokenName = ({ name, label }: JobRow): string =>
  label.includes(shortName(name)) ? label : `${shortName(name)} ${label}`;

/** Which job a dialog is about. */
export const aboutJob = ({
  row: { sensorId, flightId, projectId },
  job,
}: {
  readonly row: ProcessingRow;
  readonly job: JobRow;
}): string => `${job.label} of ${[sensorId, flightId, projectId ?? "no project"].join(" / ")}`;

/** The name by which the server records somebody's QA (document 3, section 1). */
export const qaUserOf = ({ givenName, familyName, name }: Identity): string =>
  `${givenName} ${familyName}`.trim() || name;

/**
 * What decides which actions a job offers to somebody of these roles; `qaUser`: their name in QA. The
 * server knows them by more than their name.
 */
export function actionFacts(
  row: ProcessingRow,
  job: JobRow,
  roles: readonly Role[],
  qaUser?: string,
): ActionFacts {
  const jobs = jobsOf(row);
  const later = jobs.slice(jobs.findIndex(({ name }) => name === job.name) + 1);
  return {
    roles,
    processing: {
      documentMajorVersion: row.version,
      template: row.template,
      locked: row.locked,
      active: row.active,
      deletedSuperseded: row.deletedSuperseded,
      archived: row.archived,
      archiveOpens: row.archiveOpens,
      eoOnly: row.eoOnly,
      trajectoryDone:
        row.gps === null || isJobDone(row.gps.status, row.gps.requireQA && row.gps.qaUser === null),
      statuses: [row.lms, ...row.stages].flatMap((each) => (each === null ? [] : [each.status])),
    },
    job: {
      area: job.area,
      name: job.name,
      status: job.status,
      active: job.active,
      qaUser: job.qaUser,
      attempts: job.attempts,
      failed: job.failed,
      hasOutput: job.link !== null,
      requireQA: job.requireQA,
      allow: job.allow,
      next: nextJob(job.area, jobs),
      laterBegan: later.some(({ status }) => hasBegun(status)),
      ownQA: qaUser !== undefined && job.qaUser === qaUser,
    },
  };
}

type CustomProcessing = NonNullable<Processing["CustomProcessing"]>;

const second = (value: number): string => `${value} s`;

function timesOf({ gpsStartTime: start, gpsEndTime: end }: CustomProcessing): string {
  if (start === null && end === null) return "all";
  const from = start === null ? "the first" : second(start);
  return `${from} to ${end === null ? "the last" : second(end)} of the GPS week`;
}

const filesOf = (count: number | null): string =>
  count === null ? "all" : `${plural(count, "file")} chosen`;

export function customChoice(of: CustomProcessing | null): CustomChoice | null {
  if (of === null) return null;
  return {
    name: `Custom ${of.counter}`,
    facts: [
      ["GPS files", filesOf(of.gpsFiles)],
      ["Times", timesOf(of)],
      of.eo_only ? ["LMS", "EO only"] : ["Range files", filesOf(of.rangeFiles)],
    ],
  };
}

/** Where the records of each kind of parameters are (document 3, section 2.1). */
export const CALIBRATION_PAGES = {
  lidar: "/ip/params/$calibrationId",
  imagery: "/ip/imagery-params/$calibrationId",
} as const;
