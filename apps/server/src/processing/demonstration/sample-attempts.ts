import { randomBytes } from "node:crypto";
import { mkdir, readdir, readFile, writeFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { fileURLToPath } from "node:url";
import { hexId } from "@swath/contract/ids";
import { type StageFile, stageFileSchema, type TaskEnding } from "@swath/contract/processing";
import { attemptPath, outputBucket } from "../../domain/processing/output-place.ts";
import type { Trx } from "../../platform/postgres/schema.ts";
import { demonstrationMeasures } from "./attempt-measures.ts";
import type { OutputPlace, SampleFile, SampleOutput } from "./sample-outputs.ts";

const LABEL = "Demonstration";
const HOUR_MS = 3_600_000;
const PREVIEWS = fileURLToPath(new URL("./previews/", import.meta.url));
/** Which of the drawn files a job left; the others left the labelled text alone. */
const DRAWN: Readonly<Record<string, readonly string[]>> = {
  ICP1_MineIP1: ["strips/places.json", "strip-differences.svg"],
  ICP2_MineIP1: ["strips/places.json", "strip-differences.svg"],
  DEM1: ["relief.svg"],
  QA1: ["density.svg", "qa.html", "quality/places.json", "relief.svg", "strip-differences.svg"],
};

/** What the pictures' names say of their kind. */
const KINDS: Readonly<Record<string, string>> = { svg: "preview", json: "table", html: "report" };
const kindOf = (name: string): string => KINDS[name.slice(name.lastIndexOf(".") + 1)] ?? "other";

/** The drawn pictures and reports of a job's attempt. */
export async function drawnFiles(job: string, attempt: number): Promise<readonly SampleFile[]> {
  const names = DRAWN[job] ?? [];
  const folder = `${PREVIEWS}attempt-${attempt}/`;
  const there = new Set(await readdir(folder, { recursive: true }).catch((): string[] => []));
  return Promise.all(
    names
      .filter((name) => there.has(name))
      .map(async (path) => {
        const name = basename(path);
        return { name, kind: kindOf(name), bytes: await readFile(folder + path) };
      }),
  );
}

const stageOf = (job: string, label: string): StageFile =>
  stageFileSchema.parse({
    name: job,
    label,
    version: 2,
    inputs: {},
    tasks: "once",
    command: ["demonstration"],
    outputs: [{ glob: "**", kind: "preview" }],
    accept: job === "QA1" ? [{ measure: "density95", least: 2 }] : [],
  });

/** How the tasks of an attempt that died ended: each kind once. */
const ENDINGS: readonly { readonly ending: TaskEnding; readonly facts: object }[] = [
  { ending: "outOfMemory", facts: { peak_memory_bytes: 1_073_741_824 } },
  { ending: "signalled", facts: { signal: "SIGSEGV" } },
  { ending: "outOfTime", facts: {} },
  { ending: "nodeLost", facts: { node: "node-07" } },
  { ending: "failed", facts: { exit_code: 3 } },
  { ending: "succeeded", facts: { exit_code: 0 } },
];

interface SeededJob {
  readonly id: string;
  readonly name: string;
  readonly label: string;
  readonly attempts: 1 | 2;
  /** Whether its latest attempt died. */
  readonly died: boolean;
}

/** Where attempts are seeded. */
export interface AttemptPlace extends Pick<OutputPlace, "buckets"> {
  /** Folder of the folders of runs. */
  readonly spool: string;
}

interface SeededRun {
  readonly id: string;
  readonly attempt: number;
  /** Whether all but one of its tasks died. */
  readonly isDead: boolean;
  readonly started: Date;
  readonly ended: Date;
}

const keyOf = ({ id }: SeededRun): string => `demonstration-${id}`;
const DONE: (typeof ENDINGS)[number] = { ending: "succeeded", facts: { exit_code: 0 } };
const endingsOf = ({ isDead }: SeededRun) => (isDead ? ENDINGS : ENDINGS.map(() => DONE));

/** What a task of it would have written while it ran, which says first that none did. */
function logOf({ attempt, started, ended }: SeededRun, task: number, ending: TaskEnding): string {
  const minute = (share: number): string =>
    new Date(started.getTime() + share * (ended.getTime() - started.getTime())).toISOString();
  return [
    `DEMONSTRATION: nothing ran; this is what the log of a task looks like (attempt ${attempt}).`,
    `${minute(0)} line_${task + 1}.las: reading`,
    ...[1, 2, 3].map((n) => `${minute(n / 4)} line_${task + 1}.las: ${n * 25} % of its cells`),
    `${minute(1)} ${ending === "succeeded" ? "done" : `${LABEL}: it did not really run`}`,
    "",
  ].join("\n");
}

/** The folder of a run's logs, as the run of an engine leaves it. */
async function seedLogs(trx: Trx, { spool }: AttemptPlace, run: SeededRun): Promise<void> {
  const endings = endingsOf(run);
  await trx
    .insertInto("run_submissions")
    .values({
      key: keyOf(run),
      run_id: run.id,
      number: 1,
      kind: "tasks",
      state: "ended",
      tasks: endings.length,
      cpus: 1,
      memory_bytes: 1_073_741_824,
      seconds: 1_800,
      feature: null,
      engine_id: null,
      done: endings.length,
      waiting: null,
      expected_start: null,
      ended: run.ended,
    })
    .execute();
  const folder = join(spool, keyOf(run));
  await mkdir(folder, { recursive: true });
  for (const [task, { ending }] of endings.entries())
    await writeFile(join(folder, `log-${task}.txt`), logOf(run, task, ending));
}

async function seedTasks(trx: Trx, run: SeededRun): Promise<void> {
  const { id: runId } = run;
  const rows = endingsOf(run).map(({ ending, facts }, task) => {
    const input = `line_${task + 1}.las`;
    const errors = [{ file: input, message: `${LABEL}: it did not really run` }];
    const row = {
      run_id: runId,
      name: `line_${task + 1}`,
      kind: "tasks" as const,
      key: keyOf(run),
      task,
      input,
      ending,
      exit_code: null,
      signal: null,
      node: "demonstration",
      started: run.started,
      ended: run.ended,
      cpu_seconds: 60,
      peak_memory_bytes: null,
      errors: JSON.stringify(ending === "succeeded" ? [] : errors),
      outputs: "[]",
      measures: "[]",
    };
    return Object.assign(row, facts);
  });
  await trx.insertInto("run_tasks").values(rows).execute();
}

/** The attempts of a job: one, or a second that took the first one's place, or died. */
export async function seedAttempts(
  trx: Trx,
  place: AttemptPlace,
  owner: SampleOutput["owner"],
  { id, name, label, attempts, died }: SeededJob,
): Promise<void> {
  // Recent, because attempts that were replaced long ago are removed.
  const now = Date.now();
  for (const attempt of attempts === 1 ? ([1] as const) : ([1, 2] as const)) {
    const isDead = died && attempt === attempts;
    const started = new Date(now - (3 - attempt) * 20 * HOUR_MS);
    const ended = new Date(started.getTime() + (1.4 - attempt * 0.3) * HOUR_MS);
    const runId = hexId(randomBytes(12));
    await trx
      .insertInto("processing_runs")
      .values({
        id: runId,
        job_id: id,
        attempt,
        state: "ended",
        outcome: isDead ? "fail" : "succeed",
        reason: isDead ? `${LABEL}: 5 of 6 tasks failed` : null,
        stage: JSON.stringify(stageOf(name, label)),
        stage_sha256: String(attempt).repeat(64),
        params: JSON.stringify({ cell: attempt === 1 ? 2 : 1 }),
        ordered_by:
          attempt === 1
            ? null
            : JSON.stringify({ subject: "demonstration", name: "Demi Demonstration" }),
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
    const run: SeededRun = { id: runId, attempt, isDead, started, ended };
    await seedTasks(trx, run);
    await seedLogs(trx, place, run);
  }
}
