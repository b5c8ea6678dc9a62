import { ObjectRanges, type Unfinished, type Task } from "./ranges.ts";
import type { RowState } from "./upload-snapshot.ts";

/** How often what was refused is sent again. */
export const UPLOAD_RETRIES = 2;

/** One attempt at a task; new each time one is taken, so that a late result is recognised. */
export type Attempt = Task;

/** In the order of a task's life: the furthest is shown of an object that has several. */
const ACTIVE_STATES = ["READING", "COMPRESSING", "WAITING", "UPLOADING"] as const;
type ActiveState = (typeof ACTIVE_STATES)[number];

interface ActiveTask {
  readonly attempt: Attempt;
  state: ActiveState;
  /** 0 to 1. */
  sent: number;
  /** Source bytes. */
  compressed: number;
}

/** How an object shows. */
export interface ObjectState {
  readonly state: RowState;
  /** How much of it landed or was sent, 0 to 1. */
  readonly sent: number;
  /** How far its compression has come, 0 to 1; undefined where nothing is being compressed. */
  readonly compressed: number | undefined;
}

/** A task that is not taken before its time. */
interface DeferredTask extends Task {
  readonly notBefore: number;
}

/**
 * The objects of an upload as tasks, each a range of one object: pending, active, deferred or landed.
 *
 * send/T1 tasks are taken in the order of the plan, those that go first before the others, and start as
 *    READING, 0 %;
 * send/T2 a range lands once, and is never taken again unless the server misses it;
 * send/T3 a task that the store was too busy for is deferred to the end of the list, not before
 *    its time, and that counts as no failure;
 * send/T4 a task that was refused is deferred alike up to 2 times, then its object is FAILED; one for
 *    which no repetition helps is FAILED at once; of a failed object nothing more is taken;
 * send/T5 on pause every active task becomes pending again, in its order, and what landed of an object
 *    is kept;
 * send/T6 the result of an attempt that is no longer active is ignored;
 * send/T7 a task may be cut as it is taken: the rest stays where it was;
 * send/T8 one that is put back is taken next, and together with what it was cut from.
 */
export class TaskQueue {
  readonly ranges: ObjectRanges;
  readonly #first: ReadonlySet<number>;
  #pending: Task[];
  /** Of the next pending task: the list is read forward, not shifted. */
  #head = 0;
  /** In the order in which they were deferred. */
  #deferred: DeferredTask[] = [];
  /** How often each task was deferred and refused, by object and offset. */
  readonly #retries = new Map<string, number>();
  readonly #refusals = new Map<string, number>();
  readonly #active = new Map<Attempt, ActiveTask>();
  readonly #failed = new Set<number>();

  /** Given the objects that go first. */
  constructor(ranges: ObjectRanges, first: ReadonlySet<number> = new Set()) {
    this.ranges = ranges;
    this.#first = first;
    this.#pending = this.#missing();
  }

