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

/** An input may take 1 s of the processor, or stand still for 20 s; the process may hold 256 MB. */
const MOST_CPU_MS = 1000;
const MOST_WAIT_MS = 20_000;
const MOST_BYTES = 268_435_456;
const LOOK_MS = 100;
const CHILD = fileURLToPath(new URL("fuzz-child.ts", import.meta.url));

/**
 * Runs a child and watches it from outside: one that hangs cannot tell. The time of an input is the
 * processor's, so that a busy machine makes no findings. Ends with the child's report, or with the
 * input at which it was stopped or died.
 */
export async function watchChild(range: FuzzRange): Promise<ChildEnd> {
  const folder = mkdtempSync(join(tmpdir(), "fuzz-"));
  const progress = join(folder, "progress");
  writeFileSync(progress, new Float64Array([range.from]));
  const file = openSync(progress, "r");
  try {
    const words = [range.targets, range.reader, range.seed, range.from, range.to, progress];
    // A small heap is collected often: what the process holds is then what the reader needs.
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
  #index = -1;
  #cpuBefore = 0;
  #since = 0;

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
        const reason = `ended without a verdict (${signal ?? `exit code ${code}`})`;
        const report = this.#report ?? { is: "finding", index: this.#announced(), reason };
        resolve({ ...report, peakBytes: this.#peakBytes });
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
    if (index !== this.#index) {
      this.#index = index;
      this.#cpuBefore = weight.cpuMs;
      this.#since = performance.now();
    } else if (weight.cpuMs - this.#cpuBefore > MOST_CPU_MS)
      this.#stop(`hung: ${Math.round(weight.cpuMs - this.#cpuBefore)} ms without a verdict`);
    else if (performance.now() - this.#since > MOST_WAIT_MS) this.#stop("stood still");
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
