import { readdirSync, readFileSync, rmSync } from "node:fs";
import { join } from "node:path";
import type {
  Capacity,
  ComputeEngine,
  ComputeRun,
  LostTask,
  RunState,
} from "../compute/compute-engine.ts";
import { elementLog, tasksWithoutResult } from "../compute/run-files.ts";
import { arrayJob, type ArrayJobOptions, elementsOf } from "./array-job.ts";
import { elementEnd, elementPhase, isHeldByLaunch } from "./element-end.ts";
import type { JobRecord, NodeRecord } from "./job-record.ts";
import { SlurmRest, type SlurmRestOptions } from "./slurm-rest.ts";

const CLAIM = /^claim-(\d+)$/;
const ELEMENT = /^element-/;

/** Of the tasks without a result, which element has taken which; null of one that nobody has. */
async function openTasks(folder: string, tasks: number): Promise<Map<number, number | null>> {
  const open = new Map<number, number | null>();
  for (const task of await tasksWithoutResult(folder, tasks)) open.set(task, null);
  if (open.size === 0) return open;
  for (const name of readdirSync(folder)) {
    const task = Number(CLAIM.exec(name)?.[1] ?? Number.NaN);
    if (!open.has(task)) continue;
    const element = readFileSync(join(folder, name), "utf8");
    open.set(task, element === "" ? null : Number(element));
  }
  return open;
}

/**
 * Takes every claim back, so that the elements of a new job take what is left; executions of a former
 * job that the engine lost, should any run, are no longer the valid ones.
 */
export function clearClaims(folder: string): void {
  for (const name of readdirSync(folder))
    if (CLAIM.test(name) || ELEMENT.test(name)) rmSync(join(folder, name), { force: true });
}

/** Of Slurm's reasons (squeue(1), "job reason codes") those that people meet, in words. */
const WORDS: Readonly<Record<string, string>> = {
  None: "is about to be placed",
  Priority: "waits for runs of a higher priority",
  Resources: "waits for free processors or memory",
  Dependency: "waits for another job",
  BeginTime: "was put off to a later time, as after a lost node",
  ReqNodeNotAvail: "waits for nodes that are down or reserved",
  BadConstraints: "asks for what no node has",
  PartitionDown: "waits: its partition is down",
  PartitionInactive: "waits: its partition is closed",
  PartitionNodeLimit: "asks for more nodes than its partition allows",
  PartitionTimeLimit: "asks for more time than its partition allows",
  NodeDown: "waits for a node that is down",
  Licenses: "waits for a licence",
  Reservation: "waits for its reservation",
  JobArrayTaskLimit: "has as many tasks under way as it may",
  JobHeldAdmin: "is held by an administrator",
  JobHeldUser: "is held by its user",
  JobHoldMaxRequeue: "is held: it was started too often",
  Cleaning: "waits until its former start is cleared away",
  AssociationJobLimit: "waits: its account has as many jobs under way as it may",
  QOSMaxJobsPerUserLimit: "waits: our user has as many jobs under way as it may",
  QOSMaxCpuPerUserLimit: "waits: our user has as many processors as it may",
  AssocGrpCpuLimit: "waits: its account has as many processors as it may",
};

const HELD = /^JobHel|^JobHoldMaxRequeue|held state$/i;

/** Whether somebody has to release a job before it goes on. */
export const isHeld = (reason: string): boolean => HELD.test(reason);

