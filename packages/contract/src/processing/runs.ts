import { z } from "zod";
import { flightIdSchema } from "../ids/id-schemas.ts";
import { failedFilesSchema } from "./failure-lines.ts";
import { JOB_AREAS, JOB_STATUSES } from "./job-status.ts";
import { measureSchema } from "./measures.ts";
import { OUTPUT_KINDS, stageNameSchema } from "./stage-file.ts";
import { taskErrorSchema, TASK_ENDINGS } from "./run-files.ts";

const count = z.int().nonnegative();
const time = z.iso.datetime().nullable();

/** How an attempt ended; null while it runs. */
const OUTCOMES = [
  "succeed",
  "finishWithErrors",
  "fail",
  "requireManual",
  "lackProgram",
  "cancel",
] as const;

const bound = z.number().nullable();

/** A calibration record that an attempt read, which stays the attempt's whatever is saved since. */
const usedCalibrationSchema = z.object({
  kind: z.enum(["lidar", "imagery"]),
  calibrationId: z.string(),
  SurveyDate: z.iso.datetime(),
});
export type UsedCalibration = z.infer<typeof usedCalibrationSchema>;

/** The instruction that an attempt followed, by the version that it read. */
const usedInstructionSchema = z.object({
  instructionId: z.string(),
  ProcInstID: z.string(),
  siteName: z.string(),
  Updated: z.iso.datetime(),
});
export type UsedInstruction = z.infer<typeof usedInstructionSchema>;

/** An attempt of a job: what was run, how it went, and what it measured. */
export const attemptSchema = z.object({
  attempt: z.int().positive(),
  outcome: z.enum(OUTCOMES).nullable(),
  reason: z.string().nullable(),
  stageVersion: z.int(),
  /** SHA-256 of the stage file that it followed, and of the list of its inputs. */
  stageSha256: z.string(),
  inputsSha256: z.string(),
  inputFiles: count,
  inputBytes: count,
  params: z.record(z.string(), z.union([z.string(), z.number()])),
  calibrations: z.array(usedCalibrationSchema),
  /** Null where it read none, or ran before this was kept. */
  instruction: usedInstructionSchema.nullable(),
  /** Who ordered it; null: the server. */
  orderedBy: z.string().nullable(),
  engine: z.string(),
  tasks: count,
  /** Tasks that ended, while it runs. */
  done: count,
  succeeded: count,
  failed: count,
  /** Why it waits, in words, and when it is expected to start. */
  waiting: z.string().nullable(),
  expectedStart: time,
  /** By what runs of the stage took for each gigabyte before; null where none did, and of an ended one. */
  expectedEnd: time,
  created: z.iso.datetime(),
  started: time,
  ended: time,
  measures: z.array(measureSchema),
  /** What its stage file accepted of measures, beside the bounds that its program names. */
  accepted: z.array(
    z.object({ measure: z.string(), least: bound, most: bound, optional: z.boolean() }),
  ),
  /** Whether its outputs are current; and whether they are kept at all. */
  published: z.boolean(),
  kept: z.boolean(),
  /** Whether the logs of its tasks are. */
  logsKept: z.boolean(),
});
export type Attempt = z.infer<typeof attemptSchema>;

/** A job of a processing with its latest attempt. */
export const runningJobSchema = z.object({
  name: stageNameSchema,
  label: z.string(),
  area: z.enum(JOB_AREAS),
  status: z.enum(JOB_STATUSES),
  /** Why it waits, failed or is unavailable, in words. */
  reason: z.string().nullable(),
  /** Whether what comes after it waits until somebody has completed its QA. */
  waitsForQA: z.boolean(),
  failedFiles: z.array(failedFilesSchema),
  latest: attemptSchema.nullable(),
  /** When it is expected to have ended, while it or what comes before it is under way. */
  expectedEnd: time,
});
export type RunningJob = z.infer<typeof runningJobSchema>;

export const flightRunsSchema = z.array(
  z.object({
    processingId: z.string(),
    flightId: flightIdSchema,
    sensorId: z.string(),
    projectId: z.string().nullable(),
    aoiNo: z.int().nullable(),
    template: z.string().nullable(),
    /** Why nothing runs. */
    waitsFor: z.string().nullable(),
    jobs: z.array(runningJobSchema),
  }),
);
export type FlightRuns = z.infer<typeof flightRunsSchema>;

