import {
  isJobDone,
  JOB_AREAS,
  JOB_STATES,
  type JobActor,
  type JobArea,
  type JobEvent,
  type JobStatus,
} from "@swath/contract/processing";
import type { Selectable } from "kysely";
import {
  type AuditActor,
  type AuditEvent,
  type CallOrigin,
  recordEvents,
} from "../../platform/audit/record-event.ts";
import type { Database, Trx } from "../../platform/postgres/schema.ts";
import { statusWriter, type StatusResult } from "../status-writer.ts";
import { keepFailure, type RunFailure } from "./job-failure.ts";

type JudgedJob = Pick<ProcessingJob, "status" | "require_qa" | "qa_user">;

/** Whether the jobs after a stored job may start. */
export const isDone = ({ status, require_qa, qa_user }: JudgedJob): boolean =>
  isJobDone(status, require_qa && qa_user === null);

export type ProcessingJob = Selectable<Database["processing_jobs"]>;

/** A change of a job's status: its author, reason and columns. */
export interface JobChange {
  readonly actor: AuditActor;
  readonly flightId: string;
  /** Where the call came from that requested it. */
  readonly from?: CallOrigin;
  /** Why: null by default. */
  readonly reason?: string | null;
  /** The failure of a run that ended or was restored. */
  readonly failure?: RunFailure;
  /** Further columns: counts, times, QA, output. */
  readonly columns?: Partial<
    Pick<
      ProcessingJob,
      | "attempts"
      | "run_started"
      | "run_ended"
      | "succeeded"
      | "failed"
      | "qa_user"
      | "qa_issue_desc"
      | "qa_issue_res"
      | "output_path"
      | "require_qa"
      | "allow"
      | "mark"
      | "judged"
    >
  >;
}

const nameOf = (actor: AuditActor): string => (typeof actor === "string" ? actor : actor.name);

export interface JobMove {
  readonly job: ProcessingJob;
  readonly change: JobChange;
}

interface Moved {
  readonly row: ProcessingJob;
  readonly to: JobStatus;
  readonly facts: JobChange;
}

function auditOf({ row, to, facts }: Moved): AuditEvent {
  const { actor, from: origin, flightId, reason = null } = facts;
  const detail = { processing: row.processing_id, job: row.name, from: row.status, to, reason };
  return {
    action: "job.moved",
    actor,
    flightId,
    detail,
    ...(origin === undefined ? {} : { from: origin }),
  };
}

const writerOf = (area: JobArea) =>
  statusWriter<ProcessingJob, JobStatus, JobEvent, JobActor, JobChange>({
    table: "processing_jobs",
    states: JOB_STATES[area],
    columns: (_, { columns, reason = null }) => ({ mark: null, judged: null, ...columns, reason }),
    record: async (trx, changes) => {
      await trx
        .insertInto("processing_job_history")
        .values(
          changes.map(({ row, to, facts: { actor, reason = null } }) => ({
            job_id: row.id,
            status: to,
            actor: nameOf(actor),
            reason,
          })),
        )
        .execute();
      await recordEvents(trx, changes.map(auditOf));
    },
  });

const WRITERS = { gps: writerOf("gps"), lms: writerOf("lms"), stage: writerOf("stage") } as const;

/** The one writer of jobs' statuses, by the state table of their area: see {@link statusWriter}. */
export async function moveJobStatuses(
  trx: Trx,
  moves: readonly JobMove[],
  event: JobEvent,
): Promise<StatusResult<ProcessingJob>[]> {
  const results = new Map<string, StatusResult<ProcessingJob>>();
  for (const area of JOB_AREAS) {
    const changes = moves.flatMap(({ job, change: facts }) =>
      job.area === area ? [{ row: job, facts }] : [],
    );
    const written = await WRITERS[area](trx, changes, { event });
    changes.forEach(({ row }, index) => results.set(row.id, written[index]!));
  }
  return moves.map(({ job }) => results.get(job.id)!);
}

/** The same for one job. */
export async function moveJobStatus(
  trx: Trx,
  job: ProcessingJob,
  event: JobEvent,
  change: JobChange,
): Promise<StatusResult<ProcessingJob>> {
  const [result] = await moveJobStatuses(trx, [{ job, change }], event);
  if (result!.ok) await keepFailure(trx, job.id, { event, ...change });
  return result!;
}
