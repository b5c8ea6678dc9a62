import { z } from "zod";
import { uploadTypeSchema } from "../uploads/upload-types.ts";
import { joinFaults, stageJoinsSchema } from "./measures.ts";

/** Folders that a sandbox makes itself, or that show the whole machine. */
const NEVER = /^\/(dev|proc|sys|run|tmp|etc|root|home|var)?$|^\/(dev|proc|sys)\//;
const ENDS_OR_TURNS = /\/$|\/\.{0,2}(\/|$)/;

/** A file or folder that programs of stages may be shown. */
export const shownPathSchema = z
  .string()
  .max(500)
  .refine((path) => path.startsWith("/"), "must be a path from the root, such as /opt/company")
  .refine((path) => !ENDS_OR_TURNS.test(path.slice(1)), "must not hold ., .., // or a / at its end")
  .refine((path) => !/\p{Cc}/u.test(path), "must not hold control characters")
  .refine((path) => !NEVER.test(path), "names a folder that no program of a stage may be shown");
const pathsSchema = z.array(shownPathSchema).max(20).default([]);

/** What a stage's programs need beyond their own folders, processors and memory (docs/stages.md). */
export const stageSandboxSchema = z.strictObject({
  /** Whether they may use the network, that of this machine included. */
  network: z.boolean().default(false),
  /** Further files and folders that they may read, and folders that they may write too. */
  read: pathsSchema,
  write: pathsSchema,
  /** Most processes and threads of a task at once. */
  processes: z.int().min(8).max(32_768).default(256),
});

/** Name of a stage, as the calls use it: `GPS`, `LMS`, `PI1_MineIP1` … */
export const stageNameSchema = z
  .string()
  .regex(/^[A-Za-z][A-Za-z0-9_]{0,63}$/, "must be a letter, then letters, digits and _");
const inputNameSchema = z.string().regex(/^[a-z][A-Za-z0-9]{0,31}$/);
/** A pattern of paths below a folder, with `/`, as picomatch reads it; letters of either case. */
const globSchema = z
  .string()
  .min(1)
  .max(200)
  .refine((glob) => !glob.startsWith("/") && !glob.split("/").includes(".."), "leaves its folder");

/**
 * Where files come from: an upload's rebuilt data (`upload:LiDAR`), an earlier stage's output by the
 * stage's name, or a JSON file that the server writes of its records.
 */
const INPUT_RECORDS = ["calibration", "processing", "instruction"] as const;
const sourceSchema = z.union([
  z.templateLiteral(["upload:", uploadTypeSchema]),
  z.enum(INPUT_RECORDS),
  stageNameSchema,
]);

const inputSchema = z.strictObject({
  from: sourceSchema,
  glob: globSchema.default("**"),
  /** Without a file there the stage does not start, unless it may do without. */
  optional: z.boolean().default(false),
});

/**
 * How the work is divided: one task for everything, one for each file of an input (of several the first
 * that has files; the others have none then), or one for each entry of a list (`{"name", "files"}[]`, see `taskListSchema`) that an earlier stage wrote, or the
 * stage's own `divide` call.
 */
const tasksSchema = z.union([
  z.enum(["once", "divided"]),
  z.strictObject({ each: z.union([inputNameSchema, z.array(inputNameSchema).min(1)]) }),
  z.strictObject({ listed: inputNameSchema }),
]);

/** A value for a command's `{param.NAME}`; what is given for a run is validated by it. */
export const parameterSchema = z.discriminatedUnion("type", [
  z.strictObject({
    type: z.literal("number"),
    label: z.string().max(100),
    unit: z.string().max(20).optional(),
    default: z.number(),
    least: z.number().optional(),
    most: z.number().optional(),
  }),
  z.strictObject({
    type: z.literal("choice"),
    label: z.string().max(100),
    choices: z.array(z.string().min(1).max(100)).min(1),
    default: z.string(),
  }),
]);
export type StageParameter = z.infer<typeof parameterSchema>;

/** What an output is for: how screens show it, and what later stages read. */
export const OUTPUT_KINDS = [
  "points",
  "trajectory",
  "raster",
  "vector",
  "table",
  "report",
  "preview",
  "tasks",
  /** For this stage's own calls: it is never published. */
  "part",
  "other",
] as const;

/** The list of its tasks that a stage's `divide` call writes. */
export const DIVIDED_FILE = "tasks.json";

const outputSchema = z.strictObject({
  glob: globSchema,
  kind: z.enum(OUTPUT_KINDS),
  label: z.string().max(100).optional(),
});

