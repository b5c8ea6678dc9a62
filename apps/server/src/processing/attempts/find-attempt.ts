import { AppError } from "@swath/contract/errors";
import type { Role } from "@swath/contract/identity";
import { may } from "@swath/contract/identity";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { Db } from "../../platform/postgres/schema.ts";
import { attemptRows } from "./attempt-rows.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** A job and the processing that it is of. */
export interface FoundJob {
  readonly processing: Processing;
  readonly job: ProcessingJob;
}

/** Whether someone of these roles may see a processing: those of the Terrain Mapper are not for all. */
export const maySee = (roles: readonly Role[], { area }: Pick<Processing, "area">): boolean =>
  area === "ip" || may(roles, "readTerrainMapper");

/** A job that the caller may see; else PROCESSING_NOT_FOUND, whether there is one or not. */
export async function findJob(
  db: Db,
  roles: readonly Role[],
  { processingId, job: name }: { readonly processingId: string; readonly job: string },
): Promise<FoundJob> {
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
  if (processing === undefined || job === undefined || !maySee(roles, processing))
    throw new AppError("PROCESSING_NOT_FOUND", `there is no job ${name} of this processing`);
  return { processing, job };
}

/** An attempt of a job that the caller may see; else PROCESSING_NOT_FOUND. */
export async function findAttempt(
  db: Db,
  roles: readonly Role[],
  asked: { readonly processingId: string; readonly job: string; readonly attempt: number },
) {
  const found = await findJob(db, roles, asked);
  const rows = await attemptRows(db, found.job.id);
  const run = rows.find(({ attempt }) => attempt === asked.attempt);
  if (run === undefined)
    throw new AppError("PROCESSING_NOT_FOUND", `${asked.job} has no attempt ${asked.attempt}`);
  return { ...found, run };
}
