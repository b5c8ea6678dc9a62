import type { Settings } from "@swath/contract/settings";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import type { TaskList } from "../state/task-list.ts";
import type { UploadJob } from "../state/upload-job.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import { CompressionPool } from "./compression-pool.ts";
import { OutcomeHandler } from "./outcome-handler.ts";
import { postObject } from "./post-object.ts";
import { crashed, prepareObject } from "./prepare-object.ts";
import { PrioritySemaphore } from "./priority-semaphore.ts";
import type { ReadyObject } from "./ready-objects.ts";
import type { Refusal } from "./request.ts";
import { type PreparationTask, Scheduler } from "./scheduler.ts";

export type SendOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "aborted" }
  | { readonly kind: "failed"; readonly fault: UploadFault }
  | { readonly kind: "leaseLost"; readonly refusal: Refusal };

export interface SendListeners {
  onProgress(): void;
  /** An object failed for good, though the others are still sent. */
  onFault(fault: UploadFault): void;
}

/**
 * Sends every object of a list that the server misses: starts what the scheduler decides.
 *
 * send/S7 after an abort or an end nothing is recorded any more; what landed stays.
 */
export class SendObjects {
  readonly #ports: UploaderPorts;
  readonly #job: UploadJob;
  readonly #list: TaskList;
  readonly #settings: Settings;
  readonly #listeners: SendListeners;
  readonly #stop = new AbortController();
  readonly #pool: CompressionPool;
  readonly #chunks: PrioritySemaphore;
  readonly #scheduler: Scheduler;
  readonly #outcomes: OutcomeHandler;
  readonly #ended = Promise.withResolvers<SendOutcome>();
  #cancelWake: (() => void) | undefined;

  constructor(
    ports: UploaderPorts,
    job: UploadJob,
    list: TaskList,
    settings: Settings,
    listeners: SendListeners,
  ) {
    this.#ports = ports;
    this.#job = job;
    this.#list = list;
    this.#settings = settings;
    this.#listeners = listeners;
    this.#pool = new CompressionPool(ports.compressor, ports.clock);
    this.#chunks = new PrioritySemaphore(this.#pool.limit + 1);
    this.#scheduler = new Scheduler(list, {
      settings,
      memoryBytes: ports.memoryBytes,
      compressionBytesPerSecond: () => this.#pool.bytesPerSecond,
    });
    this.#outcomes = new OutcomeHandler(ports, list, {
      onFault: (fault) => listeners.onFault(fault),
      halt: () => this.#scheduler.halt(),
      onLeaseLost: (refusal) => this.#ended.resolve({ kind: "leaseLost", refusal }),
    });
  }

  /** Settles when all is sent, the signal aborts, or it must end; call once. */
  async run(signal: AbortSignal): Promise<SendOutcome> {
    const abort = (): void => this.#ended.resolve({ kind: "aborted" });
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    else this.#startDue();
    const outcome = await this.#ended.promise;
    signal.removeEventListener("abort", abort);
    this.#stop.abort();
    this.#cancelWake?.();
    this.#pool.close();
    return outcome;
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** Starts all that may be posted or prepared now; called after every change. */
  #startDue(): void {
    if (this.#isStopped) return;
    const { clock } = this.#ports;
    const scheduler = this.#scheduler;
    for (let next = scheduler.nextPost(); next !== undefined; next = scheduler.nextPost())
      void this.#post(next);
    for (;;) {
      const task = scheduler.nextPreparation(clock.now());
      if (task === undefined) break;
      void this.#prepare(task);
    }
    this.#listeners.onProgress();
    if (scheduler.isDone) this.#finish();
    else this.#wakeWhenDue();
  }

  #finish(): void {
    const { fault } = this.#outcomes;
    this.#ended.resolve(fault === undefined ? { kind: "sent" } : { kind: "failed", fault });
  }

  #wakeWhenDue(): void {
    this.#cancelWake?.();
    const due = this.#list.queue.nextDue();
    if (due === undefined) return;
    const wait = Math.max(1, due - this.#ports.clock.now());
    this.#cancelWake = this.#ports.clock.after(wait, () => this.#startDue());
  }

  async #prepare(task: PreparationTask): Promise<void> {
    const { attempt, segments } = task;
    const { preparer, clock } = this.#ports;
    const outcome = await prepareObject(segments, {
      preparer,
      clock,
      pool: this.#pool,
      chunks: this.#chunks,
      order: attempt.index,
      wire: this.#settings.wireChecksum,
      signal: this.#stop.signal,
      onCompressing: () => void this.#list.queue.update(attempt, "COMPRESSING"),
    }).catch(crashed);
    if (this.#isStopped) return;
    const prepared = outcome.kind === "prepared" ? outcome.prepared : undefined;
    this.#scheduler.endPreparation(task, prepared);
    this.#outcomes.prepared(attempt, outcome);
    this.#startDue();
  }

  async #post(object: ReadyObject): Promise<void> {
    const { attempt, prepared } = object;
    const { queue, objects } = this.#list;
    const { clock } = this.#ports;
    const { link } = this.#scheduler;
    const { name } = objects[attempt.index]!;
    queue.update(attempt, "UPLOADING");
    let before: number | undefined;
    const onSent = (bytes: number): void => {
      if (before === undefined) link.start(clock.now());
      else if (link.add(bytes - before, clock.now())) this.#startDue();
      before = bytes;
      if (!this.#isStopped && queue.update(attempt, "UPLOADING", bytes / prepared.body.size))
        this.#listeners.onProgress();
    };
    const options = { signal: this.#stop.signal, onSent };
    const outcome = await postObject(this.#ports, this.#job, { name, prepared }, options);
    if (before !== undefined) link.end(clock.now());
    if (this.#isStopped) return;
    this.#scheduler.endPost(object);
    this.#outcomes.posted(attempt, outcome);
    this.#startDue();
  }
}
