import { setTimeout as sleep } from "node:timers/promises";
import type { Budget } from "../platform/local-compute/budget.ts";

/** How often a run asks for more than it has, and whether others wait. */
const ASK_MS = 100;

/**
 * Executes tasks, each with a share of the machine's budget. A share goes from task to task without
 * the ledger, unless another run waits for it (compute/E3).
 */
export class BudgetedTasks {
  readonly #budget: Budget;
  readonly #tasks: number[];
  readonly #execute: (task: number) => Promise<void>;
  readonly #signal: AbortSignal;
  readonly #failed = new Map<number, unknown>();
  #asked = 0;

  constructor(
    budget: Budget,
    tasks: readonly number[],
    execute: (task: number) => Promise<void>,
    signal: AbortSignal,
  ) {
    this.#budget = budget;
    this.#tasks = tasks.toReversed();
    this.#execute = execute;
    this.#signal = signal;
  }

  /** Ends when all tasks have, or those under way after an abort; answers what each failed by. */
  async run(): Promise<ReadonlyMap<number, unknown>> {
    const lanes = new Set<Promise<void>>();
    while (this.#goesOn()) {
      if (this.#budget.take(this.#tasks.length)) {
        const lane = this.#lane().finally(() => lanes.delete(lane));
        lanes.add(lane);
      } else await this.#rest(lanes);
    }
    await Promise.all(lanes);
    return this.#failed;
  }

  /** Executes tasks one after another with one share, until it has to give it back. */
  async #lane(): Promise<void> {
    do {
      const task = this.#tasks.pop();
      if (task === undefined) break;
      const started = performance.now();
      await this.#execute(task).catch((error: unknown) => this.#failed.set(task, error));
      this.#budget.observe((performance.now() - started) / 1_000);
    } while (this.#goesOn() && !this.#mustYield());
    this.#budget.give(this.#tasks.length);
  }

  #goesOn(): boolean {
    return this.#tasks.length > 0 && !this.#signal.aborted;
  }

  #mustYield(): boolean {
    if (performance.now() - this.#asked < ASK_MS) return false;
    this.#asked = performance.now();
    return this.#budget.mustYield();
  }

  async #rest(lanes: ReadonlySet<Promise<void>>): Promise<void> {
    const wait = sleep(ASK_MS, undefined, { signal: this.#signal }).catch(() => undefined);
    // Where nothing is under way, only time can free what it needs.
    await (lanes.size === 0 ? wait : Promise.race([wait, Promise.all(lanes)]));
  }
}
