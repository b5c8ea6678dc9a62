/** The duration and the input of an earlier run. */
export interface PastRun {
  readonly bytes: number;
  readonly seconds: number;
}

/** The duration of runs of a stage: a fixed part, and a part for each gigabyte of input. */
export interface StageDuration {
  readonly seconds: number;
  readonly secondsPerGB: number;
}

const GB = 1e9;
const sum = (values: readonly number[]): number => values.reduce((total, each) => total + each, 0);

/**
 * Fits a line through past runs by least squares, neither part of it below 0. Runs that read equally
 * much say nothing of what more would take: there the time grows as the bytes do. Undefined without
 * runs.
 */
export function fitDuration(past: readonly PastRun[]): StageDuration | undefined {
  if (past.length === 0) return undefined;
  const sizes = past.map(({ bytes }) => bytes / GB);
  const times = past.map(({ seconds }) => seconds);
  const [size, time] = [sum(sizes) / past.length, sum(times) / past.length];
  if (size === 0) return { seconds: time, secondsPerGB: 0 };
  const spread = sum(sizes.map((each) => (each - size) ** 2));
  const common = sum(sizes.map((each, index) => (each - size) * (times[index]! - time)));
  const proportional = { seconds: 0, secondsPerGB: time / size };
  if (spread < 1e-6 * size ** 2 * past.length) return proportional;
  const slope = common / spread;
  if (slope <= 0) return { seconds: time, secondsPerGB: 0 };
  const rest = time - slope * size;
  if (rest >= 0) return { seconds: rest, secondsPerGB: slope };
  // Through the origin.
  const squares = sum(sizes.map((each) => each ** 2));
  const products = sum(sizes.map((each, index) => each * times[index]!));
  return { seconds: 0, secondsPerGB: products / squares };
}

/** The duration of a run for an input, s. */
export const secondsFor = ({ seconds, secondsPerGB }: StageDuration, bytes: number): number =>
  seconds + (secondsPerGB * bytes) / GB;

/** The facts that the ETA of a job follows from. */
export interface TimedJob {
  readonly name: string;
  /** Jobs of the same processing that it requires. */
  readonly requires: readonly string[];
  /** `done`: jobs after it may start; `due`: it runs, or will by itself; `held`: it waits for a person. */
  readonly state: "done" | "due" | "held";
  /** The start of its active run. */
  readonly started: Date | null;
  /** The start of its run that the engine expects. */
  readonly expectedStart: Date | null;
  /** The input of its run; null before there is one. */
  readonly bytes: number | null;
}

interface End {
  readonly at: number;
  /** The input of its run, as an estimate for later jobs that have no run yet. */
  readonly bytes: number | null;
}

/**
 * The ETAs of a processing's jobs, ms since 1970, from the time that earlier runs of their stages took
 * for each gigabyte:
 *
 * processing/E1 a started run ends after its stage's duration; a run that is late ends now;
 * processing/E2 a waiting run starts at the time that its engine expects, or now;
 * processing/E3 a job without a run starts when the last job that it requires has ended, and reads as much
 * as the largest of these;
 * processing/E4 a job that waits for a person, or whose stage never ran, has no ETA; neither have the jobs
 * after it.
 */
export function etasOf(
  jobs: readonly TimedJob[],
  durations: ReadonlyMap<string, StageDuration>,
  now: number,
): ReadonlyMap<string, number> {
  const byName = new Map(jobs.map((job) => [job.name, job]));
  const known = new Map<string, End | undefined>();
  const endOf = (job: TimedJob): End | undefined => {
    if (known.has(job.name)) return known.get(job.name);
    // A cycle has no end.
    known.set(job.name, undefined);
    const end = compute(job);
    known.set(job.name, end);
    return end;
  };
  const compute = (job: TimedJob): End | undefined => {
    if (job.state === "done") return { at: now, bytes: job.bytes };
    if (job.state === "held") return undefined;
    const start = job.bytes === null ? afterRequired(job) : startOf(job, now);
    const duration = durations.get(job.name);
    const bytes = job.bytes ?? start?.bytes ?? null;
    if (start === undefined || duration === undefined || bytes === null) return undefined;
    return { at: Math.max(now, start.at + secondsFor(duration, bytes) * 1_000), bytes };
  };
  const afterRequired = ({ requires }: TimedJob): End | undefined => {
    const ends = requires.flatMap((name) => byName.get(name) ?? []).map(endOf);
    if (ends.length === 0 || ends.includes(undefined)) return undefined;
    const all = ends.map((end) => end!);
    const sizes = all.flatMap(({ bytes }) => bytes ?? []);
    return {
      at: Math.max(...all.map(({ at }) => at)),
      bytes: sizes.length === 0 ? null : Math.max(...sizes),
    };
  };
  return new Map(
    jobs.flatMap((job) => {
      const end = job.state === "due" ? endOf(job) : undefined;
      return end === undefined ? [] : [[job.name, end.at] as const];
    }),
  );
}

const startOf = ({ started, expectedStart }: TimedJob, now: number): End => ({
  at: started?.getTime() ?? Math.max(now, expectedStart?.getTime() ?? now),
  bytes: null,
});
