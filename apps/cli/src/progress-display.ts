import { formatBytes } from "@swath/contract/bytes";
import { UPLOAD_STATUS } from "@swath/contract/uploads";
import type { Stall, UploadSnapshot } from "@swath/upload-engine";
import type { Terminal } from "./terminal.ts";

type Shown = Pick<
  UploadSnapshot,
  "status" | "progress" | "queue" | "rebuild" | "error" | "unansweredSince" | "stall" | "sources"
>;

const STALL_WORDS: Readonly<Record<Stall["cause"], string>> = {
  store: "Nothing is sent: the store is full. It continues when there is room again.",
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
    this.#sayStall(snapshot);
    this.#saySources(snapshot);
    const line = progressLine(snapshot);
    if (this.#terminal.isInteractive) this.#terminal.show(line);
    else if (snapshot.status !== this.#status || now - this.#said >= LINE_MS) {
      this.#terminal.say(line);
      this.#said = now;
    }
    this.#status = snapshot.status;
  }

  /** cli/P4 Says once that the server does not answer. */
  #sayUnanswered({ unansweredSince }: Shown): void {
    const isUnanswered = unansweredSince !== undefined;
    if (isUnanswered && !this.#isUnanswered)
      this.#terminal.say("The server does not answer. Nothing is lost: it continues on its own.");
    this.#isUnanswered = isUnanswered;
  }

  /** cli/P5 Says each cause of a stall once. */
  #sayStall({ stall, unansweredSince }: Shown): void {
    const cause = unansweredSince === undefined ? stall?.cause : undefined;
    if (cause !== undefined && cause !== this.#stall) this.#terminal.say(STALL_WORDS[cause]);
    this.#stall = cause;
  }

  /** cli/P6 Says once that files are compared, and names each changed one. */
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

  /** cli/P3 Says each fault once. */
  #sayFault({ error }: Shown): void {
    const fault = error && [error.message, ...(error.detail?.split("\n") ?? [])].join("\n  ");
    if (fault !== undefined && fault !== this.#fault) this.#terminal.say(fault);
    this.#fault = fault;
  }
}

type Line = Pick<UploadSnapshot, "status" | "progress" | "queue" | "rebuild" | "sources">;

const two = (value: number): string => String(value).padStart(2, "0");

/** Seconds as `m:ss` or `h:mm:ss`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = two(whole % 60);
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${two(minutes)}:${tail}`;
}

function timeLeft({ bytesPerSecond, completedBytes, totalBytes }: Line["progress"]): string {
  const rest = totalBytes - completedBytes;
  return rest === 0 || bytesPerSecond <= 0 ? "" : formatSeconds(rest / bytesPerSecond);
}

/** An upload in one line: status, share, source bytes, speed, time left, files. */
export function progressLine({ status, progress, queue, rebuild, sources }: Line): string {
  const { label } = UPLOAD_STATUS[status];
  if (status === "UPLOAD_QUEUED" && queue !== undefined) return `${label}: ${queue.index} ahead`;
  if (rebuild !== undefined) {
    const { totalBytes, verifiedBytes, rebuiltBytes } = rebuild;
    const of = (bytes: number): string => `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
    return `${label} | ${of(verifiedBytes)} verified | ${of(rebuiltBytes)} rebuilt`;
  }
  if (sources?.comparing !== undefined) {
    const { doneBytes, totalBytes } = sources.comparing;
    return `Comparing by content | ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`;
  }
  if (status !== "UPLOADING") return label;
  const { percent, completedBytes, totalBytes, bytesPerSecond, completedFiles, totalFiles } =
    progress;
  const left = timeLeft(progress);
  return [
    `${label} ${Math.floor(percent)} %`,
    `${formatBytes(completedBytes)} of ${formatBytes(totalBytes)}`,
    `${formatBytes(bytesPerSecond)}/s`,
    ...(left === "" ? [] : [`about ${left} left`]),
    `${completedFiles} of ${totalFiles} files`,
  ].join(" | ");
}
