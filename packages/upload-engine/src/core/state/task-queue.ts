import type { PlannedObject } from "@swath/contract/uploads";
import type { RowState } from "./upload-snapshot.ts";

/** How often what was refused is sent again. */
export const UPLOAD_RETRIES = 2;

/** One attempt at a task; new each time the task is taken, so that a late result is recognised. */
export interface Attempt {
  /** Index of the object in the plan. */
  readonly index: number;
}

type ActiveState = Extract<RowState, "READING" | "COMPRESSING" | "WAITING" | "UPLOADING">;

interface ActiveTask {
  readonly attempt: Attempt;
  state: ActiveState;
  /** 0 to 1. */
  sent: number;
}

/**
 * The objects of an upload as tasks: pending, active, deferred, completed or failed.
 *
 * tasks/T1 tasks are taken in the order of the plan, and start as READING, 0 %;
 * tasks/T2 a task is completed once, and never taken again unless the server misses it;
 * tasks/T3 a task that the store was too busy for is deferred to the end of the list, not before
 *    its time, and that counts as no failure;
 * tasks/T4 a task that was refused is deferred alike up to 2 times, then it is FAILED; one for which
 *    no repetition helps is FAILED at once;
 * tasks/T5 on pause every active task becomes pending again, in the order of the plan;
 * tasks/T6 the result of an attempt that is no longer active is ignored.
 */
export class TaskQueue {
  readonly objects: readonly PlannedObject[];
  #pending: number[];
  /** Index of the next pending task: the list is read forward, not shifted. */
  #head = 0;
  #deferred: { index: number; notBefore: number }[] = [];
  readonly #active = new Map<number, ActiveTask>();
  readonly #completed = new Set<number>();
  readonly #failed = new Set<number>();
  readonly #refusals = new Map<number, number>();
  /** How often each task was deferred. */
  readonly #retries = new Map<number, number>();

  constructor(objects: readonly PlannedObject[], remaining: ReadonlySet<number>) {
    this.objects = objects;
    this.#pending = objects.map((_, index) => index).filter((index) => remaining.has(index));
    objects.forEach((_, index) => {
      if (!remaining.has(index)) this.#completed.add(index);
    });
  }

  /** Index of the task that `take` would take now. */
  peek(now: number): number | undefined {
    return this.#pending[this.#head] ?? this.#due(now)?.index;
  }

  take(now: number): Attempt | undefined {
    let index = this.#pending[this.#head];
    if (index === undefined) {
      const due = this.#due(now);
      if (due === undefined) return undefined;
      this.#deferred = this.#deferred.filter((task) => task !== due);
      index = due.index;
    } else {
      this.#head++;
    }
    const attempt = { index };
    this.#active.set(index, { attempt, state: "READING", sent: 0 });
    return attempt;
  }

  #due(now: number): { index: number; notBefore: number } | undefined {
    return this.#deferred.find(({ notBefore }) => notBefore <= now);
  }

  /** When the first deferred task may be taken; undefined without one. */
  nextDue(): number | undefined {
    return this.#deferred.reduce<number | undefined>(
      (first, { notBefore }) => (first === undefined ? notBefore : Math.min(first, notBefore)),
      undefined,
    );
  }

  /** Sets state and progress of a task, `sent` from 0 to 1; returns whether the attempt is active. */
  update(attempt: Attempt, state: ActiveState, sent = 0): boolean {
    const task = this.#current(attempt);
    if (task === undefined) return false;
    task.state = state;
    task.sent = Math.min(1, Math.max(0, sent));
    return true;
  }

  complete(attempt: Attempt): boolean {
    if (!this.#end(attempt)) return false;
    this.#completed.add(attempt.index);
    return true;
  }

  /** tasks/T3 */
  defer(attempt: Attempt, notBefore: number): boolean {
    if (!this.#end(attempt)) return false;
    this.#defer(attempt.index, notBefore);
    return true;
  }

  /** tasks/T4 Undefined where the attempt is no longer active. */
  refuse(attempt: Attempt, notBefore: number): "deferred" | "failed" | undefined {
    if (!this.#end(attempt)) return undefined;
    const refusals = (this.#refusals.get(attempt.index) ?? 0) + 1;
    this.#refusals.set(attempt.index, refusals);
    if (refusals > UPLOAD_RETRIES) {
      this.#failed.add(attempt.index);
      return "failed";
    }
    this.#defer(attempt.index, notBefore);
    return "deferred";
  }

  /** tasks/T4 For a task for which no repetition helps. */
  fail(attempt: Attempt): boolean {
    if (!this.#end(attempt)) return false;
    this.#failed.add(attempt.index);
    return true;
  }

  #defer(index: number, notBefore: number): void {
    this.#retries.set(index, this.retries(index) + 1);
    this.#deferred.push({ index, notBefore });
  }

  /** How often a task was deferred since it was last requeued. */
  retries(index: number): number {
    return this.#retries.get(index) ?? 0;
  }

  /** tasks/T5 Failed tasks become pending too, or stay failed where the upload has ended. */
  requeue(failed: "retry" | "keep" = "retry"): void {
    const pending = [
      ...this.#pending.slice(this.#head),
      ...this.#deferred.map(({ index }) => index),
      ...this.#active.keys(),
    ];
    if (failed === "retry") {
      pending.push(...this.#failed);
      this.#failed.clear();
    }
    this.#pending = pending.toSorted((a, b) => a - b);
    this.#head = 0;
    this.#deferred = [];
    this.#active.clear();
    this.#refusals.clear();
    this.#retries.clear();
  }

  /** tasks/T2 Makes completed tasks that the server misses pending again; by name. */
  requeueMissing(names: ReadonlySet<string>): void {
    for (const [index, { name }] of this.objects.entries())
      if (names.has(name) && this.#completed.delete(index)) this.#pending.push(index);
    this.requeue();
  }

  /** Whether no task is pending, deferred or active. */
  get isIdle(): boolean {
    return (
      this.#head === this.#pending.length && this.#deferred.length === 0 && this.#active.size === 0
    );
  }

  isCompleted(index: number): boolean {
    return this.#completed.has(index);
  }

  active(): IterableIterator<{ readonly attempt: Attempt; readonly sent: number }> {
    return this.#active.values();
  }

  /** How a task shows, and how much of it was sent (0 to 1). */
  stateOf(index: number): { readonly state: RowState; readonly sent: number } {
    const task = this.#active.get(index);
    if (task !== undefined) return { state: task.state, sent: task.sent };
    if (this.#completed.has(index)) return { state: "COMPLETE", sent: 1 };
    if (this.#failed.has(index)) return { state: "FAILED", sent: 0 };
    if (this.#deferred.some((deferred) => deferred.index === index))
      return { state: "RETRY @ END", sent: 0 };
    return { state: "WAITING", sent: 0 };
  }

  #current(attempt: Attempt): ActiveTask | undefined {
    const task = this.#active.get(attempt.index);
    return task?.attempt === attempt ? task : undefined;
  }

  #end(attempt: Attempt): boolean {
    return this.#current(attempt) !== undefined && this.#active.delete(attempt.index);
  }
}
