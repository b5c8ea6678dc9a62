import { z } from "zod";
import { IMAGERY_PARAMETERS, LIDAR_PARAMETERS, parameters } from "../calibrations/calibration.ts";
import { measuresSchema } from "./measures.ts";
import { filePartSchema, stageNameSchema, stageSandboxSchema } from "./stage-file.ts";

const nameSchema = z.string().max(100);
const number = z.number();

/** What `{input}` of the record `processing` holds: `processing.json`. */
export const processingFileSchema = z.strictObject({
  guid: z.string(),
  flightId: nameSchema,
  sensorId: nameSchema,
  sensor: nameSchema.nullable(),
  projectId: nameSchema.nullable(),
  aoiNo: z.int().nullable(),
  aircraft: nameSchema.nullable(),
  wheelsUp: z.iso.datetime().nullable(),
  wheelsDown: z.iso.datetime().nullable(),
  template: nameSchema.nullable(),
  /** The project's or the instruction's coordinate system, for what brings none of its own. */
  epsg: z.int().positive().nullable(),
  verticalDatum: z.string().max(100).nullable(),
  /** What custom processing chose of the GPS and range files; seconds of the GPS week. */
  custom: z
    .strictObject({
      gpsFiles: z.array(z.string()).optional(),
      gpsStartTime: number.optional(),
      gpsEndTime: number.optional(),
      rangeFiles: z.array(z.string()).optional(),
      eoOnly: z.boolean().default(false),
    })
    .nullable(),
});
export type ProcessingFile = z.infer<typeof processingFileSchema>;

/**
 * What `{input}` of the record `calibration` holds: `calibration.json`, fields as document 3,
 * section 3, names them; m and degrees. Frames and signs: docs/georeferencing.md.
 */
export const calibrationFileSchema = z.strictObject({
  lidar: z
    .strictObject({
      id: z.string(),
      SensorName: nameSchema,
      Aircraft: nameSchema,
      ...parameters(LIDAR_PARAMETERS, () => number),
      SurveyDate: z.iso.datetime(),
      LMSVersion: z.string().nullable(),
    })
    .nullable(),
  imagery: z
    .strictObject({
      id: z.string(),
      SensorName: nameSchema,
      Aircraft: nameSchema,
      ...parameters(IMAGERY_PARAMETERS, () => number),
      SurveyDate: z.iso.datetime(),
    })
    .nullable(),
});
export type CalibrationFile = z.infer<typeof calibrationFileSchema>;

/** Where a stage proposes a calibration record, with parameters that its data tell. */
export const PROPOSAL_FILE = "proposal.json";
const calibrationProposalSchema = z.strictObject({
  version: z.literal(1),
  /** The record that the data was processed by. */
  record: z.string(),
  /** Parameters that the data tell, as they should be, and their standard deviations; m and degrees. */
  values: z.partialRecord(z.enum(LIDAR_PARAMETERS), number),
  deviations: z.partialRecord(z.enum(LIDAR_PARAMETERS), number),
});
export type CalibrationProposal = z.infer<typeof calibrationProposalSchema>;

