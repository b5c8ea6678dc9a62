import { AppError } from "@swath/contract/errors";
import { may, type Role } from "@swath/contract/identity";
import type { ProcessingRecord } from "../records/processing-record.ts";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Caller } from "../processing-deps.ts";

/** How a call names a job: by its name, by its area, or by its name or the path of its output. */
export type JobName = string | { readonly area: "gps" | "lms" } | { readonly output: string };

function fits(job: ProcessingJob, name: JobName): boolean {
  if (typeof name === "string") return job.name === name;
  if ("area" in name) return job.area === name.area;
  return job.name === name.output || job.output_path === name.output;
}

/** The job that a call is about; PROCESSING_NOT_FOUND where the processing has none of that name. */
export function jobOf({ processing, jobs }: ProcessingRecord, name: JobName): ProcessingJob {
  const job = jobs.find((each) => fits(each, name));
  if (job !== undefined) return job;
  const details = { processingId: processing.id, job: name };
  throw new AppError("PROCESSING_NOT_FOUND", "the processing has no such job", details);
}

/** processing/A1 the Terrain Mapper's processings are none for those who may not see its dashboard. */
export const isVisible = (
  { area }: { readonly area: "ip" | "iptm" },
  roles: readonly Role[],
): boolean => area === "ip" || may(roles, "readTerrainMapper");

/** PROCESSING_NOT_FOUND for what {@link isVisible} hides. */
export function checkVisible(
  processing: { readonly area: "ip" | "iptm"; readonly id: string },
  roles: readonly Role[],
): void {
  const { id } = processing;
  if (isVisible(processing, roles)) return;
  throw new AppError("PROCESSING_NOT_FOUND", `there is no processing ${id}`, { processingId: id });
}

/** processing/A2 what was asked for of another state of the record is refused: RECORD_CHANGED. */
export function checkUnchanged({ processing }: ProcessingRecord, { updated }: Caller): void {
  if (updated === undefined || Date.parse(updated) === processing.updated.getTime()) return;
  throw new AppError("RECORD_CHANGED", "somebody changed it meanwhile", {
    processingId: processing.id,
    updated: processing.updated.toISOString(),
  });
}
