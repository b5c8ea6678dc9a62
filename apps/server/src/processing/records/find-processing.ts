import { AppError } from "@swath/contract/errors";
import { may, type Role } from "@swath/contract/identity";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { noProcessing, type ProcessingRecord } from "./processing-record.ts";

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

/** Whether a caller sees a processing: not everyone sees the Terrain Mapper's (processing/A1). */
export const isVisible = (
  { area }: { readonly area: "ip" | "iptm" },
  roles: readonly Role[],
): boolean => area === "ip" || may(roles, "readTerrainMapper");

/** Throws PROCESSING_NOT_FOUND for what {@link isVisible} hides. */
export function checkVisible(
  processing: { readonly area: "ip" | "iptm"; readonly id: string },
  roles: readonly Role[],
): void {
  if (!isVisible(processing, roles)) throw noProcessing(processing.id);
}

/** Throws RECORD_CHANGED where the caller saw another state of the record (processing/A2). */
export function checkUnchanged(
  { processing }: ProcessingRecord,
  { updated }: { readonly updated?: string | undefined },
): void {
  if (updated === undefined || Date.parse(updated) === processing.updated.getTime()) return;
  throw new AppError("RECORD_CHANGED", "somebody changed it meanwhile", {
    processingId: processing.id,
    updated: processing.updated.toISOString(),
  });
}

/** A job that the caller sees, with its processing; throws PROCESSING_NOT_FOUND otherwise. */
export async function findJob(
  db: Db,
  roles: readonly Role[],
  { processingId, job: name }: { readonly processingId: string; readonly job: string },
): Promise<{ readonly processing: Processing; readonly job: ProcessingJob }> {
  const processing = await db
    .selectFrom("processings")
    .selectAll()
    .where("id", "=", processingId)
    .executeTakeFirst();
  const job = await db
    .selectFrom("processing_jobs")
    .selectAll()
    .where("processing_id", "=", processingId)
    .where("name", "=", name)
    .executeTakeFirst();
  if (processing === undefined || job === undefined || !isVisible(processing, roles))
    throw new AppError("PROCESSING_NOT_FOUND", `there is no job ${name} of this processing`);
  return { processing, job };
}

/** A flight's identifier, which calls of document 3 may name by its digits alone. */
export const flightIdOf = (flightId: string): string =>
  flightId.startsWith("FL") ? flightId : `FL${flightId}`;

/** The processings of a flight's logs that the caller sees, of one project or of all. */
export async function processingsOfFlight(
  db: Db,
  { flightId, projectId }: { readonly flightId: string; readonly projectId?: string },
  roles: readonly Role[],
): Promise<readonly Processing[]> {
  const found = await db
    .selectFrom("processings")
    .selectAll()
    .where("flight_id", "=", flightId)
    .$if(projectId !== undefined, (query) => query.where("project_id", "=", projectId!))
    .orderBy("sensor_id")
    .orderBy("custom_counter")
    .execute();
  return found.filter((each) => isVisible(each, roles));
}
