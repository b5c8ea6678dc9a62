import { type ChildProcess, fork } from "node:child_process";
import { closeSync, mkdtempSync, openSync, readSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import type { ChildReport } from "./fuzz-child.ts";
import { weighProcess } from "./process-weight.ts";

/** The inputs of one child: those of one reader and seed, from a number to before another. */
export interface FuzzRange {
  /** A module that exports the targets. */
  readonly targets: string;
  readonly reader: string;
  readonly seed: number;
  readonly from: number;
  readonly to: number;
}

export type ChildEnd = ChildReport & { readonly peakBytes: number };

/** Limits of an input: 1 s of the processor, 20 s of waiting, 256 MB of memory. */
const MOST_CPU_MS = 1000;
const MOST_WAIT_MS = 20_000;
const MOST_BYTES = 268_435_456;
const LOOK_MS = 100;
/** In place of an input's number, while the child has not begun. */
const NOT_BEGUN = -1;
const CHILD = fileURLToPath(new URL("fuzz-child.ts", import.meta.url));

/**
 * Runs a child and watches it from outside: one that hangs cannot report. The time of an input is the
 * processor's, so that other load makes no findings. Ends with the child's report, or with the
 * input at which it was stopped or died.
 */
export async function watchChild(range: FuzzRange): Promise<ChildEnd> {
  const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  const progress = join(folder, "progress");
  writeFileSync(progress, new Float64Array([NOT_BEGUN]));
  const file = openSync(progress, "r");
  try {
    const words = [range.targets, range.reader, range.seed, range.from, range.to, progress];
    // A small heap is collected often, so that the process holds little more than the reader needs.
    const child = fork(CHILD, words.map(String), { execArgv: ["--max-semi-space-size=4"] });
    return await new Watch(child, file).ended;
  } finally {
    closeSync(file);
    rmSync(folder, { recursive: true });
  }
}

class Watch {
  readonly ended: Promise<ChildEnd>;
  readonly #child: ChildProcess;
  readonly #progress: number;
  #report: ChildReport | undefined;
  #peakBytes = 0;
  #index = NOT_BEGUN;
  #idleAt = NOT_BEGUN;
  #idleSince = 0;
  #cpuBefore = 0;

  constructor(child: ChildProcess, progress: number) {
    this.#child = child;
    this.#progress = progress;
    child.on("message", (message) => {
      this.#report ??= message as ChildReport;
    });
    const timer = setInterval(() => this.#look(), LOOK_MS);
    this.ended = new Promise((resolve, reject) => {
      child.once("error", reject);
      child.once("close", (code, signal) => {
        clearInterval(timer);
        const how = signal ?? `exit code ${code}`;
        const index = this.#announced();
        const ended = { is: "finding", index, reason: `ended without a result (${how})` } as const;
        if (this.#report === undefined && index === NOT_BEGUN)
          reject(new Error(`the child did not begin (${how})`));
        else resolve({ ...(this.#report ?? ended), peakBytes: this.#peakBytes });
      });
    });
  }

  #look(): void {
    const weight = weighProcess(this.#child.pid ?? 0);
    if (weight === undefined) return;
    this.#peakBytes = Math.max(this.#peakBytes, weight.rssBytes);
    if (weight.rssBytes > MOST_BYTES)
      return this.#stop(`held ${Math.round(weight.rssBytes / 1_048_576)} MB`);
    const index = this.#announced();
    if (index === NOT_BEGUN) return;
    if (index !== this.#index) {
      this.#index = index;
      this.#cpuBefore = weight.cpuMs;
    }
    // On a busy machine a child may wait long for the processor: that is no hang.
    if (index !== this.#idleAt || !weight.idle) {
      this.#idleAt = index;
      this.#idleSince = performance.now();
    }
    if (weight.cpuMs - this.#cpuBefore > MOST_CPU_MS)
      this.#stop(`hung: ${Math.round(weight.cpuMs - this.#cpuBefore)} ms without a result`);
    else if (performance.now() - this.#idleSince > MOST_WAIT_MS) this.#stop("stood still");
  }

  #stop(reason: string): void {
    this.#report ??= { is: "finding", index: this.#announced(), reason };
    this.#child.kill("SIGKILL");
  }

  #announced(): number {
    const place = new Float64Array(1);
    readSync(this.#progress, place, 0, 8, 0);
    return place[0] ?? 0;
  }
}
