import type { ColumnType, Generated, GeneratedAlways, Selectable } from "kysely";
import type {
  FailedFiles,
  FailureKind,
  JobArea,
  JobStatus,
  StageFile,
} from "@swath/contract/processing";
import type { Database } from "../../platform/postgres/schema.ts";

export type Processing = Selectable<Database["processings"]>;

/** Who ordered a job; absent where the server did. */
export interface OrderedBy {
  readonly subject: string;
  readonly name: string;
}

/** A mark that somebody set by hand on a job, until it moves on. */
export interface StoredMark {
  readonly action: string;
  readonly by: string;
  readonly reason: string | null;
  /** When it was set, ISO 8601, where its job was written since. */
  readonly at?: string;
  /** The mark that it covers, and that returns when it is taken away. */
  readonly over?: StoredMark | null;
}

/** Who completed a job's QA, and what the job was before, until it moves on. */
export interface StoredJudgement {
  readonly subject: string;
  readonly status: JobStatus;
  readonly reason: string | null;
  readonly mark: StoredMark | null;
  /** Its failure, as the inbox had it. */
  readonly failure: {
    readonly key: string | null;
    readonly kind: FailureKind | null;
    readonly message: string | null;
    readonly example: string | null;
    readonly at: string;
  } | null;
}

/** The missing condition of a processing that has not started; `new`: not examined yet. */
export type WaitsOn = "new" | "template" | "uploads" | "calibration" | "former";

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    processings: {
      id: string;
      guid: string;
      area: "ip" | "iptm";
      flight_id: string;
      sensor_id: string;
      sensor: string | null;
      project_id: string | null;
      aoi_no: number | null;
      template: string | null;
      document_major_version: number;
      active: Generated<boolean>;
      deleted_superseded: Generated<boolean>;
      archive_path: string | null;
      custom: ColumnType<unknown, string | null, string | null>;
      custom_counter: Generated<number>;
      eo_only: Generated<boolean>;
      calibration_id: string | null;
      waits_for: string | null;
      /** The subject of `waits_for`; null once a job has started. */
      waits_on: Generated<WaitsOn | null>;
      /** Something that it waits for may have come. */
      to_start: Generated<boolean>;
      /** Its flight's, kept by the database beside it. */
      survey_date: Generated<Date>;
      aircraft: Generated<string>;
      /** Its project's, kept by the database beside it. */
      project_manager: Generated<string | null>;
      /** The bits of its jobs' statuses (`job_status_bits`), set by the database. */
      statuses: Generated<number>;
      created: Generated<Date>;
      updated: Generated<Date>;
    };
    processing_jobs: {
      id: string;
      processing_id: string;
      area: JobArea;
      name: string;
      label: string;
      position: number;
      /** Changed by `moveJobStatus` alone: an update that sets it does not compile. */
      status: ColumnType<JobStatus, JobStatus, never>;
      attempts: Generated<number>;
      reason: string | null;
      run_started: Date | null;
      run_ended: Date | null;
      succeeded: Generated<number>;
      failed: Generated<number>;
      failed_files: ColumnType<readonly FailedFiles[], string | undefined, string>;
      qa_user: string | null;
      qa_issue_desc: string | null;
      qa_issue_res: string | null;
      output_path: string | null;
      require_qa: Generated<boolean>;
      allow: Generated<StageFile["allow"]>;
      active: Generated<boolean>;
      mark: StoredMark | null;
      judged: StoredJudgement | null;
      /** Whether its stage cannot do without an instruction. */
      reads_instruction: Generated<boolean>;
      /** Whether its published outputs follow a former version of its instruction. */
      is_outdated: Generated<boolean>;
      updated: Generated<Date>;
    };
    /** The failure of a job, while its status is still that of the failure (`failures.sql`). */
    job_failures: {
      job_id: string;
      /** Null, as the message and its example, until the background has named it. */
      key: string | null;
      kind: FailureKind | null;
      message: string | null;
      example: string | null;
      at: ColumnType<Date, Date | string, Date>;
      /** Set by the database, like the columns of its filters: whether it waits for an answer. */
      is_open: Generated<boolean>;
      processing_id: Generated<string>;
      area: Generated<"ip" | "iptm">;
      flight_id: Generated<string>;
      label: Generated<string>;
    };
    job_orders: {
      id: GeneratedAlways<string>;
      job_id: string;
      ordered_by: ColumnType<OrderedBy | null, string | null, never>;
      ordered: Generated<Date>;
      params: ColumnType<Record<string, string | number>, string | undefined, never>;
      only_tasks: string[] | null;
      taken: Date | null;
    };
    processing_job_history: {
      job_id: string;
      at: Generated<Date>;
      status: JobStatus;
      actor: string;
      reason: string | null;
    };
  }
}
