import type { Settings } from "@swath/contract/settings";
import { leastPieceBytes, type Segment, zstdBound } from "@swath/contract/uploads";
import {
  MAX_CONCURRENT_READS,
  type PreparedObject,
  type SourceSegment,
} from "../../ports/preparer.ts";
import type { TaskList } from "../state/task-list.ts";
import { cutLength, type Task } from "../state/ranges.ts";
import type { Attempt } from "../state/task-queue.ts";
import { FullStore } from "./full-store.ts";
import { Link } from "./link.ts";
import { sourceSegments, untouchedRange } from "./prepare-object.ts";
import { type ReadyObject, ReadyObjects } from "./ready-objects.ts";

/** An object or a piece of one to be prepared now. */
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
  /** Most bytes a second on the wire; undefined for as many as the link takes. */
  readonly bytesPerSecond: () => number | undefined;
  /** Source bytes that can be compressed in a second; undefined until known. */
  readonly compressionBytesPerSecond: () => number | undefined;
}

/** A shorter last piece is not worth two calls. */
const SHORTEST_LAST = 1_048_576;
/** A piece that is longer by so much than it would be now is too long. */
const LONG_SHARE = 2;
/** Seconds of a limited rate that a piece takes at most, so that the rate is even. */
const LIMITED_S = 2;

const isZipped = ({ segments }: PreparedObject): boolean => segments.some(({ zipped }) => zipped);

const sourceBytes = (segments: readonly SourceSegment[]): number =>
  segments.reduce((sum, { length }) => sum + length, 0);

/**
 * Decides what is prepared and posted next, and keeps count of both; it starts nothing itself.
 *
 * send/S1 at most 2 objects are prepared at once, in the order of the plan; preparing and posting
 *    overlap; of what is only hashed one alone, as long as the link is starved: two would
 *    share the drive and delay both;
 * send/S8 where the settings allow it, an object is sent as it is while the store acknowledges more bytes
 *    than all workers together compress;
 * send/S9 what holds one file only is cut to the length that fits the link, and to 2 s of a limit, but
 *    no shorter than the store joins; what it joins by itself leaves no rest that it would not; a
 *    file's last piece may be shorter, down to 1 MiB; a bundle goes whole;
 * send/S13 what was cut before a connection broke, and waits, is cut anew where it is more than twice as
 *    long as it would be now, unless it is compressed;
 * send/S10 as long as anything is missing, something is under way or has its time.
 */
export class Scheduler {
  readonly link: Link;
  readonly fullStore = new FullStore();
  readonly #list: TaskList;
  readonly #options: SchedulerOptions;
  readonly #ready: ReadyObjects;
  #preparing = 0;
  /** Of those, what is only hashed. */
  #hashing = 0;
  #heldBytes = 0;
  #halted = false;