const resourcesSchema = z.strictObject({
  cpus: z.int().min(1).max(256).default(1),
  memoryMB: z.int().min(16).max(4_194_304).default(1_024),
  /** Time limit of a task: so many minutes, and so many more for each GB of its inputs. */
  minutes: z.number().positive().max(14_400).default(30),
  minutesPerGB: z.number().min(0).max(14_400).default(0),
  /** Most that a task may put out; four times as much may lie in its working folder. */
  outputMB: z.int().min(1).max(4_194_304).default(65_536),
  /** A feature that a node must have. */
  feature: z.string().max(64).optional(),
});

/** A bound of a measure, and what becomes of a job that misses it. */
const acceptSchema = z
  .strictObject({
    measure: z.string().max(64),
    least: z.number().optional(),
    most: z.number().optional(),
    otherwise: z.enum(["FAILED", "MANUAL_PROCESSING_REQUIRED", "QA", "shown"]).default("shown"),
    /** Without the measure, or where it is null, nothing is missed: there may be nothing to compare with. */
    optional: z.boolean().default(false),
  })
  .refine(
    ({ least, most }) => least !== undefined || most !== undefined,
    "needs a bound: least or most",
  );

const argumentSchema = z.string().max(1_000);

/**
 * A stage, as a file `NAME.stage.json` declares it (docs/stages.md). The command's words are never
 * given to a shell; in each of them stand for themselves:
 *
 * - `{node}`, `{stages}`: the project's own Node and the folder of its programs;
 * - `{grids}`: the folders of PROJ's grids, with colons between them, which the program is shown too;
 * - `{input}`: the task's file (of `each`), `{input.NAME}`: the folder with an input's files, of which
 *   `divide` and `collect`, and all calls of a stage that divides itself, are given those that they name;
 * - `{out}`: the folder for what it writes, `{work}`: one for what is thrown away;
 * - `{param.NAME}`, `{task}` (its name), `{sensor}`, `{flight}`;
 * - `{failed}`: how many tasks of the run failed, for its `collect` call.
 */
export const stageFileSchema = z
  .strictObject({
    name: stageNameSchema,
    label: z.string().min(1).max(60),
    version: z.int().min(1),
    /** Stages whose jobs have to be done before, beside those of the inputs. */
    needs: z.array(stageNameSchema).default([]),
    inputs: z.record(inputNameSchema, inputSchema),
    tasks: tasksSchema,
    command: z.array(argumentSchema).min(1),
    /**
     * Runs once before all tasks, which it lists in `tasks.json`; what else it writes stands below
     * `{input.divided}`.
     */
    divide: z.array(argumentSchema).min(1).optional(),
    /** Runs once after all tasks, with those of their outputs below `{input.tasks}` that `collected` matches. */
    collect: z.array(argumentSchema).min(1).optional(),
    collected: z.array(globSchema).min(1).default(["**"]),
    params: z.record(inputNameSchema, parameterSchema).default({}),
    outputs: z.array(outputSchema).min(1),
    resources: resourcesSchema.prefault({}),
    sandbox: stageSandboxSchema.prefault({}),
    /** Share of tasks that may fail while the job counts as COMPLETED. */
    tolerance: z.number().min(0).max(1).default(0),
    requireQA: z.boolean().default(false),
    allow: z.array(z.enum(["manual", "ignore", "supersede"])).default([]),
    /** How measures of several tasks are joined, where the program does not say it itself. */
    joins: stageJoinsSchema.default({}),
    accept: z.array(acceptSchema).default([]),
    /** Sensors (pattern of their names) whose recordings it can process; all by default. */
    sensors: z.string().max(200).optional(),
  })
  .superRefine((stage, context) => {
    for (const fault of stageFaults(stage)) context.addIssue(fault);
  });
export type StageFile = z.output<typeof stageFileSchema>;

const PLACEHOLDER = /\{([^{}]*)\}/g;
const KNOWN = new Set("node stages grids input out work task sensor flight failed".split(" "));

type Checked = Pick<
  StageFile,
  "command" | "collect" | "divide" | "inputs" | "joins" | "params" | "tasks"
>;

/** What is wrong with a stage beyond the shapes of its members. */
function stageFaults(stage: Checked): string[] {
  const { command, collect = [], divide = [], inputs, joins, params } = stage;
  const faults = divisionFaults(stage);
  const folders = new Set([
    ...Object.keys(inputs),
    "tasks",
    ...(divide.length > 0 ? ["divided"] : []),
  ]);
  const placeholders = [...command, ...collect, ...divide].flatMap((word) =>
    Array.from(word.matchAll(PLACEHOLDER), ([, name]) => name!),
  );
  for (const name of placeholders) {
    const [kind, member] = name.split(".", 2);
    const known =
      member === undefined
        ? KNOWN.has(name)
        : kind === "param"
          ? member in params
          : kind === "input" && folders.has(member);
    if (!known) faults.push(`command: {${name}} stands for nothing`);
  }
  return [...faults, ...joinFaults(joins)];
}

