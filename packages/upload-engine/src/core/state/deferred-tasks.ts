import type { Task } from "./ranges.ts";

interface DeferredTask extends Task {
  readonly notBefore: number;
}

/** Tasks that are not taken before their time, in the order in which they were deferred. */
export class DeferredTasks {
  #tasks: DeferredTask[] = [];
  /** By object and offset. */
  readonly #refusals = new Map<string, number>();
  /** How often each was deferred. */
  readonly #retries = new Map<string, number>();

  defer(task: Task, notBefore: number): void {
    this.#retries.set(keyOf(task), this.retries(task) + 1);
    this.#tasks.push({ ...task, notBefore });
  }

  /** How often a task was deferred since all were last forgotten. */
  retries(task: Task): number {
    return this.#retries.get(keyOf(task)) ?? 0;
  }

  /** Counts a refusal of a task; returns how many there were. */
  countRefusal(task: Task): number {
    const refusals = (this.#refusals.get(keyOf(task)) ?? 0) + 1;
    this.#refusals.set(keyOf(task), refusals);
    return refusals;
  }

  /** The first that may be taken. */
  due(now: number): Task | undefined {
    return this.#tasks.find(({ notBefore }) => notBefore <= now);
  }

  /** When the first one may be taken; undefined without one. */
  nextDue(): number | undefined {
    return this.#tasks.reduce<number | undefined>(
      (first, { notBefore }) => (first === undefined ? notBefore : Math.min(first, notBefore)),
      undefined,
    );
  }

  /** Takes one that {@link due} returned; `rest` of it stays in its place. */
  take(task: Task, rest: Task): void {
    const place = this.#tasks.indexOf(task as DeferredTask);
    const { notBefore } = this.#tasks[place]!;
    const others = rest.length > 0 ? [{ ...rest, notBefore }] : [];
    this.#tasks = this.#tasks.toSpliced(place, 1, ...others);
  }

  /** Makes all due, such as when the network is back. */
  makeDue(now: number): void {
    this.#tasks = this.#tasks.map((task) => ({
      ...task,
      notBefore: Math.min(now, task.notBefore),
    }));
  }

  dropObject(index: number): void {
    this.#tasks = this.#tasks.filter((task) => task.index !== index);
  }

  /** Forgets all, and how often each was deferred and refused. */
  clear(): void {
    this.#tasks = [];
    this.#refusals.clear();
    this.#retries.clear();
  }

  get isEmpty(): boolean {
    return this.#tasks.length === 0;
  }

  hasObject(index: number): boolean {
    return this.#tasks.some((task) => task.index === index);
  }

  /** Source bytes. */
  get bytes(): number {
    return this.#tasks.reduce((sum, { length }) => sum + length, 0);
  }
}

const keyOf = ({ index, offset }: Task): string => `${index}:${offset}`;
