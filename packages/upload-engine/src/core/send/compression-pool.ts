import { FRAME_BYTES } from "@swath/contract/uploads";
import type { Chunk, CompressionWorker, Compressor } from "../../ports/preparer.ts";
import type { Clock } from "../../ports/uploader-ports.ts";

const MAX_COMPRESSION_WORKERS = 4;
const COMPRESSION_RETRIES = 3;
/** Failures after which a worker is closed. */
const WORKER_FAILURES = 3;

export type Compressed =
  | { readonly ok: true; readonly frames: readonly Chunk[] }
  /** `exhausted`: no worker is left at all. */
  | { readonly ok: false; readonly reason: string; readonly exhausted: boolean };

interface Job {
  chunks: readonly Chunk[];
  failures: number;
  readonly settle: (result: Compressed) => void;
}

interface PoolWorker {
  readonly driver: CompressionWorker;
  failures: number;
  /** The first job takes longer: the worker is being loaded. */
  loaded: boolean;
}

/**
 * Workers that compress jobs in the order of their submission.
 *
 * send/C1 workers are started as they are needed, at most 4 and at most what the machine has cores for;
 * send/C2 a job that failed is repeated, before all others, up to 3 times;
 * send/C3 a worker that failed three times is closed and not replaced;
 * send/C4 a job whose chunks were lost with their worker, or for which no worker is left, fails.
 */
export class CompressionPool {
  readonly #compressor: Compressor;
  readonly #clock: Clock;
  readonly #throughput = new CompressionThroughput();
  readonly #workers = new Set<PoolWorker>();
  readonly #idle: PoolWorker[] = [];
  #jobs: Job[] = [];
  #started = 0;

  constructor(compressor: Compressor, clock: Clock) {
    this.#compressor = compressor;
    this.#clock = clock;
  }

  get limit(): number {
    return Math.max(1, Math.min(MAX_COMPRESSION_WORKERS, this.#compressor.workers));
  }

  /** Source bytes that all workers together compress while they are busy; undefined at first. */
  get bytesPerSecond(): number | undefined {
    const one = this.#throughput.bytesPerSecond;
    return one === undefined ? undefined : one * this.limit;
  }

  compress(chunks: readonly Chunk[]): Promise<Compressed> {
    return new Promise((settle) => {
      this.#jobs.push({ chunks, failures: 0, settle });
      this.#dispatch();
    });
  }

  close(): void {
    for (const { driver } of this.#workers) driver.close();
    this.#workers.clear();
    this.#idle.length = 0;
    this.#started = this.limit;
    this.#failAll("the compression workers are closed");
  }

  #dispatch(): void {
    while (this.#jobs.length > 0) {
      const worker = this.#idle.pop() ?? this.#start();
      if (worker === undefined) break;
      void this.#run(worker, this.#jobs.shift()!);
    }
    if (this.#workers.size === 0) this.#failAll("no compression worker is left");
  }

  #start(): PoolWorker | undefined {
    if (this.#started >= this.limit) return undefined;
    this.#started++;
    const worker = { driver: this.#compressor.start(), failures: 0, loaded: false };
    this.#workers.add(worker);
    return worker;
  }

  async #run(worker: PoolWorker, job: Job): Promise<void> {
    const began = this.#clock.now();
    // Counted before the chunks are transferred.
    const bytes = job.chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    const result = await worker.driver.compress(job.chunks);
    const open = this.#workers.has(worker);
    if (result.ok) {
      if (worker.loaded) this.#throughput.add(bytes, this.#clock.now() - began);
      worker.loaded = true;
      if (open) this.#idle.push(worker);
      job.settle(result);
    } else {
      if (open) this.#failed(worker);
      job.failures++;
      this.#retry(job, result.reason, result.chunks);
    }
    this.#dispatch();
  }

  #failed(worker: PoolWorker): void {
    worker.failures++;
    if (worker.failures < WORKER_FAILURES) {
      this.#idle.push(worker);
      return;
    }
    worker.driver.close();
    this.#workers.delete(worker);
  }

  #retry(job: Job, reason: string, chunks: readonly Chunk[] | undefined): void {
    if (chunks === undefined || job.failures > COMPRESSION_RETRIES) {
      job.settle({ ok: false, reason, exhausted: false });
      return;
    }
    job.chunks = chunks;
    this.#jobs.unshift(job);
  }

  #failAll(reason: string): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    for (const job of jobs) job.settle({ ok: false, reason, exhausted: true });
  }
}

/** Source bytes after which the throughput is known, and after which the older half is forgotten. */
const KNOWN_BYTES = 4 * FRAME_BYTES;
const KEPT_BYTES = 16 * FRAME_BYTES;

/** Throughput of one compression worker while it is busy. */
class CompressionThroughput {
  #bytes = 0;
  #milliseconds = 0;

  add(bytes: number, milliseconds: number): void {
    this.#bytes += bytes;
    this.#milliseconds += milliseconds;
    if (this.#bytes < KEPT_BYTES) return;
    this.#bytes /= 2;
    this.#milliseconds /= 2;
  }

  /** In source bytes; undefined while too little was compressed. */
  get bytesPerSecond(): number | undefined {
    if (this.#bytes < KNOWN_BYTES) return undefined;
    return (this.#bytes * 1000) / Math.max(1, this.#milliseconds);
  }
}
