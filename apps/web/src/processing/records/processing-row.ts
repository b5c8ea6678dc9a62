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
import { plural } from "../../ui/text/format.ts";

/** A job of a processing as both dashboards show it. */
export interface JobRow {
  readonly area: JobArea;
  /** The job's name in calls. */
  readonly name: string;
  readonly label: string;
  readonly status: JobStatus;
  readonly active: boolean;
  /** -1: the job failed because of its inputs. */
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
  /** The reason for which the job waits, failed or is unavailable. */
  readonly reason: string | null;
  /** The expected end and the number of earlier runs that it is based on; null where unknown. */
  readonly expected: { readonly at: string; readonly runs: number } | null;
  /** The mark that a person set by hand. */
  readonly mark: JobMark | null;
  /** The outputs follow a version of their instruction that has been replaced since. */
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
  /** Null: the whole log is processed. */
  readonly custom: CustomChoice | null;
  readonly locked: boolean;
  readonly waitsFor: string | null;
  /** The record's version, with which the server compares a change. */
  readonly updated: string;
  readonly gps: JobRow | null;
  readonly lms: JobRow | null;
  readonly stages: readonly JobRow[];
}

/** The differences between the custom processings of one sensor log. */
export interface CustomChoice {
  /** 'Custom 2'. */
  readonly name: string;
  /** The processed parts of the log, as names and values. */
  readonly facts: readonly (readonly [name: string, value: string])[];
}

/** Every job of a processing, in the order of its pipeline. */
export const jobsOf = ({ gps, lms, stages }: ProcessingRow): readonly JobRow[] =>
  [gps, lms, ...stages].filter((job) => job !== null);

/** The name's part before the first `_`, which fits in a step. */
export const shortName = (name: string): string => name.split("_")[0] ?? name;

/** The name for screen readers. It begins with the visible text, so that voice control finds it. */
export const spokenName = ({ name, label }: JobRow): string =>
  label.includes(shortName(name)) ? label : `${shortName(name)} ${label}`;

/** The line below a dialog's title that identifies the job. */
export const aboutJob = ({
  row: { sensorId, flightId, projectId },
  job,
}: {
  readonly row: ProcessingRow;
  readonly job: JobRow;
}): string => `${job.label} of ${[sensorId, flightId, projectId ?? "no project"].join(" / ")}`;

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

/** The page of a calibration record, by its kind (document 3, section 2.1). */
export const CALIBRATION_PAGES = {
  lidar: "/ip/params/$calibrationId",
  imagery: "/ip/imagery-params/$calibrationId",
} as const;