/** The proposal in a file's text; undefined where it is none. */
export function readProposal(text: string): CalibrationProposal | undefined {
  try {
    return calibrationProposalSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}

/** Names a run in every compute engine and never a second one: letters, digits and hyphens. */
const runKeySchema = z.string().regex(/^[A-Za-z0-9][A-Za-z0-9-]{7,79}$/);

/** An object that a task reads, and where it stands below the folder of its input. */
const taskFileSchema = z.strictObject({
  path: z.string().min(1).max(1_024),
  bucket: z.string(),
  key: z.string(),
  size: z.int().nonnegative(),
  /** Null where the object's store never learned it. */
  xxh128: z.string().length(32).nullable(),
  /** What is read of it; all without. */
  parts: z.array(filePartSchema).min(1).optional(),
});

/**
 * `run.json` in a run's folder, which the server and all nodes share: what every task of the run has
 * in common. Beside it: `tasks.ndjson`, one {@link runTaskSchema} a line, line number = task; what
 * runs write: `results-*.ndjson`, one for each execution of a runner, a `TaskResult` a line, `task`
 * first, of which a line without its end is none; `log-{task}.txt` (bounded).
 */
export const runFileSchema = z.strictObject({
  version: z.literal(1),
  key: runKeySchema,
  processing: z.string(),
  job: z.string(),
  attempt: z.int().positive(),
  stage: z.strictObject({
    name: stageNameSchema,
    version: z.int(),
    sha256: z.string().length(64),
  }),
  /** The command, with all but `{input…}`, `{out}`, `{work}`, `{task}` already put in. */
  command: z.array(z.string()).min(1),
  resources: z.strictObject({
    cpus: z.int().positive(),
    memoryBytes: z.int().positive(),
    feature: z.string().nullable(),
  }),
  /** What its programs need beyond their own folders. */
  sandbox: stageSandboxSchema,
  /** Where outputs go: below `prefix`, which ends in `/` and names the attempt. */
  output: z.strictObject({
    bucket: z.string(),
    prefix: z.string().endsWith("/"),
    /** Patterns of what is kept; anything else in `{out}` is not. */
    globs: z.array(z.string()).min(1),
    maxFiles: z.int().positive(),
    maxBytes: z.int().positive(),
  }),
  /** File beside this one, of mode 0600, that says how the object store is reached. */
  store: z.string(),
});
export type RunFile = z.infer<typeof runFileSchema>;

export const runTaskSchema = z.strictObject({
  task: z.int().nonnegative(),
  name: z.string().max(100),
  /** Time limit of its program, s. */
  seconds: z.number().positive(),
  /** Files of each input, by the input's name; `input` names the task's own file among them. */
  inputs: z.record(z.string(), z.array(taskFileSchema)),
  input: z.strictObject({ of: z.string(), path: z.string() }).nullable(),
});
export type RunTask = z.infer<typeof runTaskSchema>;

/** What a job's published attempt holds: `{guid}/{job}/manifest.json`, written once for an attempt. */
export const outputManifestSchema = z.strictObject({
  version: z.literal(1),
  job: stageNameSchema,
  attempt: z.int().positive(),
  run: runKeySchema,
  published: z.iso.datetime(),
  /** Paths below the attempt's folder `{guid}/{job}/.attempt-{n}/`. */
  folder: z.string(),
  files: z.array(
    z.strictObject({
      path: z.string(),
      size: z.int().nonnegative(),
      xxh128: z.string().length(32),
      kind: z.string(),
    }),
  ),
});
export type OutputManifest = z.infer<typeof outputManifestSchema>;

/** Most of what one task may say: a program that fails for ever fills nothing. */
const MAX_ERRORS = 1_000;
const MAX_OUTPUTS = 100_000;
const text = z.string().max(2_000);

/** How a task's process ended. */
export const TASK_ENDINGS = [
  "succeeded",
  "failed",
  "signalled",
  "outOfMemory",
  "outOfTime",
  "outOfDisk",
  "nodeLost",
  "cancelled",
  "inputFault",
  "outputFault",
] as const;
export type TaskEnding = (typeof TASK_ENDINGS)[number];

export const taskErrorSchema = z.strictObject({ file: text, message: text });

/** What the runner of a task writes when it ends; a task without one has not ended, or was lost. */
export const taskResultSchema = z.strictObject({
  task: z.int().nonnegative(),
  name: z.string().max(100),
  ending: z.enum(TASK_ENDINGS),
  exitCode: z.int().nullable(),
  signal: z.string().max(20).nullable(),
  node: z.string().max(100),
  started: z.iso.datetime(),
  ended: z.iso.datetime(),
  cpuSeconds: z.number().nonnegative(),
  peakMemoryBytes: z.int().nonnegative(),
  errors: z.array(taskErrorSchema).max(MAX_ERRORS),
  /** Paths below the attempt's folder. */
  outputs: z
    .array(
      z.strictObject({
        path: z.string().min(1).max(1_024),
        size: z.int().nonnegative(),
        xxh128: z.string().length(32),
      }),
    )
    .max(MAX_OUTPUTS),
  measures: measuresSchema,
});
export type TaskResult = z.infer<typeof taskResultSchema>;

/** What a stage writes of the places that its measures come from: a table that reviews draw as a picture. */
export const PLACES_FILE = "places.json";

const place = z.object({
  /** As it is called: `Lines 2 – 3`, `Tile 7`. */
  name: z.string(),
  /** By the measure whose bounds apply to them. */
  values: z.record(z.string(), z.number()),
  /** Where it is: squares of a side, m, by their lower left corners. */
  side: z.number().nonnegative(),
  squares: z.array(z.tuple([z.number(), z.number()])),
});
export type Place = z.infer<typeof place>;

const placeGroup = z.object({
  /** What its places are: `Pairs of lines`. */
  title: z.string(),
  /** What a place has of a measure: `horizontalShift` of a flight is the largest of its pairs. */
  figures: z.record(z.string(), z.object({ label: z.string(), unit: z.string() })),
  places: z.array(place),
});
export type PlaceGroup = z.infer<typeof placeGroup>;

/** {@link PLACES_FILE}: pairs, lines or tiles, each with its own value of a measure. */
export const placeGroupsSchema = z.array(placeGroup);
