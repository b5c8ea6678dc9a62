import {
  LARGE_POSTS_ON_SLOW_LINK,
  MAX_CONCURRENT_READS,
  SMALL_BLOB_BYTES,
} from "@swath/contract/limits";
import type { Settings } from "@swath/contract/settings";
import { zstdBound } from "@swath/contract/uploads";
import type { SourceRun } from "../ports/preparer.ts";
import type { UploaderPorts } from "../ports/uploader-ports.ts";
import type { Refusal } from "./asking.ts";
import { backOff } from "./back-off.ts";
import { CompressionPool } from "./compression-pool.ts";
import { Gate } from "./gate.ts";
import { LinkRate } from "./link-rate.ts";
import { MemoryBudget } from "./memory-budget.ts";
import { postObject, type ObjectOutcome } from "./post-object.ts";
import {
  crashed,
  isWholeFile,
  prepareObject,
  type PrepareOutcome,
  runsOf,
} from "./prepare-object.ts";
import { type ReadyBlob, ReadyBlobs } from "./ready-blobs.ts";
import type { Ticket } from "./task-queue.ts";
import type { UploadFault } from "./upload-snapshot.ts";
import type { UploadTaskList } from "./upload-task-list.ts";
import type { UploadJob } from "./uploader.ts";

export type SendOutcome =
  | { readonly kind: "sent" }
  | { readonly kind: "aborted" }
  | { readonly kind: "failed"; readonly fault: UploadFault }
  | { readonly kind: "leaseLost"; readonly refusal: Refusal };

export interface SendWatch {
  /** Progress was made. */
  onChange(): void;
  /** Something failed for good, though the rest goes on. */
  onFault(fault: UploadFault): void;
}

const bytesOf = (runs: readonly SourceRun[]): number =>
  runs.reduce((sum, { length }) => sum + length, 0);

/** Bytes of memory that an object takes until it has landed. */
const bytesHeld = (runs: readonly SourceRun[]): number =>
  isWholeFile(runs) ? 0 : zstdBound(bytesOf(runs));

/** Parts that failed for good, none landing between, after which the rest is not tried. */
const FAILURES_IN_A_ROW = 3;

/**
 * Sends every object of a list that the server misses.
 *
 * S1 at most 2 objects are read at once, in the order of the plan; reading, compressing and posting
 *    overlap; of files that are only hashed one alone, as long as the line waits for it: two would
 *    share the drive and let the line wait for both;
 * S2 a 503 sends the object to the end of the list with back-off and chance (T3);
 * S3 an object that was refused, or could not be compressed, is prepared anew at the end of the list,
 *    up to 2 times, then it is FAILED (T4);
 * S4 an object of which a file can no longer be read is FAILED at once;
 * S5 the others are sent nevertheless, and then the upload has failed; after three FAILED in a row
 *    with none landing between, or without any compression worker left, nothing more is begun, and
 *    only what is ready is still sent;
 * S6 a lost lease ends it at once;
 * S7 after an abort or an end nothing is noted any more; what landed stays;
 * S8 where the settings allow it, an object is sent as it is while the link takes more bytes than all
 *    workers together compress; until the link's pace is known from a first large post, nothing else
 *    large is begun that would be compressed.
 */
export class SendObjects {
  readonly #ports: UploaderPorts;
  readonly #job: UploadJob;
  readonly #list: UploadTaskList;
  readonly #settings: Settings;
  readonly #watch: SendWatch;
  readonly #stop = new AbortController();
  readonly #pool: CompressionPool;
  readonly #pieces: Gate;
  readonly #blobs: ReadyBlobs;
  readonly #memory: MemoryBudget;
  readonly #link = new LinkRate();
  #preparing = 0;
  /** Of those, the files that are only hashed. */
  #hashing = 0;
  #failuresInARow = 0;
  #fault: UploadFault | undefined;
  /** S5 Nothing more is begun. */
  #halted = false;
  #wake: (() => void) | undefined;
  #end!: (outcome: SendOutcome) => void;

