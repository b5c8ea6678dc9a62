import { z } from "zod";

/** A number as versions up to 0.0.38 give it, and as later ones do: `{set, infinite, number}`. */
const numberSchema = z
  .union([
    z.number(),
    z.object({ set: z.boolean().optional(), number: z.number().optional() }),
    z.null(),
  ])
  .optional()
  .transform((value) => {
    if (typeof value === "number" || value === undefined || value === null) return value ?? null;
    return value.set === false ? null : (value.number ?? null);
  });

/** One word, or since 0.0.40 a list of a state and its flags. */
const wordsSchema = z
  .union([z.string(), z.array(z.string())])
  .optional()
  .transform((value) => (typeof value === "string" ? value.split(/[ +]/) : (value ?? [])));

/** A wait status (wait(2)), or since 0.0.40 its parts. */
const exitSchema = z
  .union([
    z.object({
      return_code: numberSchema,
      signal: z.object({ id: numberSchema, signal_id: numberSchema }).partial().optional(),
    }),
    numberSchema,
  ])
  .transform((exit) => {
    if (exit === null) return { code: null, signal: null };
    if (typeof exit === "number") return { code: exit >> 8, signal: exit & 0x7f || null };
    const signal = exit.signal?.id ?? exit.signal?.signal_id ?? null;
    return { code: exit.return_code, signal };
  });

/** What slurmrestd says of a job, or of one element of an array once that has begun. */
export const jobRecordSchema = z.object({
  job_id: z.int(),
  array_job_id: numberSchema,
  array_task_id: numberSchema,
  /** Of a record that stands for the elements that have not begun: `0-19%3`, `4,6-8`. */
  array_task_string: z.string().nullish(),
  name: z.string(),
  comment: z.string().nullish(),
  user_name: z.string().nullish(),
  current_working_directory: z.string().nullish(),
  job_state: wordsSchema,
  state_reason: z.string().nullish(),
  /** In words, where Slurm has more to say than the reason. */
  state_description: z.string().nullish(),
  exit_code: exitSchema,
  start_time: numberSchema,
  end_time: numberSchema,
  batch_host: z.string().nullish(),
  nodes: z.string().nullish(),
});
export type JobRecord = z.output<typeof jobRecordSchema>;

export const nodeRecordSchema = z.object({
  name: z.string(),
  state: wordsSchema,
  state_flags: z.array(z.string()).default([]),
  reason: z.string().nullish(),
  cpus: z.int(),
  alloc_cpus: numberSchema,
  real_memory: z.int(),
  /** A list with commas, or since 0.0.40 a list. */
  features: z
    .union([z.string(), z.array(z.string())])
    .nullish()
    .transform((value) => (typeof value === "string" ? value.split(",") : (value ?? [])))
    .transform((words) => words.filter((word) => word !== "")),
});
export type NodeRecord = z.output<typeof nodeRecordSchema>;
