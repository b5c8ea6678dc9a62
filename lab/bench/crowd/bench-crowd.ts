import { truncateSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as sleep } from "node:timers/promises";
import type { Flight } from "@swath/contract/flights";
import { call, type ReadyUpload, tokenOf } from "../../../e2e/api.ts";
import { Process, removeFolder, Swath, temporaryFolder } from "../../../e2e/swath.ts";
import { figuresOf } from "../api/figures.ts";
import { openCaller } from "../api/http-load.ts";
import { serverResident } from "../upload/processes.ts";
import type { SendersTask, SentSoFar } from "./senders.ts";

/** How evenly a resource was shared. */
interface Fairness {
  /** The least share by the mean one, and the largest. */
  readonly least: number;
  readonly most: number;
  /** Jain's index: 1 where all have the same, 1/n where one has all. */
  readonly jain: number;
}

function fairnessOf(shares: readonly number[]): Fairness {
  const sum = shares.reduce((a, b) => a + b, 0);
  const squares = shares.reduce((a, b) => a + b * b, 0);
  const mean = sum / shares.length;
  return {
    least: Math.min(...shares) / mean,
    most: Math.max(...shares) / mean,
    jain: sum ** 2 / (shares.length * squares),
  };
}

/** What must hold (issue 17). */
const MOST_UNFAIR = 0.2;
const MOST_P99_MS = 300;
const MOST_GROWTH = 0.1;

const UPLOADS = 50;
const SENDERS = 5;
/** One for each, and for those that the demonstration has under way. */
const SLOTS = { SWATH_UPLOAD_SLOTS: "100", SWATH_SLOTS_OF_PERSON: "100" } as const;
const BEGIN_SECONDS = 150;
const SETTLE_MS = 15_000;
const ACCOUNTS = ["crew", "crew2"];
const SECONDS = 60;
const LIST_EVERY_MS = 100;
/** A hole, which is read as fast as memory; of no upload all is sent before the window ends. */
const FILE_BYTES = 200_000_000;
const FILES = 4;
const MB = 1e6;

/** Uploads that nobody has begun. */
async function readyUploads(swath: Swath): Promise<ReadyUpload[]> {
  const { body } = await call<Flight[]>(
    swath,
    tokenOf(swath, "crew"),
    "/main/flights?pageSize=200",
  );
  const uploads = body
    .filter(({ DocumentMajorVersion }) => DocumentMajorVersion > 3)
    .flatMap(({ FlightID: flightId, Uploads }) =>
      Uploads.filter(({ Status }) => Status === "READY_FOR_UPLOAD").map(
        ({ _id: uploadId, Type: uploadType, SensorName: sensorName }) => ({
          flightId,
          uploadId,
          uploadType,
          sensorName,
        }),
      ),
    );
  if (uploads.length < UPLOADS) throw new Error(`the catalogue has ${uploads.length} uploads`);
  return uploads.slice(0, UPLOADS);
}

interface Sending extends Pick<SendersTask, "bytesPerSecond"> {
  readonly file: string;
  readonly all: readonly ReadyUpload[];
}

function startSenders(swath: Swath, { file, all, ...limit }: Sending): Process[] {
  return Array.from({ length: SENDERS }, (_, n) => {
    const uploads = all.filter((_each, index) => index % SENDERS === n);
    const token = tokenOf(swath, ACCOUNTS[n % ACCOUNTS.length]!);
    const task: SendersTask = {
      origin: swath.origin,
      token,
      file,
      uploads,
      times: FILES,
      ...limit,
    };
    return new Process(["lab/bench/crowd/senders.ts"], { BENCH_CROWD: JSON.stringify(task) });
  });
}

/** What each upload has sent so far. */
function sentSoFar(senders: readonly Process[]): SentSoFar {
  return senders.flatMap((sender) => {
    if (sender.ended) throw new Error(`a sender ended:\n${sender.output}`);
    const last = sender.output.split("\n").findLast((text) => /^\[.*\]$/.test(text)) ?? "[]";
    return JSON.parse(last) as SentSoFar;
  });
}

const bytesOf = (senders: readonly Process[]): number[] =>
  sentSoFar(senders).map(({ bytes }) => bytes);