  /** send/T1 Missing tasks in the order of the plan, those that go first at the front. */
  #missing(): Task[] {
    const missing = [...this.ranges.missing()];
    const isFirst = ({ index }: Task): boolean => this.#first.has(index);
    return [...missing.filter(isFirst), ...missing.filter((task) => !isFirst(task))];
  }

  /** The task that `take` would take or cut now. */
  peek(now: number): Task | undefined {
    return this.#pending[this.#head] ?? this.#deferred.find(({ notBefore }) => notBefore <= now);
  }

  /** Takes the next task, or so many of its source bytes. */
  take(now: number, bytes = Infinity): Attempt | undefined {
    const task = this.peek(now);
    if (task === undefined) return undefined;
    const { index, offset } = task;
    const length = Math.min(task.length, bytes);
    const rest = { ...task, offset: offset + length, length: task.length - length };
    if ("notBefore" in task) {
      const left = rest.length > 0 ? [rest as DeferredTask] : [];
      this.#deferred.splice(this.#deferred.indexOf(task as DeferredTask), 1, ...left);
    } else if (rest.length > 0) this.#pending[this.#head] = rest;
    else this.#head++;
    const attempt = { index, offset, length };
    this.#active.set(attempt, { attempt, state: "READING", sent: 0, compressed: 0 });
    return attempt;
  }

  /** When the first deferred task may be taken; undefined without one. */
  nextDue(): number | undefined {
    const times = this.#deferred.map(({ notBefore }) => notBefore);
    return times.length === 0 ? undefined : Math.min(...times);
  }

  /** Makes all deferred tasks due, such as when the network is back. */
  makeDue(now: number): void {
    this.#deferred = this.#deferred.map((task) => ({
      ...task,
      notBefore: Math.min(now, task.notBefore),
    }));
  }

  /** Sets state and progress of a task, `sent` from 0 to 1; returns whether the attempt is active. */
  update(attempt: Attempt, state: ActiveState, sent = 0): boolean {
    const task = this.#active.get(attempt);
    if (task === undefined) return false;
    task.state = state;
    task.sent = Math.min(1, Math.max(0, sent));
    return true;
  }

  addCompressed(attempt: Attempt, bytes: number): void {
    const task = this.#active.get(attempt);
    if (task !== undefined) task.compressed += bytes;
  }

  complete(attempt: Attempt): boolean {
    if (!this.#active.delete(attempt)) return false;
    this.ranges.land(attempt);
    return true;
  }

  /** send/T3 Has a task wait until a time. */
  defer(attempt: Attempt, notBefore: number): boolean {
    if (!this.#active.delete(attempt)) return false;
    this.#defer(attempt, notBefore);
    return true;
  }

  /** send/T8 Makes a task the next one, joined with the rest that it was cut from. */
  putBack(attempt: Attempt): void {
    if (!this.#active.delete(attempt) || this.#failed.has(attempt.index)) return;
    const next = this.#pending[this.#head];
    const end = attempt.offset + attempt.length;
    if (next?.index === attempt.index && next.offset === end)
      this.#pending[this.#head] = { ...attempt, length: attempt.length + next.length };
    else {
      this.#pending = [attempt, ...this.#pending.slice(this.#head)];
      this.#head = 0;
    }
  }

  /** send/T4 Undefined where the attempt is no longer active. */
  refuse(attempt: Attempt, notBefore: number): "deferred" | "failed" | undefined {
    if (!this.#active.delete(attempt)) return undefined;
    if (countUp(this.#refusals, attempt) > UPLOAD_RETRIES) {
      this.#fail(attempt.index);
      return "failed";
    }
    this.#defer(attempt, notBefore);
    return "deferred";
  }

  /** send/T4 For a task for which no repetition helps. */
  fail(attempt: Attempt): boolean {
    if (!this.#active.delete(attempt)) return false;
    this.#fail(attempt.index);
    return true;
  }

  #fail(index: number): void {
    const isOther = (task: Task): boolean => task.index !== index;
    this.#failed.add(index);
    this.#deferred = this.#deferred.filter(isOther);
    this.#pending = this.#pending.slice(this.#head).filter(isOther);
    this.#head = 0;
  }

  #defer(task: Task, notBefore: number): void {
    // Another piece of it has failed for good.
    if (this.#failed.has(task.index)) return;
    countUp(this.#retries, task);
    this.#deferred.push({ ...task, notBefore });
  }

  /** How often a task was deferred since it was last requeued. */
  retries(task: Task): number {
    return this.#retries.get(keyOf(task)) ?? 0;
  }

  /** send/T2 Makes pending again what the server misses. */
  requeueMissing(unfinished: Unfinished): void {
    this.ranges.miss(unfinished);
    this.requeue();
  }

  /** send/T5 Failed tasks become pending too, or stay failed where the upload has ended. */
  requeue(failed: "retry" | "keep" = "retry"): void {
    if (failed === "retry") this.#failed.clear();
    this.#pending = this.#missing().filter(({ index }) => !this.#failed.has(index));
    this.#head = 0;
    this.#deferred = [];
    this.#retries.clear();
    this.#refusals.clear();
    this.#active.clear();
  }

  /** Whether no task is pending, deferred or active. */
  get isIdle(): boolean {
    return !this.hasWaiting && this.#active.size === 0;
  }

  /** Whether a task is pending or deferred. */
  get hasWaiting(): boolean {
    return this.#head < this.#pending.length || this.#deferred.length > 0;
  }

  /** Source bytes of pending and deferred tasks, counted no further than `most`. */
  waitingBytes(most: number): number {
    let bytes = bytesOf(this.#deferred);
    for (let at = this.#head; at < this.#pending.length && bytes < most; at++)
      bytes += this.#pending[at]!.length;
    return Math.min(bytes, most);
  }

  active(): IterableIterator<Readonly<ActiveTask>> {
    return this.#active.values();
  }

  stateOf(index: number): ObjectState {
    if (this.ranges.isLanded(index)) return { state: "COMPLETE", sent: 1, compressed: undefined };
    const active = [...this.#active.values()].filter(({ attempt }) => attempt.index === index);
    const bytes = active.reduce(
      (sum, { attempt, sent }) => sum + attempt.length * sent,
      this.ranges.landedBytes(index),
    );
    const sent = bytes / Math.max(1, this.ranges.objects[index]!.sourceBytes);
    const state = this.#stateOf(index, active);
    return { state, sent, compressed: state === "COMPRESSING" ? compressedOf(active) : undefined };
  }

  #stateOf(index: number, active: readonly ActiveTask[]): RowState {
    const furthest = Math.max(...active.map(({ state }) => ACTIVE_STATES.indexOf(state)));
    if (active.length > 0) return ACTIVE_STATES[furthest]!;
    if (this.#failed.has(index)) return "FAILED";
    const isDeferred = this.#deferred.some((task) => task.index === index);
    return isDeferred ? "RETRY @ END" : "WAITING";
  }
}

const keyOf = ({ index, offset }: Task): string => `${index}:${offset}`;

function countUp(counts: Map<string, number>, task: Task): number {
  const count = (counts.get(keyOf(task)) ?? 0) + 1;
  counts.set(keyOf(task), count);
  return count;
}

const bytesOf = (tasks: readonly Task[]): number =>
  tasks.reduce((sum, { length }) => sum + length, 0);

/** Of the tasks of an object that are being compressed. */
function compressedOf(tasks: readonly ActiveTask[]): number {
  const compressing = tasks.filter(({ state }) => state === "COMPRESSING");
  const bytes = bytesOf(compressing.map(({ attempt }) => attempt));
  const compressed = compressing.reduce((sum, task) => sum + task.compressed, 0);
  return Math.min(1, compressed / Math.max(1, bytes));
}
