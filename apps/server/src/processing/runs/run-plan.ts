import { createHash } from "node:crypto";
import { text } from "node:stream/consumers";
import {
  type RunTask,
  taskListSchema,
  type UsedCalibration,
  type UsedInstruction,
} from "@swath/contract/processing";
import { coldReason } from "../../domain/cold/cold-facts.ts";
import { coldInputs } from "../../domain/cold/cold-inputs.ts";
import { isBeingMoved } from "../../domain/cold/flight-work.ts";
import { attemptPath, outputBucket } from "../../domain/processing/output-place.ts";
import { divideTasks, onlyTask, type TaskList } from "../inputs/divide-tasks.ts";
import type { InputFile, InputFiles } from "../inputs/input-file.ts";
import { resolveInputs } from "../inputs/resolve-inputs.ts";
import type { RunDeps } from "../processing-deps.ts";
import type { KnownStage } from "../stages/stage-catalogue.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { SubmissionKind } from "./runs.tables.ts";

/** The tasks of a run, and the place of their outputs. */
export interface RunPlan {
  readonly stage: KnownStage;
  readonly attempt: number;
  readonly bucket: string;
  readonly prefix: string;
  readonly inputs: InputFiles;
  /** What is submitted first: its tasks, or the call that lists them. */
  readonly kind: Exclude<SubmissionKind, "collect">;
  readonly tasks: readonly RunTask[];
  readonly inputsSha256: string;
  readonly inputFiles: number;
  readonly inputBytes: number;
  readonly calibrations: readonly UsedCalibration[];
  readonly instruction: UsedInstruction | null;
}

/** A plan, a missing input, or the reason why there cannot be one. */
export type Planned =
  | { readonly plan: RunPlan }
  | { readonly waits: string }
  | { readonly fault: string };

/** The tasks that some files list, or what is wrong with them. */
export async function readList(
  { store }: Pick<RunDeps, "store">,
  files: readonly InputFile[],
): Promise<TaskList | string> {
  const list: TaskList = [];
  for (const { bucket, key, path } of files) {
    const read = taskListSchema.safeParse(JSON.parse(await text(await store.read(bucket, key))));
    if (!read.success) return `${path} is no list of tasks`;
    list.push(...read.data);
  }
  const twice = list.find(
    ({ name }, index) => list.findIndex((each) => each.name === name) < index,
  );
  return twice === undefined ? list : `the list names the task ${twice.name} twice`;
}

function factsOf(inputs: InputFiles) {
  const files = Object.entries(inputs).flatMap(([name, all]) =>
    all.map(({ path, size, xxh128, bucket, key }) => [
      name,
      path,
      size,
      xxh128 ?? `${bucket}/${key}`,
    ]),
  );
  return {
    inputsSha256: createHash("sha256").update(JSON.stringify(files)).digest("hex"),
    inputFiles: files.length,
    inputBytes: Object.values(inputs)
      .flat()
      .reduce((bytes, { size }) => bytes + size, 0),
  };
}

export const NOTHING_TO_DO = "There is nothing to do: no file for any task";

/** Why the inputs cannot be read now: they are in cold storage, or on their way there. */
async function whyCold(
  deps: Pick<RunDeps, "db" | "store">,
  { flight_id: flightId }: Processing,
  inputs: InputFiles,
): Promise<string | undefined> {
  if (await isBeingMoved(deps.db, flightId))
    return "Waits until the flight's data has been moved to cold storage";
  const reason = coldReason(await coldInputs(deps, Object.values(inputs).flat()));
  return reason === undefined ? undefined : `Waits for ${reason}`;
}

/** Plans an attempt of a job: resolves its inputs and divides its work. A preview writes no records. */
export async function planRun(
  deps: Pick<RunDeps, "db" | "store" | "buckets" | "records">,
  processing: Processing,
  stage: KnownStage,
  attempt: number,
  { isPreview = false } = {},
): Promise<Planned> {
  const { file } = stage;
  const bucket = deps.buckets[outputBucket(processing, file.name)];
  const prefix = `${processing.guid}/${attemptPath(file.name, attempt)}`;
  const resolved = await resolveInputs(deps, processing, { bucket, prefix, isPreview }, file);
  if ("missing" in resolved) return { waits: resolved.missing };
  const { inputs, used } = resolved;
  const cold = await whyCold(deps, processing, inputs);
  if (cold !== undefined) return { waits: cold };
  const { calibrations = [], instruction = null } = used;
  const facts = { calibrations, instruction, ...factsOf(inputs) };
  const planned = { stage, attempt, bucket, prefix, inputs, ...facts };
  if (file.divide !== undefined) {
    const tasks = [onlyTask("divide", file.divide, file, inputs)];
    return { plan: { ...planned, kind: "divide", tasks } };
  }
  const listed =
    typeof file.tasks === "object" && "listed" in file.tasks ? file.tasks.listed : null;
  const list = listed === null ? [] : await readList(deps, inputs[listed] ?? []);
  if (typeof list === "string") return { fault: list };
  const tasks = divideTasks(file, inputs, list);
  if (tasks.length === 0) return { fault: NOTHING_TO_DO };
  return { plan: { ...planned, kind: "tasks", tasks } };
}
