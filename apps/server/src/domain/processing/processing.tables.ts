import type { ColumnType, Generated, GeneratedAlways } from "kysely";
import type { JobArea, JobStatus, StageFile } from "@swath/contract/processing";

/** Files whose messages say why tasks failed. */
export interface FailedFiles {
  readonly file_names: readonly string[];
  readonly failure_message: readonly string[];
}

/** Who ordered a job; absent where the server did. */
export interface OrderedBy {
  readonly subject: string;
  readonly name: string;
}

/** What a processing that did not begin waits for; `new`: nobody looked yet. */
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
      /** What `waits_for` is about; null once something began. */
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
      updated: Generated<Date>;
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
