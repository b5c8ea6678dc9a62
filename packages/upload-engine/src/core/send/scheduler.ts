import type { Settings } from "@swath/contract/settings";
import { zstdBound } from "@swath/contract/uploads";
import {
  MAX_CONCURRENT_READS,
  type PreparedObject,
  type SourceSegment,
} from "../../ports/preparer.ts";
import type { TaskList } from "../state/task-list.ts";
import type { Attempt } from "../state/task-queue.ts";
import { isWholeFile, sourceSegments } from "./prepare-object.ts";
import { type ReadyObject, ReadyObjects, SMALL_BYTES } from "./ready-objects.ts";
import { LinkThroughput } from "./throughput.ts";

/** Larger posts overlap this much, so that a broken link loses little, until the link is fast. */
const LARGE_POSTS_ON_SLOW_LINK = 2;

/** An object to be prepared now. */
export interface PreparationTask {
  readonly attempt: Attempt;
  readonly segments: readonly SourceSegment[];
  /** Bytes of memory that the object takes until it has landed. */
  readonly heldBytes: number;
}

interface SchedulerOptions {
  readonly settings: Settings;
  /** Most bytes of memory to be held; one object is always allowed. */
  readonly memoryBytes: number;
  /** Source bytes that can be compressed in a second; undefined until known. */
  readonly compressionBytesPerSecond: () => number | undefined;
}

const sourceBytes = (segments: readonly SourceSegment[]): number =>
  segments.reduce((sum, { length }) => sum + length, 0);

/**
 * Decides what is prepared and posted next, and keeps count of both; it starts nothing itself.
 *
 * send/S1 at most 2 objects are prepared at once, in the order of the plan; preparing and posting
 *    overlap; of files that are only hashed one alone, as long as the link is starved: two would
 *    share the drive and delay both;
 * send/S8 where the settings allow it, an object is sent as it is while the link takes more bytes than
 *    all workers together compress; until the link's throughput is known from a first large post,
 *    nothing else large is begun that would be compressed.
 */
export class Scheduler {
  readonly link = new LinkThroughput();
  readonly #list: TaskList;
  readonly #options: SchedulerOptions;
  readonly #ready: ReadyObjects;
  #preparing = 0;
  /** Of those, the files that are only hashed. */
  #hashing = 0;
  #heldBytes = 0;
  #halted = false;

  constructor(list: TaskList, options: SchedulerOptions) {
    this.#list = list;
    this.#options = options;
    this.#ready = new ReadyObjects(() => this.#maxLargePosts());
  }

  /** Nothing more is prepared; what is ready is still posted. */
  halt(): void {
    this.#halted = true;
  }

  /** Whether everything has ended that may be begun. */
  get isDone(): boolean {
    if (this.#list.queue.isIdle) return true;
    return this.#halted && this.#preparing === 0 && this.#ready.isIdle;
  }

  /** The next object to be posted; it counts as being posted until `endPost`. */
  nextPost(): ReadyObject | undefined {
    return this.#ready.next();
  }

  endPost(object: ReadyObject): void {
    this.#ready.done(object);
    this.#heldBytes -= object.heldBytes;
  }

  /** send/S1 The next object to be prepared; it counts as such until `endPreparation`. */
  nextPreparation(now: number): PreparationTask | undefined {
    const { queue } = this.#list;
    if (this.#halted || this.#preparing >= MAX_CONCURRENT_READS) return undefined;
    if (!this.#ready.mayPrepare(this.#preparing)) return undefined;
    const next = queue.peek(now);
    if (next === undefined) return undefined;
    const segments = this.#segments(next);
    const isWhole = isWholeFile(segments);
    const heldBytes = isWhole ? 0 : zstdBound(sourceBytes(segments));
    if (!this.#fitsMemory(heldBytes) || this.#mustWait(segments, isWhole)) return undefined;
    this.#preparing++;
    if (isWhole) this.#hashing++;
    this.#heldBytes += heldBytes;
    return { attempt: queue.take(now)!, segments, heldBytes };
  }

  /** With the object where it is ready to be posted. */
  endPreparation(task: PreparationTask, prepared: PreparedObject | undefined): void {
    const { attempt, segments, heldBytes } = task;
    this.#preparing--;
    if (isWholeFile(segments)) this.#hashing--;
    if (prepared === undefined) this.#heldBytes -= heldBytes;
    else this.#ready.add({ attempt, prepared, heldBytes });
  }

  #fitsMemory(bytes: number): boolean {
    const held = this.#heldBytes;
    return bytes === 0 || held === 0 || held + bytes <= this.#options.memoryBytes;
  }

  /** send/S1 and send/S8 */
  #mustWait(segments: readonly SourceSegment[], isWhole: boolean): boolean {
    if (isWhole) return this.#hashing > 0 && this.#ready.isStarved;
    const isUnknown = this.#isAdaptive && this.link.bytesPerSecond === undefined;
    const isFirst = this.#preparing === 0 && this.#ready.largePosts === 0;
    const isLarge = sourceBytes(segments) > SMALL_BYTES;
    return isUnknown && !isFirst && isLarge && segments.some(({ zipped }) => zipped);
  }

  get #isAdaptive(): boolean {
    return this.#options.settings.compression === "adaptive";
  }

  /** send/S8 */
  #linkOutrunsCompression(): boolean {
    const link = this.link.bytesPerSecond;
    const compression = this.#options.compressionBytesPerSecond();
    if (link === undefined || compression === undefined) return false;
    return this.#isAdaptive && link > compression;
  }

  #segments(index: number): SourceSegment[] {
    const { objects, manifest, sources } = this.#list;
    const zips = !this.#linkOutrunsCompression();
    return sourceSegments(objects[index]!.segments, manifest, sources, zips);
  }

  #maxLargePosts(): number {
    const { concurrentUploads } = this.#options.settings;
    return this.link.isFast
      ? concurrentUploads
      : Math.min(concurrentUploads, LARGE_POSTS_ON_SLOW_LINK);
  }
}