  constructor(list: TaskList, options: SchedulerOptions) {
    this.#list = list;
    this.#options = options;
    this.link = new Link(options.settings);
    this.#ready = new ReadyObjects(this.link);
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

  /** send/S10 Whether nothing is under way or has its time though something is missing. */
  get isStalled(): boolean {
    const { queue } = this.#list;
    const isIdle = this.#preparing === 0 && this.#ready.isIdle && !this.#halted;
    return isIdle && queue.hasWaiting && queue.nextDue() === undefined;
  }

  /** What is ready and not posted. */
  get waiting(): readonly ReadyObject[] {
    return this.#ready.waiting;
  }

  /** The next object to be posted; it counts as being posted until `endPost`. */
  nextPost(now: number): ReadyObject | undefined {
    return this.fullStore.mayPost(this.#ready.posting, now) ? this.#ready.next() : undefined;
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
    const task = { ...next, length: this.#cut(next, now) };
    const segments = this.#segments(task);
    const isHashed = untouchedRange(segments) !== undefined;
    const heldBytes = isHashed ? 0 : zstdBound(sourceBytes(segments));
    if (!this.#fitsMemory(heldBytes) || (isHashed && this.#mustWait())) return undefined;
    this.#preparing++;
    if (isHashed) this.#hashing++;
    this.#heldBytes += heldBytes;
    return { attempt: queue.take(now, () => task.length)!, segments, heldBytes };
  }

  /** With the object where it is ready to be posted; returns it as such. */
  endPreparation(
    task: PreparationTask,
    prepared: PreparedObject | undefined,
  ): ReadyObject | undefined {
    const { attempt, segments, heldBytes } = task;
    this.#preparing--;
    if (untouchedRange(segments) !== undefined) this.#hashing--;
    if (prepared === undefined) {
      this.#heldBytes -= heldBytes;
      return undefined;
    }
    const ready = { attempt, prepared, heldBytes };
    this.#ready.add(ready);
    return ready;
  }

  /** send/S13 Those of the authorised ones; their bytes are to be prepared anew. */
  takeBackLong(now: number, isAuthorised: (object: ReadyObject) => boolean): ReadyObject[] {
    const long = this.#ready.takeOut((object) => {
      const { length } = object.attempt;
      const isLong =
        !isZipped(object.prepared) && length > LONG_SHARE * this.#cut(object.attempt, now);
      return isLong && isAuthorised(object);
    });
    for (const { heldBytes } of long) this.#heldBytes -= heldBytes;
    for (const { attempt } of long.toReversed()) this.#list.queue.putBack(attempt);
    return long;
  }

  #fitsMemory(bytes: number): boolean {
    const held = this.#heldBytes;
    return bytes === 0 || held === 0 || held + bytes <= this.#options.memoryBytes;
  }

  /** send/S1 */
  #mustWait(): boolean {
    return this.#hashing > 0 && this.#ready.isStarved;
  }

  /** send/S9 */
  #cut({ index, offset, length }: Task, now: number): number {
    const { manifest, objects, queue } = this.#list;
    const object = objects[index]!;
    const [first, ...others] = object.segments;
    if (first === undefined || others.length > 0) return length;
    const { minPieceBytes, minCopiedBytes } = this.#options.settings;
    const mayZip = manifest.files[first.file]!.zipped;
    const piece = {
      zipped: mayZip && !this.#linkOutrunsCompression(),
      // The server unpacks what may be compressed: the store joins nothing of it.
      minCopiedBytes: mayZip ? 0 : minCopiedBytes,
      limitBytes: this.#limitedLength(),
    };
    const wanted = this.link.wantedLength(piece, now, (most) => queue.waitingBytes(most));
    const isCopied = !mayZip && wanted >= minCopiedBytes;
    const least = isCopied ? minCopiedBytes : minPieceBytes;
    const leastRest = leastPieceBytes(object.sourceBytes, offset + length, least);
    return cutLength(length, wanted, least, Math.max(leastRest, Math.min(SHORTEST_LAST, least)));
  }

  /** send/S9 */
  #limitedLength(): number {
    const rate = this.#options.bytesPerSecond();
    return rate === undefined ? Infinity : rate * LIMITED_S;
  }

  /** send/S8 */
  #linkOutrunsCompression(): boolean {
    const link = this.link.pace.bytesPerSecond;
    const compression = this.#options.compressionBytesPerSecond();
    if (link === undefined || compression === undefined) return false;
    return this.#options.settings.compression === "adaptive" && link > compression;
  }

  #segments(task: Task): SourceSegment[] {
    const { objects, manifest, sources } = this.#list;
    const zips = !this.#linkOutrunsCompression();
    return sourceSegments(segmentsOf(objects[task.index]!.segments, task), manifest, sources, zips);
  }
}

/** The segments of an object that a task sends: all of them, or a part of its only one. */
function segmentsOf(segments: readonly Segment[], { offset, length }: Task): readonly Segment[] {
  const [first, ...others] = segments;
  if (first === undefined || others.length > 0) return segments;
  return [{ ...first, offset: first.offset + offset, length }];
}
