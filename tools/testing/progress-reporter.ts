import { DefaultReporter, type TestModule, type TestSpecification } from "vitest/node";

/** Lines of progress in a log; a terminal is shown a window instead. */
const STEPS = 10;

/** Names the test files that fail, and says how many have ended. */
// oxlint-disable-next-line import/no-default-export -- Vitest loads a reporter by it
export default class ProgressReporter extends DefaultReporter {
  #files = 0;
  #ended = 0;
  #failed = 0;

  override onTestRunStart(specifications: readonly TestSpecification[]): void {
    super.onTestRunStart(specifications);
    this.#files = specifications.length;
  }

  override onTestModuleEnd(module: TestModule): void {
    const hasFailed = module.state() === "failed";
    // Of a file that passed the name is of no use.
    if (hasFailed || this.isTTY) super.onTestModuleEnd(module);
    this.#ended += 1;
    if (hasFailed) this.#failed += 1;
    const step = (ended: number): number => Math.floor((ended / this.#files) * STEPS);
    if (this.isTTY || step(this.#ended) === step(this.#ended - 1)) return;
    const failed = this.#failed === 0 ? "" : `, ${this.#failed} failed`;
    this.log(`   ${this.#ended} of ${this.#files} files${failed}`);
  }
}
