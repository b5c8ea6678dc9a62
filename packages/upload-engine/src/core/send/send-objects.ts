import type { Settings } from "@swath/contract/settings";
import type { UploaderPorts } from "../../ports/uploader-ports.ts";
import type { TaskList } from "../state/task-list.ts";
import type { UploadJob } from "../state/upload-job.ts";
import type { UploadFault } from "../state/upload-snapshot.ts";
import { CompressionPool } from "./compression-pool.ts";
import { OutcomeHandler } from "./outcome-handler.ts";
import { PostWatch, type WatchedOutcome } from "./post-watch.ts";
import { Posts } from "./posts.ts";
import { crashed, prepareObject } from "./prepare-object.ts";
import { PrioritySemaphore } from "./priority-semaphore.ts";
import { RateLimit } from "./rate-limit.ts";
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
  /** Whether the store has no room. */
  onStoreFull(isFull: boolean): void;
}

/** Whose objects are sent, and what is known of the link before. */
interface Sender {
  readonly ports: UploaderPorts;
  readonly job: UploadJob;
  /** The shortest that a call took while the link had nothing else to carry, in milliseconds. */
  readonly shortestCallMs: number | undefined;
  /** Whether an address of the store answers. */
  reach(address: string): Promise<boolean>;
}

/** What asks that nothing more is begun, and is told once nothing is under way. */
interface SendHold {
  readonly requested: AbortSignal;
  reach(): void;
}

/**
 * Sends every object of a list that the server misses, whole or in pieces: starts what the scheduler
 * decides.
 *
 * send/S6 the network's return makes due all that waits for its time;
 * send/S7 after an abort or an end nothing is recorded any more; what landed stays;
 * send/S11 while held no post begins, and those under way end;
 * send/S12 a body is released once its post has ended, and at the end those that were not posted.
 */
export class SendObjects {
  readonly #sender: Sender;
  readonly #ports: UploaderPorts;
  readonly #list: TaskList;
  readonly #settings: Settings;
  readonly #listeners: SendListeners;
  readonly #stop = new AbortController();
  readonly #pool: CompressionPool;
  readonly #chunks: PrioritySemaphore;
  readonly #scheduler: Scheduler;
  readonly #outcomes: OutcomeHandler;
  readonly #watch: PostWatch;
  readonly #posts: Posts;
  readonly #limit: RateLimit;
  readonly #ended = Promise.withResolvers<SendOutcome>();
  #cancelWake: (() => void) | undefined;
  #hold: SendHold | undefined;
  #posting = 0;

