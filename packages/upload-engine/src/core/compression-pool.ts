import { COMPRESSION_RETRIES, MAX_COMPRESSION_WORKERS } from "@swath/contract/limits";
import type { Clock } from "../ports/clock.ts";
import type { CompressionWorker, Compressor, Piece } from "../ports/compressor.ts";
import { CompressionRate } from "./compression-rate.ts";

/** Failures after which a worker is closed. */
const WORKER_FAILURES = 3;

export type Compressed =
  | { readonly ok: true; readonly frames: readonly Piece[] }
  /** `exhausted`: no worker is left at all. */
  | { readonly ok: false; readonly reason: string; readonly exhausted: boolean };

interface Job {
  pieces: readonly Piece[];
  failures: number;
  readonly settle: (result: Compressed) => void;
}

interface Seat {
  readonly worker: CompressionWorker;
  failures: number;
  /** The first job takes longer: its worker is being loaded. */
  loaded: boolean;
}

/**
 * Workers that compress, in order of asking.
 *
 * C1 workers are started as they are needed, at most 4 and at most what the machine gains from;
 * C2 a job that failed is done again, before all others, up to 3 times;
 * C3 a worker that failed three times is closed and not replaced;
 * C4 a job whose pieces were lost with their worker, or that finds no worker, fails.
 */
export class CompressionPool {
  readonly #compressor: Compressor;
  readonly #clock: Clock;
  readonly #rate = new CompressionRate();
  readonly #seats = new Set<Seat>();
  readonly #idle: Seat[] = [];
  #jobs: Job[] = [];
  #started = 0;

  constructor(compressor: Compressor, clock: Clock) {
    this.#compressor = compressor;
    this.#clock = clock;
  }

  get limit(): number {
    return Math.max(1, Math.min(MAX_COMPRESSION_WORKERS, this.#compressor.workers));
  }

  /** Source bytes that all workers together compress, when they have enough to do; see {@link CompressionRate}. */
  get bytesPerSecond(): number | undefined {
    const one = this.#rate.bytesPerSecond;
    return one === undefined ? undefined : one * this.limit;
  }

  compress(pieces: readonly Piece[]): Promise<Compressed> {
    return new Promise((settle) => {
      this.#jobs.push({ pieces, failures: 0, settle });
      this.#hand();
    });
  }

  close(): void {
    for (const { worker } of this.#seats) worker.close();
    this.#seats.clear();
    this.#idle.length = 0;
    this.#started = this.limit;
    this.#giveUp("the compression workers are closed");
  }

  #hand(): void {
    while (this.#jobs.length > 0) {
      const seat = this.#idle.pop() ?? this.#start();
      if (seat === undefined) break;
      void this.#run(seat, this.#jobs.shift()!);
    }
    if (this.#seats.size === 0) this.#giveUp("no compression worker is left");
  }

  #start(): Seat | undefined {
    if (this.#started >= this.limit) return undefined;
    this.#started++;
    const seat = { worker: this.#compressor.start(), failures: 0, loaded: false };
    this.#seats.add(seat);
    return seat;
  }

  async #run(seat: Seat, job: Job): Promise<void> {
    const began = this.#clock.now();
    // Told before the pieces are given away.
    const bytes = job.pieces.reduce((sum, piece) => sum + piece.bytes.length, 0);
    const result = await seat.worker.compress(job.pieces);
    const open = this.#seats.has(seat);
    if (result.ok) {
      if (seat.loaded) this.#rate.add(bytes, this.#clock.now() - began);
      seat.loaded = true;
      if (open) this.#idle.push(seat);
      job.settle(result);
    } else {
      if (open) this.#failed(seat);
      job.failures++;
      this.#again(job, result.reason, result.pieces);
    }
    this.#hand();
  }

  #failed(seat: Seat): void {
    seat.failures++;
    if (seat.failures < WORKER_FAILURES) {
      this.#idle.push(seat);
      return;
    }
    seat.worker.close();
    this.#seats.delete(seat);
  }

  #again(job: Job, reason: string, pieces: readonly Piece[] | undefined): void {
    if (pieces === undefined || job.failures > COMPRESSION_RETRIES) {
      job.settle({ ok: false, reason, exhausted: false });
      return;
    }
    job.pieces = pieces;
    this.#jobs.unshift(job);
  }

  #giveUp(reason: string): void {
    const jobs = this.#jobs;
    this.#jobs = [];
    for (const job of jobs) job.settle({ ok: false, reason, exhausted: true });
  }
}
