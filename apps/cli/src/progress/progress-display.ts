import type { UploadSnapshot } from "@swath/upload-engine";
import type { Terminal } from "../terminal/terminal.ts";
import { progressLine } from "./progress-line.ts";

type Shown = Pick<UploadSnapshot, "status" | "progress" | "queue" | "error" | "unansweredSince">;

/** Between two lines of progress where lines stay. */
const LINE_MS = 30_000;

/**
 * Shows how an upload goes on.
 *
 * cli/P1 on a terminal one line is replaced by the next;
 * cli/P2 elsewhere a line is said for each status, and one every 30 s;
 * cli/P3 a reason to stand still is said once, and again only after it was gone;
 * cli/P4 so is it that the server does not answer.
 */
export class ProgressDisplay {
  readonly #terminal: Pick<Terminal, "isInteractive" | "say" | "show">;
  #status: string | undefined;
  #said = -Infinity;
  #fault: string | undefined;
  #isUnanswered = false;

  constructor(terminal: Pick<Terminal, "isInteractive" | "say" | "show">) {
    this.#terminal = terminal;
  }

  /** `now`: milliseconds on a clock that never goes back. */
  update(snapshot: Shown, now: number): void {
    this.#sayFault(snapshot);
    this.#sayUnanswered(snapshot);
    const line = progressLine(snapshot);
    if (this.#terminal.isInteractive) this.#terminal.show(line);
    else if (snapshot.status !== this.#status || now - this.#said >= LINE_MS) {
      this.#terminal.say(line);
      this.#said = now;
    }
    this.#status = snapshot.status;
  }

  /** cli/P4 */
  #sayUnanswered({ unansweredSince }: Shown): void {
    const isUnanswered = unansweredSince !== undefined;
    if (isUnanswered && !this.#isUnanswered)
      this.#terminal.say("The server does not answer. Nothing is lost: it goes on by itself.");
    this.#isUnanswered = isUnanswered;
  }

  /** cli/P3 */
  #sayFault({ error }: Shown): void {
    const fault = error && [error.message, ...(error.detail?.split("\n") ?? [])].join("\n  ");
    if (fault !== undefined && fault !== this.#fault) this.#terminal.say(fault);
    this.#fault = fault;
  }
}
