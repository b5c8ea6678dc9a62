import type { ColumnType, Generated } from "kysely";
import type {
  JobEvent,
  Measure,
  TaskMeasure,
  StageFile,
  TaskEnding,
  TaskResult,
  UsedCalibration,
  UsedInstruction,
} from "@swath/contract/processing";
import type { OrderedBy } from "../../domain/processing/processing.tables.ts";

/** The event by which a run ends its job. */
export type OutcomeEvent = Extract<
  JobEvent,
  "succeed" | "finishWithErrors" | "fail" | "requireManual" | "lackProgram" | "cancel"
>;

/** A submission runs the call that lists a run's tasks, the tasks, or the call that collects their outputs. */
export type SubmissionKind = "divide" | "tasks" | "collect";

type Json<T> = ColumnType<T, string, string>;

declare module "../../platform/postgres/schema.ts" {
  interface Database {
    processing_runs: {
      id: string;
      job_id: string;
      attempt: number;
      state: "active" | "ended";
      outcome: OutcomeEvent | null;
      reason: string | null;
      stage: Json<StageFile>;
      stage_sha256: string;
      params: Json<Record<string, string | number>>;
      calibrations: ColumnType<readonly UsedCalibration[], string | undefined, never>;
      instruction: ColumnType<UsedInstruction | null, string | null | undefined, never>;
      ordered_by: ColumnType<OrderedBy | null, string | null, never>;
      inputs_sha256: string;
      input_files: number;
      input_bytes: number;
      engine: string;
      bucket: string;
      prefix: string;
      tasks: number;
      succeeded: Generated<number>;
      failed: Generated<number>;
      measures: ColumnType<readonly Measure[], string | undefined, string>;
      created: Generated<Date>;
      started: Date | null;
      ended: Date | null;
      published: Generated<boolean>;
      swept: Date | null;
      logs_swept: ColumnType<Date | null, undefined, Date>;
    };
    run_submissions: {
      key: string;
      run_id: string;
      number: number;
      kind: SubmissionKind;
      state: "written" | "accepted" | "ended";
      tasks: number;
      cpus: number;
      memory_bytes: number;
      seconds: number;
      feature: string | null;
      engine_id: string | null;
      submitted: Generated<number>;
      missed: Generated<number>;
      done: Generated<number>;
      waiting: string | null;
      expected_start: Date | null;
      created: Generated<Date>;
      ended: Date | null;
    };
    run_tasks: {
      run_id: string;
      name: string;
      kind: SubmissionKind;
      key: string;
      task: number;
      /** The file that the task was for, where it was for one. */
      input: string | null;
      ending: TaskEnding;
      exit_code: number | null;
      signal: string | null;
      node: string | null;
      started: Date | null;
      ended: Date | null;
      cpu_seconds: number | null;
      peak_memory_bytes: number | null;
      errors: Json<TaskResult["errors"]>;
      outputs: Json<TaskResult["outputs"]>;
      measures: Json<readonly TaskMeasure[]>;
      files: number | null;
      failed_files: number | null;
    };
    due_processings: {
      processing_id: string;
      changes: Generated<number>;
    };
  }
}