function divisionFaults({ divide, inputs, tasks }: Checked): string[] {
  if ((tasks === "divided") !== (divide !== undefined))
    return ['tasks: "divided" and the call divide need each other'];
  if (typeof tasks === "string") return [];
  const names = "each" in tasks ? [tasks.each].flat() : [tasks.listed];
  return names.filter((of) => !(of in inputs)).map((of) => `tasks: no input ${of}`);
}

/** A part of a file: its first byte, the one behind its last, and its CRC-32 (zlib's). */
export const filePartSchema = z
  .tuple([z.int().nonnegative(), z.int().positive(), z.int().nonnegative()])
  .refine(([start, end]) => start < end, "ends before it begins");
export type FilePart = z.output<typeof filePartSchema>;

/** A list of tasks that a stage writes for itself or a later one. */
export const taskListSchema = z
  .array(
    z.strictObject({
      name: z.string().regex(/^[A-Za-z0-9][A-Za-z0-9._-]{0,99}$/),
      /** Paths below the input that the tasks read. */
      files: z.array(z.string().min(1).max(1_024)).max(10_000),
      /** By path, the parts that it needs of a file: the others are holes in what it is given. */
      parts: z.record(z.string(), z.array(filePartSchema).min(1)).optional(),
      facts: z.record(z.string(), z.union([z.string(), z.number()])).default({}),
    }),
  )
  .max(100_000);

/** A processing template, as a file `NAME.template.json` declares it: its jobs, in order. */
export const templateFileSchema = z.strictObject({
  name: z.string().min(1).max(100),
  version: z.int().min(1),
  /** The upload types whose data it waits for. */
  uploads: z.array(uploadTypeSchema).min(1),
  /** Whether its jobs are those of /ip, or those of the Terrain Mapper's dashboard. */
  area: z.enum(["ip", "iptm"]),
  gps: stageNameSchema.optional(),
  lms: stageNameSchema.optional(),
  stages: z.array(stageNameSchema),
  /** May not be resubmitted. */
  locked: z.boolean().default(false),
});
export type TemplateFile = z.output<typeof templateFileSchema>;

type Value = string | number;
type Values = Readonly<Record<string, Value>>;

/** What is wrong with a value of a parameter. */
export function parameterFault(parameter: StageParameter, value: Value): string | undefined {
  if (parameter.type === "choice")
    return parameter.choices.includes(String(value))
      ? undefined
      : `must be one of ${parameter.choices.join(", ")}`;
  if (typeof value !== "number" || !Number.isFinite(value)) return "must be a number";
  const { least = -Infinity, most = Infinity } = parameter;
  if (value < least) return `must be at least ${least}`;
  return value > most ? `must be at most ${most}` : undefined;
}

/** The values of a stage's parameters, defaults where none is given; or what is wrong with those given. */
export function stageParams(
  { params }: Pick<StageFile, "params">,
  given: Values,
): { readonly values: Values } | { readonly faults: readonly string[] } {
  const faults = Object.entries(given).flatMap(([name, value]) => {
    const parameter = params[name];
    const fault = parameter === undefined ? "is not a parameter" : parameterFault(parameter, value);
    return fault === undefined ? [] : [`${name} ${fault}`];
  });
  if (faults.length > 0) return { faults };
  const defaults = Object.entries(params).map(([name, each]) => [name, each.default] as const);
  return { values: { ...Object.fromEntries(defaults), ...given } };
}

const RECORDS: ReadonlySet<string> = new Set(INPUT_RECORDS);

/** The stage that an input comes from; undefined where it comes from an upload or a record. */
export function stageOf(from: string): string | undefined {
  return from.startsWith("upload:") || RECORDS.has(from) ? undefined : from;
}

/** All stages that one may read of, and those that it names. */
export function earlierStages({ needs, inputs }: Pick<StageFile, "needs" | "inputs">): string[] {
  const sources = Object.values(inputs).flatMap(({ from }) => stageOf(from) ?? []);
  return [...new Set([...needs, ...sources])];
}

/**
 * The jobs that come after one of a processing, directly or not: those whose stages need it. `earlier`
 * answers what a stage needs; one that it does not know comes after all that stand before it.
 */
export function laterJobs<J extends { readonly name: string }>(
  jobs: readonly J[],
  name: string,
  earlier: (stage: string) => readonly string[] | undefined,
): J[] {
  const later = new Set([name]);
  let size = 0;
  while (size !== later.size) {
    size = later.size;
    jobs.forEach((job, index) => {
      const needed = earlier(job.name) ?? jobs.slice(0, index).map((each) => each.name);
      if (needed.some((each) => later.has(each))) later.add(job.name);
    });
  }
  return jobs.filter((job) => job.name !== name && later.has(job.name));
}