/** Waits until the store has acknowledged something of each. */
async function allUnderWay(senders: readonly Process[]): Promise<void> {
  for (let second = 0; second < BEGIN_SECONDS; second++) {
    if (bytesOf(senders).filter((bytes) => bytes > 0).length === UPLOADS) return;
    await sleep(1_000);
  }
  const counts = Object.groupBy(sentSoFar(senders), ({ state }) => state);
  const states = Object.entries(counts).map(([state, all]) => `${all!.length} × ${state}`);
  throw new Error(`not all began within ${BEGIN_SECONDS} s: ${states.join(", ")}`);
}

/** Calls the list again and again; the milliseconds of each answer, and the server's memory meanwhile. */
async function watch(swath: Swath): Promise<{ taken: number[]; resident: number[] }> {
  const token = tokenOf(swath, "office");
  const list = openCaller({ origin: swath.origin, token }, 1);
  const [taken, resident]: [number[], number[]] = [[], []];
  const until = performance.now() + SECONDS * 1_000;
  for (let n = 0; performance.now() < until; n++) {
    const begun = performance.now();
    const { status } = await list.call(`/api/main/flights?page=${1 + (n % 3)}`);
    if (status !== 200) throw new Error(`the list was answered ${status}`);
    taken.push(performance.now() - begun);
    resident.push(serverResident());
    await sleep(LIST_EVERY_MS);
  }
  list.close();
  return { taken, resident };
}

/** The mean of each third. */
function thirds(figures: readonly number[]): number[] {
  const length = Math.floor(figures.length / 3);
  return [0, 1, 2].map((third) => {
    const own = figures.slice(third * length, (third + 1) * length);
    return own.reduce((a, b) => a + b, 0) / own.length;
  });
}

function line(good: boolean, text: string): void {
  console.log(`${good ? "holds" : "FAILS"}  ${text}`);
  if (!good) process.exitCode = 1;
}

async function measure(swath: Swath, senders: readonly Process[]): Promise<void> {
  await allUnderWay(senders);
  for (const { pid } of senders) process.kill(pid, "SIGUSR2");
  await sleep(SETTLE_MS);
  const before = bytesOf(senders);
  const { taken, resident } = await watch(swath);
  const shares = bytesOf(senders).map((bytes, index) => bytes - before[index]!);
  const { least, most, jain } = fairnessOf(shares);
  const sum = shares.reduce((a, b) => a + b, 0) / MB;
  console.log(
    `${UPLOADS} uploads for ${SECONDS} s: ${sum.toFixed(0)} MB acknowledged, ` +
      `${(sum / SECONDS).toFixed(0)} MB/s, ${(sum / UPLOADS).toFixed(0)} MB each`,
  );
  line(
    least >= 1 - MOST_UNFAIR && most <= 1 + MOST_UNFAIR,
    `least ${least.toFixed(2)}, most ${most.toFixed(2)} of the mean share; Jain ${jain.toFixed(3)}`,
  );
  const [first = 0, second = 0, third = 0] = thirds(resident).map((bytes) => bytes / MB);
  line(
    third <= first * (1 + MOST_GROWTH),
    `server's memory by thirds ${first.toFixed(0)}, ${second.toFixed(0)}, ${third.toFixed(0)} MB, ` +
      `most ${(Math.max(...resident) / MB).toFixed(0)} MB`,
  );
  const { p50, p99 } = figuresOf(taken, SECONDS);
  line(
    p99 < MOST_P99_MS,
    `${taken.length} answers of the list, p50 ${p50.toFixed(1)} ms, p99 ${p99.toFixed(1)} ms`,
  );
}

/**
 * `npm run bench -- crowd [MB/s]`: 50 uploads at once to one server, which has a slot for each, by the
 * engine on Node; each as fast as this machine carries it, or at a rate that a crew's link has.
 */
export async function benchCrowd([megabytes]: readonly string[]): Promise<void> {
  const place = temporaryFolder("crowd");
  const swath = await Swath.start(SLOTS);
  let senders: Process[] = [];
  try {
    const file = join(place, "hole.laz");
    writeFileSync(file, "");
    truncateSync(file, FILE_BYTES);
    const limit = megabytes === undefined ? {} : { bytesPerSecond: Number(megabytes) * MB };
    senders = startSenders(swath, { file, all: await readyUploads(swath), ...limit });
    await measure(swath, senders);
  } finally {
    await Promise.all(senders.map((sender) => sender.end("SIGKILL")));
    await swath.stop();
    removeFolder(place);
  }
}