  constructor(sender: Sender, list: TaskList, settings: Settings, listeners: SendListeners) {
    const { ports, job, shortestCallMs } = sender;
    this.#sender = sender;
    this.#ports = ports;
    this.#list = list;
    this.#settings = settings;
    this.#listeners = listeners;
    this.#pool = new CompressionPool(ports.compressor, ports.clock);
    this.#limit = new RateLimit(() => ports.bytesPerSecond());
    this.#chunks = new PrioritySemaphore(this.#pool.limit + 1);
    this.#scheduler = new Scheduler(list, {
      settings,
      memoryBytes: ports.memoryBytes,
      bytesPerSecond: () => ports.bytesPerSecond(),
      compressionBytesPerSecond: () => this.#pool.bytesPerSecond,
    });
    const { link } = this.#scheduler;
    const { signal } = this.#stop;
    const now = ports.clock.now();
    if (shortestCallMs !== undefined) link.answered(now - shortestCallMs, now);
    this.#watch = new PostWatch(ports, link, signal, () => this.#start());
    this.#posts = new Posts(
      { ports, job, list, link, watch: this.#watch, signal },
      { onProgress: () => listeners.onProgress(), onAnswer: () => this.#start() },
    );
    this.#outcomes = new OutcomeHandler(ports, list, {
      onFault: (fault) => listeners.onFault(fault),
      halt: () => this.#scheduler.halt(),
      onLeaseLost: (refusal) => this.#ended.resolve({ kind: "leaseLost", refusal }),
    });
  }

  /** Settles when all is sent, the signal aborts, or it must end; call once. */
  async run(signal: AbortSignal, hold: SendHold): Promise<SendOutcome> {
    this.#hold = hold;
    const onHold = (): void => this.#start();
    hold.requested.addEventListener("abort", onHold, { once: true });
    // At once: what settles in the same moment must not take a task that was just given back.
    const abort = (): void => {
      this.#stop.abort();
      this.#ended.resolve({ kind: "aborted" });
    };
    signal.addEventListener("abort", abort, { once: true });
    const endListening = this.#ports.page.onOnline(() => this.#retryNow());
    if (signal.aborted) abort();
    else {
      this.#watch.start();
      this.#reachAddresses();
      this.#startDue();
    }
    const outcome = await this.#ended.promise;
    endListening();
    signal.removeEventListener("abort", abort);
    hold.requested.removeEventListener("abort", onHold);
    this.#stop.abort();
    this.#cancelWake?.();
    this.#pool.close();
    for (const { prepared } of this.#scheduler.waiting) this.#ports.preparer.release(prepared.body);
    return outcome;
  }

  /** addresses/A2 */
  #reachAddresses(): void {
    const { link } = this.#scheduler;
    const reach = async (address: string): Promise<void> => {
      if (!(await this.#sender.reach(address)) || this.#isStopped) return;
      link.addresses.reached(address);
      this.#start();
    };
    for (const address of this.#settings.storeAddresses) void reach(address);
  }

  get #isStopped(): boolean {
    return this.#stop.signal.aborted;
  }

  /** send/S6 */
  #retryNow(): void {
    this.#list.queue.hasten(this.#ports.clock.now());
    this.#startDue();
  }

  /** Starts what is due after a change. */
  #startDue(): void {
    if (this.#isStopped) return;
    this.#listeners.onProgress();
    this.#start();
  }

  /** Starts all that may be posted or prepared now. */
  #start(): void {
    if (this.#isStopped) return;
    if (this.#hold?.requested.aborted === true) {
      this.#endHeld(this.#hold);
      return;
    }
    const { clock } = this.#ports;
    const scheduler = this.#scheduler;
    while (this.#limit.mayStart(clock.now())) {
      const next = scheduler.nextPost(clock.now());
      if (next === undefined) break;
      this.#limit.started(next.prepared.body.size, clock.now());
      void this.#post(next);
    }
    for (;;) {
      const task = scheduler.nextPreparation(clock.now());
      if (task === undefined) break;
      void this.#prepare(task);
    }
    if (scheduler.isDone) this.#finish();
    else this.#wakeWhenDue();
    if (scheduler.isStalled) this.#ports.log("nothing is sent though objects are missing", {});
  }

  /** send/S11 */
  #endHeld(hold: SendHold): void {
    this.#cancelWake?.();
    if (this.#posting > 0) return;
    if (this.#scheduler.isDone) this.#finish();
    else hold.reach();
  }

  /** send/S13 */
  #cutAnew(): void {
    const { clock, preparer } = this.#ports;
    const isAuthorised = (ready: ReadyObject): boolean => this.#posts.isAuthorised(ready);
    for (const { prepared } of this.#scheduler.takeBackLong(clock.now(), isAuthorised))
      preparer.release(prepared.body);
  }

  #finish(): void {
    const { fault } = this.#outcomes;
    this.#ended.resolve(fault === undefined ? { kind: "sent" } : { kind: "failed", fault });
  }

  #wakeWhenDue(): void {
    this.#cancelWake?.();
    const due = this.#list.queue.nextDue();
    const wait = (due ?? -Infinity) - this.#ports.clock.now();
    // What is due already waits for another to end.
    if (wait <= 0) return;
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
      onCompressed: (bytes) => {
        this.#list.queue.addCompressed(attempt, bytes);
        this.#listeners.onProgress();
      },
    }).catch(crashed);
    const prepared = outcome.kind === "prepared" ? outcome.prepared : undefined;
    if (this.#isStopped) {
      if (prepared !== undefined) preparer.release(prepared.body);
      return;
    }
    const ready = this.#scheduler.endPreparation(task, prepared);
    if (ready !== undefined) this.#posts.authorise(ready);
    this.#outcomes.prepared(attempt, outcome);
    this.#startDue();
  }

  async #post(ready: ReadyObject): Promise<void> {
    const { attempt, prepared } = ready;
    const { clock, preparer } = this.#ports;
    const { fullStore } = this.#scheduler;
    this.#list.queue.update(attempt, "UPLOADING");
    this.#posting++;
    const began = clock.now();
    const outcome = await this.#posts
      .send(ready, fullStore.isFull)
      .catch((error: unknown): WatchedOutcome => ({
        kind: "refused",
        status: 0,
        message: String(error),
      }));
    this.#posting--;
    preparer.release(prepared.body);
    if (this.#isStopped) return;
    this.#scheduler.endPost(ready);
    if (outcome.kind === "full") fullStore.refused(clock.now(), clock.random());
    else if (outcome.kind === "stored") fullStore.stored(began);
    this.#listeners.onStoreFull(fullStore.isFull);
    this.#outcomes.posted(attempt, outcome);
    if (isConnectionLoss(outcome)) this.#cutAnew();
    this.#startDue();
  }
}

/** Whether a connection broke under a post, or it looks so. */
function isConnectionLoss(outcome: WatchedOutcome): boolean {
  return (
    outcome.kind === "noResponse" || (outcome.kind === "stored" && outcome.resent !== undefined)
  );
}
