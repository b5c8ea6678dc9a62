import { randomBytes } from "node:crypto";
import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { hexId } from "@swath/contract/ids";
import { type StageFile, stageFileSchema, type TaskEnding } from "@swath/contract/processing";
import type { ArchiveDeps } from "../archive/archive-place.ts";
import type { ProcessingJob } from "../domain/processing/move-job-status.ts";
import { attemptPath, outputBucket } from "../domain/processing/output-place.ts";
import type { Processing } from "../domain/processing/processing.tables.ts";
import type { Trx } from "../platform/postgres/schema.ts";
import { demonstrationMeasures } from "./attempt-measures.ts";
import { PERSON } from "./upload-history.ts";

const NOT_RUN = "Demonstration: it did not really run";
const HOUR_MS = 3_600_000;
const GB = 1_073_741_824;

const stageOf = (name: string, label: string): StageFile =>
  stageFileSchema.parse({
    name,
    label,
    version: 2,
    inputs: {},
    tasks: "once",
    command: ["demonstration"],
    outputs: [{ glob: "**", kind: "preview" }],
    accept: name === "QA1" ? [{ measure: "density95", least: 2 }] : [],
  });

/** The endings of the tasks of an attempt that died: each kind once. */
const ENDINGS: readonly { readonly ending: TaskEnding; readonly facts: object }[] = [
  { ending: "outOfMemory", facts: { peak_memory_bytes: GB } },
  { ending: "signalled", facts: { signal: "SIGSEGV" } },
  { ending: "outOfTime", facts: {} },
  { ending: "nodeLost", facts: { node: "node-07" } },
  { ending: "failed", facts: { exit_code: 3 } },
  { ending: "succeeded", facts: { exit_code: 0 } },
];
const ALL_SUCCEEDED = ENDINGS.map(() => ENDINGS.at(-1)!);

export interface AttemptPlace extends Pick<ArchiveDeps, "buckets"> {
  /** Folder of the folders of runs. */
  readonly spool: string;
  /** The beginning of the day of the first start, ms since 1970. */
  readonly started: number;
  /** The moment at which it is seeded. */
  readonly now: Date;
}

interface SeededRun {
  readonly id: string;
  readonly key: string;
  readonly attempt: number;
  readonly endings: typeof ENDINGS;
  readonly started: Date;
  readonly ended: Date;
}

/** The log that a task would have written; it says first that nothing ran. */
function logOf({ attempt, started, ended }: SeededRun, task: number, ending: TaskEnding): string {
  const file = `line_${task + 1}.las`;
  const at = (share: number): string =>
    new Date(started.getTime() + share * (ended.getTime() - started.getTime())).toISOString();
  return [
    `DEMONSTRATION: nothing ran; this is what the log of a task looks like (attempt ${attempt}).`,
    `${at(0)} ${file}: reading`,
    ...[1, 2, 3].map((n) => `${at(n / 4)} ${file}: ${n * 25} % of its cells`),
    `${at(1)} ${ending === "succeeded" ? "done" : NOT_RUN}`,
    "",
  ].join("\n");
}

/** Writes the folder of a run's logs as the run of an engine leaves it. */
async function seedLogs(trx: Trx, { spool }: AttemptPlace, run: SeededRun): Promise<void> {
  const tasks = run.endings.length;
  await trx
    .insertInto("run_submissions")
    .values({
      key: run.key,
      run_id: run.id,
      number: 1,
      kind: "tasks",
      state: "ended",
      tasks,
      cpus: 1,
      memory_bytes: GB,
      seconds: 1_800,
      feature: null,
      engine_id: null,
      done: tasks,
      waiting: null,
      expected_start: null,
      ended: run.ended,
    })
    .execute();
  const folder = join(spool, run.key);
  await mkdir(folder, { recursive: true });
  for (const [task, { ending }] of run.endings.entries())
    await writeFile(join(folder, `log-${task}.txt`), logOf(run, task, ending));
}

async function seedTasks(trx: Trx, { id, key, endings, started, ended }: SeededRun): Promise<void> {
  const rows = endings.map(({ ending, facts }, task) => {
    const input = `line_${task + 1}.las`;
    const row = {
      run_id: id,
      name: `line_${task + 1}`,
      kind: "tasks" as const,
      key,
      task,
      input,
      ending,
      exit_code: null,
      signal: null,
      node: "demonstration",
      started,
      ended,
      cpu_seconds: 60,
      peak_memory_bytes: null,
      errors: JSON.stringify(ending === "succeeded" ? [] : [{ file: input, message: NOT_RUN }]),
      outputs: "[]",
      measures: "[]",
    };
    return Object.assign(row, facts);
  });
  await trx.insertInto("run_tasks").values(rows).execute();
}

/** Seeds the attempts of a job: one, or a second one that replaced the first, or died. */
export async function seedAttempts(
  trx: Trx,
  place: AttemptPlace,
  owner: Processing,
  { id: jobId, name, label }: Pick<ProcessingJob, "id" | "name" | "label">,
  { attempts, died }: { readonly attempts: 1 | 2; readonly died: boolean },
): Promise<void> {
  // Recent, because attempts that were replaced long ago are removed.
  for (const attempt of attempts === 1 ? ([1] as const) : ([1, 2] as const)) {
    const isDead = died && attempt === attempts;
    const started = new Date(place.now.getTime() - (3 - attempt) * 20 * HOUR_MS);
    const ended = new Date(started.getTime() + (1.4 - attempt * 0.3) * HOUR_MS);
    const id = hexId(randomBytes(12));
    const endings = isDead ? ENDINGS : ALL_SUCCEEDED;
    const run = { id, key: `demonstration-${id}`, attempt, endings, started, ended };
    await trx
      .insertInto("processing_runs")
      .values({
        id,
        job_id: jobId,
        attempt,
        state: "ended",
        outcome: isDead ? "fail" : "succeed",
        reason: isDead ? "Demonstration: 5 of 6 tasks failed" : null,
        stage: JSON.stringify(stageOf(name, label)),
        stage_sha256: String(attempt).repeat(64),
        params: JSON.stringify({ cell: attempt === 1 ? 2 : 1 }),
        ordered_by: attempt === 1 ? null : JSON.stringify(PERSON),
        inputs_sha256: "0".repeat(64),
        input_files: 6,
        input_bytes: 1_288_490_188,
        engine: "local",
        bucket: place.buckets[outputBucket(owner, name)],
        prefix: `${owner.guid}/${attemptPath(name, attempt)}`,
        tasks: 6,
        succeeded: isDead ? 1 : 6,
        failed: isDead ? 5 : 0,
        measures: JSON.stringify(isDead ? [] : demonstrationMeasures(name, attempt)),
        started,
        ended,
        published: attempt === (died ? attempts - 1 : attempts),
        swept: null,
      })
      .execute();
    await seedTasks(trx, run);
    await seedLogs(trx, place, run);
  }
}
