import { z } from "zod";
import { stageNameSchema, stageSandboxSchema } from "./stage-file.ts";

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
