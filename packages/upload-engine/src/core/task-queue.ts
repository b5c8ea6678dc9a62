import { UPLOAD_RETRIES } from "@swath/contract/limits";
import type { PlannedObject } from "@swath/contract/uploads";
import type { RowState } from "./upload-snapshot.ts";

/** A task under way; a new ticket each time it is taken, so that a late result is told apart. */
export interface Ticket {
  /** Index of the object in the plan. */
  readonly index: number;
}

export type OngoingState = Extract<RowState, "READING" | "COMPRESSING" | "WAITING" | "UPLOADING">;

interface Ongoing {
  readonly ticket: Ticket;
  state: OngoingState;
  /** 0 to 1. */
  sent: number;
}

/**
 * The objects of an upload on their way.
 *
 * T1 tasks are taken in the order of the plan, and start as READING, 0 %;
 * T2 a task is completed once, and never taken again unless the server misses it;
 * T3 a task that the store was too busy for goes to the end of the list, not before its time, and
 *    that counts as no failure;
 * T4 a task that was refused goes to the end of the list up to 2 times, then it is FAILED; one for
 *    which no repetition helps is FAILED at once;
 * T5 on pause every task under way goes back into the list, which is in the order of the plan again;
 * T6 a result with a ticket that is no longer under way is ignored.
 */
export class TaskQueue {
  readonly objects: readonly PlannedObject[];
  #pending: number[];
  /** Index of the next pending task: the list is read forward, not shifted. */
  #head = 0;
  #deferred: { index: number; notBefore: number }[] = [];
  readonly #ongoing = new Map<number, Ongoing>();
  readonly #completed = new Set<number>();
  readonly #failed = new Set<number>();
  readonly #refusals = new Map<number, number>();
  /** How often each task was postponed or refused. */
  readonly #setbacks = new Map<number, number>();

  constructor(objects: readonly PlannedObject[], remaining: ReadonlySet<number>) {
    this.objects = objects;
    this.#pending = objects.map((_, index) => index).filter((index) => remaining.has(index));
    objects.forEach((_, index) => {
      if (!remaining.has(index)) this.#completed.add(index);
    });
  }

  /** Index of the task that `take` would answer now. */
  peek(now: number): number | undefined {
    return this.#pending[this.#head] ?? this.#due(now)?.index;
  }

  take(now: number): Ticket | undefined {
    let index = this.#pending[this.#head];
    if (index === undefined) {
      const due = this.#due(now);
      if (due === undefined) return undefined;
      this.#deferred = this.#deferred.filter((task) => task !== due);
      index = due.index;
    } else {
      this.#head++;
    }
    const ticket = { index };
    this.#ongoing.set(index, { ticket, state: "READING", sent: 0 });
    return ticket;
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

  /** Notes how far a task is; `sent` from 0 to 1. Answers whether the ticket still counts. */
  note(ticket: Ticket, state: OngoingState, sent = 0): boolean {
    const task = this.#current(ticket);
    if (task === undefined) return false;
    task.state = state;
    task.sent = Math.min(1, Math.max(0, sent));
    return true;
  }

  complete(ticket: Ticket): boolean {
    if (!this.#end(ticket)) return false;
    this.#completed.add(ticket.index);
    this.#refusals.delete(ticket.index);
    this.#setbacks.delete(ticket.index);
    return true;
  }

  /** T3 */
  postpone(ticket: Ticket, notBefore: number): boolean {
    if (!this.#end(ticket)) return false;
    this.#defer(ticket.index, notBefore);
    return true;
  }

  /** T4 Answers what became of the task; undefined where the ticket no longer counts. */
  refuse(ticket: Ticket, notBefore: number): "again" | "failed" | undefined {
    if (!this.#end(ticket)) return undefined;
    const refusals = (this.#refusals.get(ticket.index) ?? 0) + 1;
    this.#refusals.set(ticket.index, refusals);
    if (refusals > UPLOAD_RETRIES) {
      this.#failed.add(ticket.index);
      return "failed";
    }
    this.#defer(ticket.index, notBefore);
    return "again";
  }

  /** T4 A task for which no repetition helps. */
  fail(ticket: Ticket): boolean {
    if (!this.#end(ticket)) return false;
    this.#failed.add(ticket.index);
    return true;
  }

  #defer(index: number, notBefore: number): void {
    this.#setbacks.set(index, this.setbacks(index) + 1);
    this.#deferred.push({ index, notBefore });
  }

  /** How often a task was postponed or refused since it was last completed or put back. */
  setbacks(index: number): number {
    return this.#setbacks.get(index) ?? 0;
  }

  /** T5 Failed tasks go back too, or stay shown as failed where the upload has ended. */
  requeue(failed: "again" | "stay" = "again"): void {
    const waiting = [
      ...this.#pending.slice(this.#head),
      ...this.#deferred.map(({ index }) => index),
      ...this.#ongoing.keys(),
    ];
    if (failed === "again") {
      waiting.push(...this.#failed);
      this.#failed.clear();
    }
    this.#pending = waiting.toSorted((a, b) => a - b);
    this.#head = 0;
    this.#deferred = [];
    this.#ongoing.clear();
    this.#refusals.clear();
    this.#setbacks.clear();
  }

  /** T2 Puts completed tasks that the server misses back into the list; by name. */
  missing(names: ReadonlySet<string>): void {
    for (const [index, { name }] of this.objects.entries())
      if (names.has(name) && this.#completed.delete(index)) this.#pending.push(index);
    this.requeue();
  }

  /** Whether nothing is left to take and nothing is under way. */
  get settled(): boolean {
    return (
      this.#head === this.#pending.length && this.#deferred.length === 0 && this.#ongoing.size === 0
    );
  }

  get failed(): ReadonlySet<number> {
    return this.#failed;
  }

  isCompleted(index: number): boolean {
    return this.#completed.has(index);
  }

  ongoing(): IterableIterator<{ readonly ticket: Ticket; readonly sent: number }> {
    return this.#ongoing.values();
  }

  /** How a task shows, and how much of it was sent (0 to 1). */
  stateOf(index: number): { readonly state: RowState; readonly sent: number } {
    const task = this.#ongoing.get(index);
    if (task !== undefined) return { state: task.state, sent: task.sent };
    if (this.#completed.has(index)) return { state: "COMPLETE", sent: 1 };
    if (this.#failed.has(index)) return { state: "FAILED", sent: 0 };
    if (this.#deferred.some((deferred) => deferred.index === index))
      return { state: "RETRY @ END", sent: 0 };
    return { state: "WAITING", sent: 0 };
  }

  #current(ticket: Ticket): Ongoing | undefined {
    const task = this.#ongoing.get(ticket.index);
    return task?.ticket === ticket ? task : undefined;
  }

  #end(ticket: Ticket): boolean {
    return this.#current(ticket) !== undefined && this.#ongoing.delete(ticket.index);
  }
}
