import type { JobRow, ProcessingRow } from "../rows/processing-row.ts";

/** Which job a dialog is about. */
export const aboutJob = ({
  row: { sensorId, flightId, projectId },
  job,
}: {
  readonly row: ProcessingRow;
  readonly job: JobRow;
}): string => `${job.label} of ${[sensorId, flightId, projectId ?? "no project"].join(" / ")}`;
