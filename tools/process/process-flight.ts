import { setTimeout as sleep } from "node:timers/promises";
import type { FlightRuns, RunningJob } from "@swath/contract/processing";
import {
  exitCodeOf,
  failureLines,
  hasEnded,
  isActive,
  isUnderWay,
  jobLine,
  jobToOrder,
  waitingLines,
} from "./follow-jobs.ts";
import type { ProcessOptions } from "./read-options.ts";
import { Refused, type Service as HttpService } from "./service.ts";

type Service = Pick<HttpService, "runsOf" | "order" | "completeQA">;

/** How long to wait, ms. */
interface Pace {
  readonly poll: number;
  /**
   * A job that starts by itself does so within a pass of the orchestrator: after this long nothing
   * will.
   */
  readonly quiet: number;
  /** Stored data is found within this time of an order (it is looked for every 5 s). */
  readonly missing: number;
}

const PACE: Pace = { poll: 500, quiet: 5_000, missing: 12_000 };
const NOT_ORDERED = 2;
const WAITS_FOR_DATA = 4;

interface Output {
  readonly print: (line: string) => void;
  readonly printError: (line: string) => void;
}

type Processing = FlightRuns[number];

async function ownProcessings(service: Service, options: ProcessOptions): Promise<Processing[]> {
  const { flightId, sensorId, stage } = options;
  const all = await service.runsOf(flightId);
  return all.filter(
    (processing) =>
      (sensorId === undefined || processing.sensorId === sensorId) &&
      (stage === undefined || jobToOrder(processing, stage) !== undefined),
  );
}

const keyOf = ({ processingId }: Processing, { name, latest, status }: RunningJob): string =>
  `${processingId} ${name} ${latest?.attempt ?? 0} ${status}`;

class Following {
  readonly #printed: Set<string>;
  readonly #waiting = new Map<string, string>();
  readonly #output: Output;

  /**
   * An ordered job may have ended before with another status; with a stage given, nothing else is
   * printed.
   */
  constructor(processings: readonly Processing[], output: Output, stage: string | undefined) {
    this.#output = output;
    this.#printed = new Set(
      processings.flatMap((each) => {
        const ordered = jobToOrder(each, stage);
        const jobs = stage === undefined ? each.jobs.filter((job) => job === ordered) : each.jobs;
        return jobs.map((job) => keyOf(each, job));
      }),
    );
  }

  /** Prints jobs that ended since, and why others wait; returns whether anything is new. */
  show(processings: readonly Processing[]): boolean {
    let isNew = false;
    for (const processing of processings)
      for (const job of processing.jobs) {
        const key = keyOf(processing, job);
        if (hasEnded(job) && !this.#printed.has(key)) {
          this.#output.print(jobLine(job));
          for (const line of failureLines(job)) this.#output.printError(line);
          isNew = true;
        }
        this.#printed.add(key);
        this.#showWaiting(`${processing.processingId} ${job.name}`, job);
      }
    return isNew;
  }

  #showWaiting(key: string, job: RunningJob): void {
    const said = isActive(job) ? job.reason : null;
    if (said !== null && this.#waiting.get(key) !== said)
      this.#output.printError(`${job.name}: ${said}`);
    if (said === null) this.#waiting.delete(key);
    else this.#waiting.set(key, said);
  }
}

async function completeQA(
  service: Service,
  { reason }: ProcessOptions,
  processings: readonly Processing[],
): Promise<boolean> {
  let did = false;
  for (const { processingId, jobs } of processings)
    for (const { name, waitsForQA } of jobs)
      if (waitsForQA) {
        await service.completeQA(processingId, name, reason);
        did = true;
      }
  return did;
}

async function order(
  service: Service,
  options: ProcessOptions,
  processings: readonly Processing[],
) {
  let ordered = 0;
  for (const processing of processings) {
    const job = jobToOrder(processing, options.stage);
    if (job === undefined) continue;
    await service.order(processing.processingId, job.name, options.params);
    ordered += 1;
  }
  return ordered;
}

const followed = (jobs: readonly RunningJob[], { stage }: ProcessOptions): RunningJob[] =>
  jobs.filter(({ name }) => stage === undefined || name === stage);

/** The exit code where nothing runs; prints why jobs wait. */
function giveUp(
  processings: readonly Processing[],
  jobs: readonly RunningJob[],
  { printError }: Output,
): number {
  const code = exitCodeOf(jobs);
  const lines = waitingLines(processings);
  if (lines.length === 0) return code;
  printError("Nothing runs. It waits:");
  for (const line of lines) printError(`  ${line}`);
  return code === 0 ? WAITS_FOR_DATA : code;
}

/** Orders, follows until nothing runs any more, and returns the exit code. */
async function processFlight(
  service: Service,
  options: ProcessOptions,
  output: Output,
  pace: Pace,
): Promise<number> {
  const before = await ownProcessings(service, options);
  if (before.length === 0) {
    output.printError(`There is no processing of ${options.flightId} to order this for.`);
    return NOT_ORDERED;
  }
  if (options.completesQA) await completeQA(service, options, before);
  const following = new Following(before, output, options.stage);
  await order(service, options, before);
  let quietSince = performance.now();
  for (;;) {
    await sleep(pace.poll);
    const now = await ownProcessings(service, options);
    const jobs = now.flatMap((processing) => followed(processing.jobs, options));
    const isNew = following.show(now);
    const didQA = options.completesQA && (await completeQA(service, options, now));
    if (isNew || didQA || now.some((each) => each.jobs.some(isUnderWay)))
      quietSince = performance.now();
    const waits = jobs.some(isActive) || waitingLines(now).length > 0;
    if (waits && options.waits) continue;
    // A single stage is over when it ends; otherwise the next job may still begin.
    const quiet = waits ? pace.missing : options.stage === undefined ? pace.quiet : 0;
    if (performance.now() - quietSince >= quiet) return giveUp(now, jobs, output);
  }
}

/** {@link processFlight}, with the server's refusals as a line. */
export async function processOrRefuse(
  service: Service,
  options: ProcessOptions,
  output: Output,
  pace = PACE,
): Promise<number> {
  try {
    return await processFlight(service, options, output, pace);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    output.printError(`Not ordered: ${error.message}.`);
    return NOT_ORDERED;
  }
}
