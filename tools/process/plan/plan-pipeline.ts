import {
  areaOf,
  grownBox,
  type PlannedBox,
  type PlannedFile,
  sharedBox,
} from "./planned-flight.ts";
import type { Division, StageCost } from "./stage-costs.ts";

/** Most that a task may take (issue: ten billion points): MB, minutes, and bytes read by bytes used. */
export const LIMITS = { memory: 600, minutes: 20, readOfUsed: 1.5 } as const;

/** Points of a node of an octree; a tile reads nodes that touch it whole. */
const NODE_POINTS = 100_000;

/** A task by the points that it reads, those of them that it uses, and those that are its own. */
interface TaskPoints {
  readonly read: number;
  readonly used: number;
  readonly own: number;
}

/** What is planned for a stage. */
export interface StagePlan {
  readonly stage: string;
  readonly tasks: number;
  /** Processor hours, the join's included. */
  readonly hours: number;
  readonly bytesRead: number;
  readonly bytesUsed: number;
  readonly bytesWritten: number;
  /** Of the longest task, and of the join. */
  readonly minutes: number;
  readonly joinMinutes: number;
  /** MB of the largest task or join. */
  readonly memory: number;
  /** What of {@link LIMITS} it does not hold. */
  readonly beyond: readonly (keyof typeof LIMITS)[];
}

export interface PipelinePlan {
  readonly stages: readonly StagePlan[];
  readonly hours: number;
  readonly bytesRead: number;
  readonly bytesWritten: number;
  /** Hours from the first task to the end with any number of cores, and with some. */
  readonly criticalHours: number;
  readonly hoursOnCores: number;
}

/**
 * What a pipeline takes for files of points: tasks, hours of processor, bytes and the critical path. Tasks of a stage go
 * to cores in their order, each to the first that is free; a stage begins when those before it have ended.
 */
export function planPipeline(
  files: readonly PlannedFile[],
  stages: readonly StageCost[],
  cores: number,
): PipelinePlan {
  const planned = stages.map((cost) => planStage(files, cost));
  const ends = new Map<string, number>();
  for (const { cost, plan } of planned) {
    const begun = Math.max(0, ...cost.after.map((stage) => ends.get(stage) ?? 0));
    ends.set(cost.stage, begun + (plan.minutes + plan.joinMinutes) / MINUTES);
  }
  const sum = (of: (plan: StagePlan) => number): number =>
    planned.reduce((total, { plan }) => total + of(plan), 0);
  return {
    stages: planned.map(({ plan }) => plan),
    hours: sum(({ hours }) => hours),
    bytesRead: sum(({ bytesRead }) => bytesRead),
    bytesWritten: sum(({ bytesWritten }) => bytesWritten),
    criticalHours: Math.max(0, ...ends.values()),
    hoursOnCores: planned.reduce(
      (total, { seconds, plan }) =>
        total + lastEnd(seconds, cores) / SECONDS + plan.joinMinutes / MINUTES,
      0,
    ),
  };
}

const MINUTES = 60;
const SECONDS = 3_600;
const MILLION = 1e6;

function planStage(files: readonly PlannedFile[], cost: StageCost) {
  const all = files.reduce((sum, { points }) => sum + points, 0);
  const recorded = files.reduce((sum, { bytes }) => sum + bytes, 0) / all;
  const tasks = tasksOf(files, cost.division);
  const readBytes = cost.readBytes ?? recorded;
  const sum = (of: (task: TaskPoints) => number): number =>
    tasks.reduce((total, task) => total + of(task), 0);
  const seconds = tasks.map(
    ({ read }) => cost.taskSeconds + (cost.secondsPerMillion * read) / MILLION,
  );
  const { join } = cost;
  const joinSeconds =
    join === undefined
      ? 0
      : (join.secondsPerMillion * all) / MILLION + join.secondsPerTask * tasks.length;
  const joinBytes = (join?.bytesPerPoint ?? 0) * all;
  const bytesRead = sum(({ read }) => read) * readBytes;
  const bytesUsed = sum(({ used }) => used) * readBytes;
  const longest = largest(seconds) / MINUTES;
  const joinMinutes = joinSeconds / MINUTES;
  const memory = Math.max(
    join?.memory ?? 0,
    memoryOf(cost, largest(tasks.map(({ used }) => used))),
  );
  const beyond = [
    ...(memory > LIMITS.memory ? (["memory"] as const) : []),
    ...(Math.max(longest, joinMinutes) > LIMITS.minutes ? (["minutes"] as const) : []),
    ...(bytesRead > LIMITS.readOfUsed * bytesUsed ? (["readOfUsed"] as const) : []),
  ];
  const plan: StagePlan = {
    stage: cost.stage,
    tasks: tasks.length,
    hours: (seconds.reduce((total, each) => total + each, 0) + joinSeconds) / SECONDS,
    bytesRead: bytesRead + joinBytes,
    bytesUsed: bytesUsed + joinBytes,
    bytesWritten: sum(({ own }) => own) * cost.writtenBytes,
    minutes: longest,
    joinMinutes,
    memory,
    beyond,
  };
  return { cost, plan, seconds };
}

const memoryOf = ({ memory }: StageCost, points: number): number =>
  Math.min(memory.most, memory.base + (memory.perMillion * points) / MILLION);

/** Of many values: an argument each is too much for a call. */
const largest = (values: readonly number[]): number =>
  values.reduce((most, value) => Math.max(most, value), 0);

const whole = ({ points }: { readonly points: number }): TaskPoints => ({
  read: points,
  used: points,
  own: points,
});

function tasksOf(files: readonly PlannedFile[], division: Division): TaskPoints[] {
  if (division.by === "file") return files.map(whole);
  if (division.by === "tile") return tilesOf(files, division);
  return [whole({ points: files.reduce((sum, { points }) => sum + points, 0) })];
}

type Tiling = Extract<Division, { readonly by: "tile" }>;

/** Tiles in which points are, row by row. */
function tilesOf(
  files: readonly PlannedFile[],
  { side, collar, beyond = 0, reads }: Tiling,
): TaskPoints[] {
  const tiles = new Map<string, { read: number; used: number; own: number }>();
  for (const file of files) {
    const density = file.points / areaOf(file.box);
    const node = Math.sqrt(NODE_POINTS / density) / 2;
    const pointsIn = (box: PlannedBox): number => areaOf(sharedBox(file.box, box)) * density;
    const around = grownBox(file.box, collar);
    for (let row = Math.floor(around.minY / side); row * side < around.maxY; row += 1)
      for (let column = Math.floor(around.minX / side); column * side < around.maxX; column += 1) {
        const [minX, minY] = [column * side, row * side];
        const tile = { minX, minY, maxX: minX + side, maxY: minY + side };
        const key = `${row} ${column}`;
        const found = tiles.get(key) ?? { read: 0, used: 0, own: 0 };
        tiles.set(key, found);
        found.own += pointsIn(tile);
        found.used += pointsIn(grownBox(tile, collar));
        found.read +=
          reads === "files" ? file.points : pointsIn(grownBox(tile, collar + beyond + node));
      }
  }
  return [...tiles.values()].filter(({ own }) => own > 0);
}

/** When the last of some tasks ends, each begun in its order by the first core that is free. */
function lastEnd(seconds: readonly number[], cores: number): number {
  const free = new Float64Array(Math.max(1, Math.min(cores, seconds.length)));
  for (const each of seconds) {
    let first = 0;
    for (let core = 1; core < free.length; core += 1) if (free[core]! < free[first]!) first = core;
    free[first]! += each;
  }
  return Math.max(...free);
}