  constructor(
    ports: UploaderPorts,
    job: UploadJob,
    list: UploadTaskList,
    settings: Settings,
    watch: SendWatch,
  ) {
    this.#ports = ports;
    this.#job = job;
    this.#list = list;
    this.#settings = settings;
    this.#watch = watch;
    this.#pool = new CompressionPool(ports.compressor, ports.clock);
    this.#pieces = new Gate(this.#pool.limit + 1);
    this.#blobs = new ReadyBlobs(() => this.#largePosts());
    this.#memory = new MemoryBudget(ports.memoryBytes);
  }

  /** Settles when all is sent, the signal aborts, or it must end; call once. */
  async run(signal: AbortSignal): Promise<SendOutcome> {
    const ended = new Promise<SendOutcome>((resolve) => {
      this.#end = resolve;
    });
    const abort = (): void => this.#end({ kind: "aborted" });
    signal.addEventListener("abort", abort, { once: true });
    if (signal.aborted) abort();
    else this.#pump();
    const outcome = await ended;
    signal.removeEventListener("abort", abort);
    this.#stop.abort();
    this.#wake?.();
    this.#pool.close();
    return outcome;
  }

  get #stopped(): boolean {
    return this.#stop.signal.aborted;
  }

  #largePosts(): number {
    const { concurrentUploads } = this.#settings;
    return this.#link.isFast
      ? concurrentUploads
      : Math.min(concurrentUploads, LARGE_POSTS_ON_SLOW_LINK);
  }

  #pump(): void {
    if (this.#stopped) return;
    for (let blob = this.#blobs.next(); blob !== undefined; blob = this.#blobs.next())
      void this.#post(blob);
    while (this.#startPreparing());
    this.#watch.onChange();
    const drained = this.#halted && this.#preparing === 0 && this.#blobs.idle;
    if (drained || this.#list.queue.settled) this.#finish();
    else this.#wakeWhenDue();
  }

  #finish(): void {
    if (this.#fault === undefined) this.#end({ kind: "sent" });
    else this.#end({ kind: "failed", fault: this.#fault });
  }

  #wakeWhenDue(): void {
    this.#wake?.();
    const due = this.#list.queue.nextDue();
    if (due === undefined) return;
    const wait = Math.max(1, due - this.#ports.clock.now());
    this.#wake = this.#ports.clock.after(wait, () => this.#pump());
  }

  /** S1 */
  #startPreparing(): boolean {
    const { queue } = this.#list;
    const now = this.#ports.clock.now();
    if (this.#halted) return false;
    if (this.#preparing >= MAX_CONCURRENT_READS || !this.#blobs.mayPrepare(this.#preparing))
      return false;
    const next = queue.peek(now);
    if (next === undefined) return false;
    const runs = this.#runs(next);
    const held = bytesHeld(runs);
    if (!this.#memory.fits(held) || this.#mustWait(runs)) return false;
    void this.#prepare(queue.take(now)!, runs, held);
    return true;
  }

  /** S1, S8 */
  #mustWait(runs: readonly SourceRun[]): boolean {
    if (isWholeFile(runs)) return this.#hashing > 0 && this.#blobs.hungry;
    const isUnknown = this.#isAdaptive && this.#link.bytesPerSecond === undefined;
    const isFirst = this.#preparing === 0 && this.#blobs.large === 0;
    const isLarge = bytesOf(runs) > SMALL_BLOB_BYTES;
    return isUnknown && !isFirst && isLarge && runs.some(({ zipped }) => zipped);
  }

  get #isAdaptive(): boolean {
    return this.#settings.compression === "adaptive";
  }

  /** S8 */
  #linkOutruns(): boolean {
    const [link, pool] = [this.#link.bytesPerSecond, this.#pool.bytesPerSecond];
    return this.#isAdaptive && link !== undefined && pool !== undefined && link > pool;
  }

  #runs(index: number): SourceRun[] {
    const { objects, manifest, sources } = this.#list;
    return runsOf(objects[index]!.segments, manifest, sources, !this.#linkOutruns());
  }

  async #prepare(ticket: Ticket, runs: readonly SourceRun[], held: number): Promise<void> {
    const hashing = isWholeFile(runs) ? 1 : 0;
    this.#preparing++;
    this.#hashing += hashing;
    this.#memory.hold(held);
    const outcome = await prepareObject(runs, {
      preparer: this.#ports.preparer,
      clock: this.#ports.clock,
      pool: this.#pool,
      pieces: this.#pieces,
      order: ticket.index,
      wire: this.#settings.wireChecksum,
      signal: this.#stop.signal,
      onCompressing: () => void this.#list.queue.note(ticket, "COMPRESSING"),
    }).catch(crashed);
    this.#preparing--;
    this.#hashing -= hashing;
    if (this.#stopped) return;
    if (outcome.kind === "prepared") {
      this.#list.queue.note(ticket, "WAITING");
      this.#blobs.add({ ticket, prepared: outcome.prepared, held });
    } else {
      this.#memory.release(held);
      this.#notPrepared(ticket, outcome);
    }
    this.#pump();
  }

  #notPrepared(ticket: Ticket, outcome: Exclude<PrepareOutcome, { kind: "prepared" }>): void {
    if (outcome.kind === "aborted") return;
    if (outcome.kind === "unreadable") this.#unreadable(ticket, outcome.path, outcome.reason);
    else if (outcome.exhausted) this.#exhausted(ticket, outcome.reason);
    else this.#refused(ticket, outcome.reason);
  }

  async #post(blob: ReadyBlob): Promise<void> {
    const { ticket, prepared } = blob;
    const { queue, objects } = this.#list;
    const { name } = objects[ticket.index]!;
    queue.note(ticket, "UPLOADING");
    let before: number | undefined;
    const { clock } = this.#ports;
    const onSent = (bytes: number): void => {
      if (before === undefined) this.#link.began(clock.now());
      else if (this.#link.sent(bytes - before, clock.now())) this.#pump();
      before = bytes;
      if (!this.#stopped && queue.note(ticket, "UPLOADING", bytes / prepared.body.size))
        this.#watch.onChange();
    };
    const object = { name, prepared };
    const outcome = await postObject(this.#ports, this.#job, object, {
      signal: this.#stop.signal,
      onSent,
    });
    if (before !== undefined) this.#link.ended(clock.now());
    if (this.#stopped) return;
    this.#blobs.done(blob);
    this.#memory.release(blob.held);
    this.#posted(ticket, outcome);
    this.#pump();
  }

  #posted(ticket: Ticket, outcome: ObjectOutcome): void {
    switch (outcome.kind) {
      case "stored":
        this.#failuresInARow = 0;
        this.#list.queue.complete(ticket);
        break;
      case "busy":
        this.#list.queue.postpone(ticket, this.#later(ticket));
        break;
      case "refused":
        this.#refused(ticket, outcome.message);
        break;
      case "unreadable":
        this.#unreadable(ticket, outcome.path, "it was changed or removed while it was sent");
        break;
      case "leaseLost":
        this.#end(outcome);
        break;
      case "aborted":
        break;
    }
  }

  #later(ticket: Ticket): number {
    const { clock } = this.#ports;
    const attempt = this.#list.queue.setbacks(ticket.index) + 1;
    return clock.now() + backOff(attempt, clock.random());
  }

  /** S3 */
  #refused(ticket: Ticket, reason: string): void {
    const { name, segments } = this.#list.objects[ticket.index]!;
    this.#ports.log("an object was refused", { name, reason });
    if (this.#list.queue.refuse(ticket, this.#later(ticket)) !== "failed") return;
    const path = this.#list.manifest.files[segments[0]!.file]!.fullPath;
    const others = segments.length > 1 ? ` and ${segments.length - 1} more` : "";
    const message = `Failed to upload ${path}${others}.`;
    this.#failed({ code: "UPLOAD_REFUSED", message, detail: reason });
  }

  /** S4 */
  #unreadable(ticket: Ticket, path: string, reason: string): void {
    this.#list.queue.fail(ticket);
    const message = `Failed to read ${path}. Please check the drive and select the folder again.`;
    this.#failed({ code: "FILE_UNREADABLE", message, detail: reason });
  }

  #exhausted(ticket: Ticket, reason: string): void {
    this.#list.queue.fail(ticket);
    this.#halted = true;
    const message = "Compression failed on this device.";
    this.#failed({ code: "COMPRESSION_FAILED", message, detail: reason });
  }

  /** S5 */
  #failed(fault: UploadFault): void {
    this.#fault ??= fault;
    this.#watch.onFault(this.#fault);
    if (++this.#failuresInARow >= FAILURES_IN_A_ROW) this.#halted = true;
  }
}