/** What of a job is ordered: all of it by its stage's defaults where nothing is said. */
export const orderBodySchema = z
  .strictObject({
    params: z.record(z.string().max(32), z.union([z.string().max(100), z.number()])).default({}),
    /** Names of the tasks that run again; what the others left is carried over. */
    onlyTasks: z.array(z.string().min(1).max(100)).min(1).max(10_000).optional(),
  })
  .prefault({});

/** A task that ended. */
export const runTaskRowSchema = z.object({
  name: z.string(),
  /** Of what is called once with the outputs of all tasks. */
  collect: z.boolean(),
  input: z.string().nullable(),
  ending: z.enum(TASK_ENDINGS),
  exitCode: z.int().nullable(),
  signal: z.string().nullable(),
  node: z.string().nullable(),
  started: time,
  ended: time,
  cpuSeconds: z.number().nullable(),
  peakMemoryBytes: z.number().nullable(),
  errors: z.array(taskErrorSchema),
});
export type RunTaskRow = z.infer<typeof runTaskRowSchema>;

/** Tasks of an attempt that have not ended: those that write a log first, and how many there are. */
export const openTasksSchema = z.object({
  total: count,
  tasks: z.array(
    z.object({
      name: z.string(),
      collect: z.boolean(),
      input: z.string().nullable(),
      /** Bytes of its log; null where it has not begun. */
      logBytes: count.nullable(),
      /** The share of its work that its program said was done; null where it said nothing. */
      progress: z.number().min(0).max(1).nullable(),
    }),
  ),
});
export type OpenTasks = z.infer<typeof openTasksSchema>;

/** A piece of a task's log, while it is written too. */
export const logPieceSchema = z.object({
  /** First byte, and the one after the last: the next piece begins there. */
  start: count,
  end: count,
  /** Bytes that stand so far. */
  size: count,
  text: z.string(),
  /** When it was last written to, which it may be without growing; null where it has not begun. */
  written: time,
});
export type LogPiece = z.infer<typeof logPieceSchema>;

export const attemptFileSchema = z.object({
  path: z.string(),
  size: count,
  xxh128: z.string(),
  kind: z.enum(OUTPUT_KINDS).or(z.string()),
});
export type AttemptFile = z.infer<typeof attemptFileSchema>;

const bothOf = <S extends z.ZodType>(schema: S) => z.tuple([schema, schema]);

/** What differs between two attempts. */
export const attemptDifferencesSchema = z.object({
  params: z.array(
    z.object({
      name: z.string(),
      values: bothOf(z.union([z.string(), z.number()]).nullable()),
    }),
  ),
  /** Versions of the stage file, and whether it is the very same; the engine; the same of inputs. */
  stageVersions: bothOf(z.int()),
  sameStage: z.boolean(),
  engines: bothOf(z.string()),
  sameInputs: z.boolean(),
  inputBytes: bothOf(count),
  /** From the first task's start to the end, s; null where it did not start or end. */
  seconds: bothOf(z.number().nullable()),
  /** Every measure of either, differing or not. */
  measures: z.array(
    z.object({
      name: z.string(),
      label: z.string(),
      unit: z.string(),
      values: bothOf(z.number().nullable()),
    }),
  ),
  files: z.object({
    onlyFirst: z.array(z.string()),
    onlySecond: z.array(z.string()),
    changed: z.array(z.string()),
    equal: count,
  }),
});
export type AttemptDifferences = z.infer<typeof attemptDifferencesSchema>;

export const capacitySchema = z.object({
  engine: z.enum(["local", "slurm"]),
  cpus: count,
  freeCpus: count,
  memoryBytes: count,
  nodes: z.array(z.object({ name: z.string(), up: z.boolean(), reason: z.string().nullable() })),
  /** Runs that wait, and runs under way. */
  waiting: count,
  running: count,
});
export type ComputeCapacity = z.infer<typeof capacitySchema>;
