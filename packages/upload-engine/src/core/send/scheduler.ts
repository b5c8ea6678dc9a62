import type { Settings } from "@swath/contract/settings";
import { leastPieceBytes, type Segment, zstdBound } from "@swath/contract/uploads";
import {
  MAX_CONCURRENT_READS,
  type PreparedObject,
  type SourceSegment,
} from "../../ports/preparer.ts";
import type { TaskList } from "../state/task-list.ts";
import { cutLength, type Task } from "../state/ranges.ts";
import { Link } from "./link.ts";
import { type PreparationTask, sourceSegments, untouchedRange } from "./prepare-object.ts";
import { FullStore, RateLimit, type ReadyObject, ReadyObjects } from "./ready-objects.ts";
import type { Moment } from "./send-events.ts";

/** A shorter last piece is not worth two calls. */
const SHORTEST_LAST = 1_048_576;
/** A waiting piece more than this many times as long as one cut now is too long. */
const LONG_SHARE = 2;
/** Seconds of a limited rate that a piece takes at most, so that the rate is even. */
const LIMITED_S = 2;

const isZipped = ({ segments }: PreparedObject): boolean => segments.some(({ zipped }) => zipped);

const sourceBytes = (segments: readonly SourceSegment[]): number =>
  segments.reduce((sum, { length }) => sum + length, 0);

/** Decides which object is prepared or posted next (send/S1, S8 to S10 and S13), and counts both. */
export class Scheduler {
  readonly link: Link;
  readonly fullStore = new FullStore();
  readonly #list: TaskList;
  readonly #settings: Settings;
  /** Most bytes of memory to be held; one object is always allowed. */
  readonly #memoryBytes: number;
  readonly #limit = new RateLimit();
  readonly #ready: ReadyObjects;
  #preparing = 0;
  /** How many of those are only hashed. */
  #hashing = 0;
  #heldBytes = 0;
  #halted = false;

  constructor(list: TaskList, settings: Settings, memoryBytes: number) {
    this.#list = list;
    this.#settings = settings;
    this.#memoryBytes = memoryBytes;
    this.link = new Link(settings);
    this.#ready = new ReadyObjects(this.link);
  }

  /** No further object is prepared; ready ones are still posted. */
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

  /** Ready objects that are not posted yet. */
  get waiting(): readonly ReadyObject[] {
    return this.#ready.waiting;
  }

  /** How many posts are under way. */
  get posting(): number {
    return this.#ready.posting;
  }

  /** The next object to be posted; it counts as being posted until `endPost`. */
  nextPost({ now, limitBytesPerSecond }: Moment): ReadyObject | undefined {
    if (!this.#limit.mayStart(now, limitBytesPerSecond)) return undefined;
    if (!this.fullStore.mayPost(this.#ready.posting, now)) return undefined;
    const ready = this.#ready.next();
    if (ready !== undefined)
      this.#limit.started(ready.prepared.body.size, now, limitBytesPerSecond);
    return ready;
  }

  endPost(object: ReadyObject): void {
    this.#ready.done(object);
    this.#heldBytes -= object.heldBytes;
  }

  /** send/S1 The next object to be prepared; it counts as such until `endPreparation`. */
  nextPreparation(moment: Moment): PreparationTask | undefined {
    const { queue } = this.#list;
    if (this.#halted || this.#preparing >= MAX_CONCURRENT_READS) return undefined;
    if (!this.#ready.mayPrepare(this.#preparing)) return undefined;
    const next = queue.peek(moment.now);
    if (next === undefined) return undefined;
    const task = { ...next, length: this.#cut(next, moment) };
    const segments = this.#segments(task, moment);
    const isHashed = untouchedRange(segments) !== undefined;
    const heldBytes = isHashed ? 0 : zstdBound(sourceBytes(segments));
    if (!this.#fitsMemory(heldBytes) || (isHashed && this.#mustWait())) return undefined;
    this.#preparing++;
    if (isHashed) this.#hashing++;
    this.#heldBytes += heldBytes;
    return { attempt: queue.take(moment.now, task.length)!, segments, heldBytes };
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

  /** send/S13 Takes back authorised pieces that are too long now; their bytes are prepared again. */
  takeBackLong(moment: Moment, isAuthorised: (object: ReadyObject) => boolean): ReadyObject[] {
    const long = this.#ready.takeOut((object) => {
      const { length } = object.attempt;
      const isLong =
        !isZipped(object.prepared) && length > LONG_SHARE * this.#cut(object.attempt, moment);
      return isLong && isAuthorised(object);
    });
    for (const { heldBytes } of long) this.#heldBytes -= heldBytes;
    for (const { attempt } of long.toReversed()) this.#list.queue.putBack(attempt);
    return long;
  }

  #fitsMemory(bytes: number): boolean {
    const held = this.#heldBytes;
    return bytes === 0 || held === 0 || held + bytes <= this.#memoryBytes;
  }

  /** send/S1 Whether a second object would share the drive while the link is starved. */
  #mustWait(): boolean {
    return this.#hashing > 0 && this.#ready.isStarved;
  }

  /** send/S9 How many source bytes of a task the next piece takes. */
  #cut({ index, offset, length }: Task, moment: Moment): number {
    const { manifest, objects, queue } = this.#list;
    const object = objects[index]!;
    const [first, ...others] = object.segments;
    if (first === undefined || others.length > 0) return length;
    const { minPieceBytes, minCopiedBytes } = this.#settings;
    const mayZip = manifest.files[first.file]!.zipped;
    const piece = {
      zipped: mayZip && !this.#linkOutrunsCompression(moment),
      // The server unpacks what may be compressed: the store joins nothing of it.
      minCopiedBytes: mayZip ? 0 : minCopiedBytes,
      limitBytes: (moment.limitBytesPerSecond ?? Infinity) * LIMITED_S,
    };
    const wanted = this.link.wantedLength(piece, moment.now, (most) => queue.waitingBytes(most));
    const isCopied = !mayZip && wanted >= minCopiedBytes;
    const least = isCopied ? minCopiedBytes : minPieceBytes;
    const leastRest = leastPieceBytes(object.sourceBytes, offset + length, least);
    return cutLength(length, wanted, least, Math.max(leastRest, Math.min(SHORTEST_LAST, least)));
  }

  /** send/S8 Whether the link carries more than the workers compress. */
  #linkOutrunsCompression({ compressionBytesPerSecond: compression }: Moment): boolean {
    const link = this.link.pace.bytesPerSecond;
    if (link === undefined || compression === undefined) return false;
    return this.#settings.compression === "adaptive" && link > compression;
  }

  #segments(task: Task, moment: Moment): SourceSegment[] {
    const { objects, manifest, sources } = this.#list;
    const zips = !this.#linkOutrunsCompression(moment);
    return sourceSegments(segmentsOf(objects[task.index]!.segments, task), manifest, sources, zips);
  }
}

/** The segments of an object that a task sends: all of them, or a part of its only one. */
function segmentsOf(segments: readonly Segment[], { offset, length }: Task): readonly Segment[] {
  const [first, ...others] = segments;
  if (first === undefined || others.length > 0) return segments;
  return [{ ...first, offset: first.offset + offset, length }];
}
