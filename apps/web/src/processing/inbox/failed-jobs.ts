import type { GroupFailure } from "@swath/contract/processing";
import type { JobRow, ProcessingRow } from "../rows/processing-row.ts";
import { rowOfProcessing, rowOfTerrainMapper } from "../rows/rows-of-documents.ts";

/** A job that failed, with the row of its dashboard. */
export interface FailedJob {
  readonly key: string;
  readonly area: GroupFailure["Area"];
  readonly row: ProcessingRow;
  readonly job: JobRow;
  /** As it was reported. */
  readonly message: string;
  readonly since: string;
  /** LMS version of its calibration record. */
  readonly lmsVersion: string | null;
}

/** The rows of a group's page; a record whose job is gone meanwhile has none. */
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
