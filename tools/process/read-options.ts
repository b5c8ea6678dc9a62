import { parseArgs } from "node:util";
import { flightIdSchema } from "@swath/contract/ids";
import { stageNameSchema } from "@swath/contract/processing";

export const USAGE = `Orders the processing of a flight, follows it, and prints a line for each job with its measures.

  npm run -s process -- FL000101 [--stage NAME] [--sensor SL000101] [--param NAME=VALUE …] [--qa] [--reason TEXT] [--wait]
  npm run -s process -- FL000101 --plan [--sensor SL000101] [--cores N]
  npm run -s process -- --plan --points N [--files N] [--cores N]

Without a stage all goes on from the first job that is not done. --qa completes the QA of what is
COMPLETED, and --reason is said of what misses a bound, which the server refuses without. --wait goes on following while nothing runs since data is missing.
--plan orders nothing: it prints what the stages take, tasks, hours of processor, bytes and the critical path, for a flight
whose points are indexed or for one that is described. SWATH_URL and SWATH_TOKEN
name another server and a bearer for it.
Exits 0 (done), 1 (failed), 2 (not ordered), 3 (waits for a person), 4 (waits for data).`;

export interface ProcessOptions {
  readonly flightId: string;
  readonly stage: string | undefined;
  readonly sensorId: string | undefined;
  readonly params: Readonly<Record<string, string | number>>;
  readonly completesQA: boolean;
  /** Why what misses a bound is approved all the same. */
  readonly reason: string | undefined;
  /** Whether it follows what waits for data until that is there. */
  readonly waits: boolean;
}

/** What is planned: a flight, or so many points in so many files. */
export interface PlanOptions {
  readonly flightId: string | undefined;
  readonly sensorId: string | undefined;
  readonly points: number;
  readonly files: number;
  readonly cores: number;
}

const CORES = 200;
/** Of a file of a described flight. */
const FILE_POINTS = 10_000_000;
const MOST_FILES = 100_000;

/** The words of a plan; undefined where they are not understood, or ask for none. */
export function readPlanOptions(words: readonly string[]): PlanOptions | undefined {
  const one = { type: "string" } as const;
  const options = {
    plan: { type: "boolean" },
    sensor: one,
    points: one,
    files: one,
    cores: one,
  } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options,
    });
    const [flightId, ...more] = positionals;
    if (values.plan !== true || more.length > 0) return undefined;
    const points = Number(values.points ?? 0);
    const files = Number(values.files ?? Math.ceil(points / FILE_POINTS));
    const cores = Number(values.cores ?? CORES);
    const isFlight = flightIdSchema.safeParse(flightId).success;
    const isDescribed = flightId === undefined && values.sensor === undefined && points > 0;
    if (isDescribed ? !(files >= 1 && files <= MOST_FILES) : !isFlight || points + files > 0)
      return undefined;
    if (![points, files, cores].every(Number.isSafeInteger) || cores < 1) return undefined;
    return { flightId, sensorId: values.sensor, points, files, cores };
  } catch {
    return undefined;
  }
}

function readParam(text: string): readonly [string, string | number] | undefined {
  const [, name, value] = /^([a-z][A-Za-z0-9]*)=(.+)$/.exec(text) ?? [];
  if (name === undefined || value === undefined) return undefined;
  return [name, value.trim() !== "" && Number.isFinite(Number(value)) ? Number(value) : value];
}

/** The command's words; undefined where they are not understood. */
export function readOptions(words: readonly string[]): ProcessOptions | undefined {
  const one = { type: "string" } as const;
  const options = {
    stage: one,
    sensor: one,
    param: { type: "string", multiple: true },
    qa: { type: "boolean" },
    reason: one,
    wait: { type: "boolean" },
  } as const;
  try {
    const { values, positionals } = parseArgs({
      args: [...words],
      allowPositionals: true,
      options,
    });
    const [flightId, ...more] = positionals;
    const { stage, sensor, param = [], qa = false, reason, wait = false } = values;
    const params = param.map(readParam);
    const isStage = stage === undefined || stageNameSchema.safeParse(stage).success;
    const isFlight = flightIdSchema.safeParse(flightId).success;
    if (!isFlight || !isStage || more.length > 0 || params.includes(undefined)) return undefined;
    // Parameters are a stage's.
    if (stage === undefined && params.length > 0) return undefined;
    return {
      flightId: flightId!,
      stage,
      sensorId: sensor,
      params: Object.fromEntries(params.map((each) => each!)),
      completesQA: qa,
      reason,
      waits: wait,
    };
  } catch {
    return undefined;
  }
}
