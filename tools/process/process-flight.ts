import { setTimeout as sleep } from "node:timers/promises";
import type { FlightRuns, RunningJob } from "@swath/contract/processing";
import {
  exitCodeOf,
  failureLines,
  hasEnded,
  isActive,
  jobLine,
  jobToOrder,
} from "./follow-jobs.ts";
import type { ProcessOptions } from "./read-options.ts";
import { Refused, type Service } from "./service.ts";

const POLL_MS = 500;
/** What starts by itself does so within a sweep; after this long without anything nothing will, ms. */
const QUIET_MS = 5_000;
const NOT_ORDERED = 2;

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

/** Keys of jobs that ended before anything was ordered: these are not printed. */
const keyOf = ({ processingId }: Processing, { name, latest, status }: RunningJob): string =>
  `${processingId} ${name} ${latest?.attempt ?? 0} ${status}`;

class Following {
  readonly #printed: Set<string>;
  readonly #waiting = new Map<string, string>();
  readonly #output: Output;

  constructor(processings: readonly Processing[], output: Output) {
    this.#output = output;
    this.#printed = new Set(
      processings.flatMap((each) => each.jobs.map((job) => keyOf(each, job))),
    );
  }

  /** Prints what ended since, and why what waits does; answers whether anything is new. */
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

async function completeQA(service: Service, processings: readonly Processing[]): Promise<boolean> {
  let did = false;
  for (const { processingId, jobs } of processings)
    for (const { name, waitsForQA } of jobs)
      if (waitsForQA) {
        await service.completeQA(processingId, name);
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

/** Orders, follows until nothing goes on any more, and answers the exit code. */
async function processFlight(
  service: Service,
  options: ProcessOptions,
  output: Output,
): Promise<number> {
  const before = await ownProcessings(service, options);
  if (before.length === 0) {
    output.printError(`There is no processing of ${options.flightId} to order this for.`);
    return NOT_ORDERED;
  }
  if (options.completesQA) await completeQA(service, before);
  const following = new Following(before, output);
  await order(service, options, before);
  let quietSince = performance.now();
  for (;;) {
    await sleep(POLL_MS);
    const now = await ownProcessings(service, options);
    const jobs = now.flatMap((processing) => followed(processing.jobs, options));
    const isNew = following.show(now);
    const didQA = options.completesQA && (await completeQA(service, now));
    if (isNew || didQA || jobs.some(isActive)) quietSince = performance.now();
    // A stage by itself is over when it ended; else what comes after may yet begin.
    const quiet = options.stage === undefined ? QUIET_MS : 0;
    if (!jobs.some(isActive) && performance.now() - quietSince >= quiet) return exitCodeOf(jobs);
  }
}

/** {@link processFlight}, with what the server refuses as a line. */
export async function processOrRefuse(
  service: Service,
  options: ProcessOptions,
  output: Output,
): Promise<number> {
  try {
    return await processFlight(service, options, output);
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    output.printError(`Not ordered: ${error.message}.`);
    return NOT_ORDERED;
  }
}
