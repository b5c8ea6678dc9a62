import { formatBytes } from "@swath/contract/bytes";
import type { Stall, UploadSnapshot } from "@swath/upload-engine";
import type { Terminal } from "../terminal/terminal.ts";
import { progressLine } from "./progress-line.ts";

type Shown = Pick<
  UploadSnapshot,
  "status" | "progress" | "queue" | "error" | "unansweredSince" | "stall" | "sources"
>;

const STANDSTILL: Readonly<Record<Stall["cause"], string>> = {
  store: "Nothing is sent: the store is full. It goes on by itself when there is room again.",
  link: "Nothing is sent: the link takes nothing, or the store acknowledges nothing. It is sent again.",
  turn: "Nothing is sent: what is ready waits for the limit, or for the server's authorisation.",
  compression: "Nothing is sent: the next files are compressed.",
  drive: "Nothing is sent: the drive is slow to answer.",
  retry: "Nothing is sent: what failed has its time to wait for.",
};

/** Between two lines of progress where lines stay. */
const LINE_MS = 30_000;

/**
 * Shows how an upload goes on.
 *
 * cli/P1 on a terminal one line is replaced by the next;
 * cli/P2 elsewhere a line is said for each status, and one every 30 s;
 * cli/P3 a reason to stand still is said once, and again only after it was gone;
 * cli/P4 so is it that the server does not answer;
 * cli/P5 and why nothing is sent, each cause once until something is;
 * cli/P6 that content is compared is said once, and each file that was changed though its time says
 *    otherwise.
 */
export class ProgressDisplay {
  readonly #terminal: Pick<Terminal, "isInteractive" | "say" | "show">;
  #status: string | undefined;
  #said = -Infinity;
  #fault: string | undefined;
  #isUnanswered = false;
  #stall: Stall["cause"] | undefined;
  #isComparing = false;
  readonly #sentAgain = new Set<string>();

  constructor(terminal: Pick<Terminal, "isInteractive" | "say" | "show">) {
    this.#terminal = terminal;
  }

  /** `now`: milliseconds on a clock that never goes back. */
  update(snapshot: Shown, now: number): void {
    this.#sayFault(snapshot);
    this.#sayUnanswered(snapshot);
    this.#sayStandstill(snapshot);
    this.#saySources(snapshot);
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

  /** cli/P5 */
  #sayStandstill({ stall, unansweredSince }: Shown): void {
    const cause = unansweredSince === undefined ? stall?.cause : undefined;
    if (cause !== undefined && cause !== this.#stall) this.#terminal.say(STANDSTILL[cause]);
    this.#stall = cause;
  }

  /** cli/P6 */
  #saySources({ sources }: Shown): void {
    const comparing = sources?.comparing;
    if (comparing !== undefined && !this.#isComparing)
      this.#terminal.say(
        `The status of files was changed since they were read (ctime): comparing ${formatBytes(comparing.totalBytes)} by content.`,
      );
    this.#isComparing = comparing !== undefined;
    for (const path of sources?.sentAgain ?? []) {
      if (this.#sentAgain.has(path)) continue;
      this.#sentAgain.add(path);
      this.#terminal.say(
        `Changed, though its size and time are the same; it is sent again: ${path}`,
      );
    }
  }

  /** cli/P3 */
  #sayFault({ error }: Shown): void {
    const fault = error && [error.message, ...(error.detail?.split("\n") ?? [])].join("\n  ");
    if (fault !== undefined && fault !== this.#fault) this.#terminal.say(fault);
    this.#fault = fault;
  }
}