/** Why a pending job waits, in words; a reason that is not in the table by Slurm's own name. */
export function waitingReason(reason: string): string {
  const [name = ""] = reason.split(/[_ ,(]/);
  return WORDS[name] ?? `waits: Slurm says ${reason}`;
}

export interface SlurmEngineOptions extends SlurmRestOptions, ArrayJobOptions {
  /** How long after an element's end its results may still become visible here, s (NFS). */
  readonly settleSeconds: number;
}

const MIB = 1_048_576;
const DOWN = new Set(["DOWN", "ERROR", "FUTURE", "UNKNOWN"]);
const AWAY = new Set(["DRAIN", "NOT_RESPONDING", "POWERED_DOWN", "FAIL", "MAINTENANCE"]);

/**
 * Executes runs on a Slurm cluster, through slurmrestd. A run is one array job whose elements take
 * task after task (`runner/run-element.ts`; compute/E9 to E12).
 */
export class SlurmEngine implements ComputeEngine {
  readonly kind = "slurm";
  readonly #options: SlurmEngineOptions;
  readonly #rest: SlurmRest;

  constructor(options: SlurmEngineOptions) {
    this.#options = options;
    this.#rest = new SlurmRest(options);
  }

  async submit(run: ComputeRun): Promise<string> {
    const [known] = (await this.#jobs()).get(run.key) ?? [];
    if (known !== undefined) return String(numberOf(known));
    const nodes = await this.#rest.nodes();
    const slots = nodes.reduce((sum, { cpus }) => sum + Math.floor(cpus / run.cpus), 0);
    const elements = elementsOf(run, slots, this.#options.maxMinutes);
    clearClaims(run.folder);
    return String(await this.#rest.submit(arrayJob(run, elements, this.#options)));
  }

  async states(keys: readonly string[]): Promise<ReadonlyMap<string, RunState>> {
    const jobs = await this.#jobs();
    const states = new Map<string, RunState>();
    for (const key of keys) {
      const records = jobs.get(key);
      if (records === undefined) continue;
      const state = await stateOf(records, this.#options.settleSeconds);
      states.set(key, state);
      if (state.phase === "ended") await this.#cancelHeld(records);
    }
    return states;
  }

  /** Elements that Slurm holds after a failed launch stay in its queue otherwise. */
  async #cancelHeld(records: readonly JobRecord[]): Promise<void> {
    for (const job of new Set(records.filter(isHeldByLaunch).map(numberOf)))
      await this.#rest.cancel(job);
  }

  async cancel(key: string): Promise<void> {
    const records = (await this.#jobs()).get(key) ?? [];
    const running = records.filter(
      (record) => isHeldByLaunch(record) || elementPhase(record) !== "ended",
    );
    for (const job of new Set(running.map(numberOf))) await this.#rest.cancel(job);
  }

  async capacity(): Promise<Capacity> {
    await this.#rest.ping();
    const nodes = await this.#rest.nodes();
    const up = nodes.filter(isUp);
    return {
      cpus: up.reduce((sum, { cpus }) => sum + cpus, 0),
      freeCpus: up.reduce((sum, { cpus, alloc_cpus }) => sum + cpus - (alloc_cpus ?? 0), 0),
      memoryBytes: up.reduce((sum, { real_memory }) => sum + real_memory * MIB, 0),
      nodes: nodes.map((node) => ({
        name: node.name,
        up: isUp(node),
        reason: node.reason === "" ? null : (node.reason ?? null),
        cpus: node.cpus,
        memoryBytes: node.real_memory * MIB,
        features: node.features,
      })),
      scratchBytes: null,
    };
  }

  /** What a node has is not seen from here. */
  async hasProgram(): Promise<null> {
    return null;
  }

  /** Our user's jobs by the key of their run. */
  async #jobs(): Promise<ReadonlyMap<string, readonly JobRecord[]>> {
    await this.#rest.ping();
    const { user } = this.#options;
    const ours = (await this.#rest.jobs()).filter(
      ({ user_name: owner }) => (owner ?? user) === user,
    );
    return Map.groupBy(ours, ({ name }) => name);
  }
}

const isUp = ({ state, state_flags }: NodeRecord): boolean =>
  !state.some((word) => DOWN.has(word.toUpperCase()) || AWAY.has(word.toUpperCase())) &&
  !state_flags.some((flag) => AWAY.has(flag));

const numberOf = ({ array_job_id: array, job_id: job }: JobRecord): number =>
  array === null || array === 0 ? job : array;

async function stateOf(records: readonly JobRecord[], settleSeconds: number): Promise<RunState> {
  const phases = Map.groupBy(records, elementPhase);
  const ended = phases.get("ended") ?? [];
  const waiting = phases.get("waiting") ?? [];
  const isOver = ended.length === records.length;
  const settled = Date.now() / 1_000 - settleSeconds;
  const lost = await lostTasks(ended, isOver);
  const isSettled = ended.every(({ end_time: end }) => (end ?? 0) <= settled);
  if (isOver && (isSettled || lost.length === 0))
    return { phase: "ended", reason: null, expectedStart: null, lost };
  const reported = isSettled ? lost : [];
  if (isOver || phases.has("running"))
    return { phase: "running", reason: null, expectedStart: null, lost: reported };
  const reason = waiting[0]?.state_reason ?? "None";
  const start = waiting[0]?.start_time ?? 0;
  return {
    phase: isHeld(reason) ? "held" : "waiting",
    reason: waitingReason(reason),
    expectedStart: start > 0 ? new Date(start * 1_000) : null,
    lost: reported,
  };
}

/** Tasks that an element took which ended without their result; once all have ended, the untaken ones too. */
async function lostTasks(ended: readonly JobRecord[], isOver: boolean): Promise<LostTask[]> {
  const [any] = ended;
  const folder = any?.current_working_directory;
  const tasks = Number(any?.comment?.split(" ")[1] ?? 0);
  if (any === undefined || folder === undefined || folder === null) return [];
  const byElement = new Map(ended.map((record) => [record.array_task_id ?? 0, record]));
  const untaken =
    ended.find(({ exit_code: exit }) => exit.code !== 0 || exit.signal !== null) ?? any;
  const lost: LostTask[] = [];
  for (const [task, element] of await openTasks(folder, tasks)) {
    const record = element === null ? (isOver ? untaken : undefined) : byElement.get(element);
    if (record === undefined) continue;
    const said = lastWords(join(folder, elementLog(record.array_task_id ?? 0)));
    const node = record.batch_host ?? record.nodes ?? null;
    lost.push({ task, node, ...elementEnd(record, said) });
  }
  return lost;
}

const MAX_WORDS = 300;

/** The last line of a small text file; empty where there is none. */
function lastWords(path: string): string {
  try {
    const text = readFileSync(path, "utf8").trimEnd();
    return text.slice(text.lastIndexOf("\n") + 1).slice(0, MAX_WORDS);
  } catch {
    return "";
  }
}
