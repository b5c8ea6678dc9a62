import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { ROOT } from "./swath.ts";

/** One run of `swath`, with settings of its own in a folder. */
export class CommandLine {
  readonly #child: ChildProcess;
  readonly #exit: Promise<number | null>;
  #output = "";
  /** Settles with the next words of it, or its end, and is another one then. */
  #news = Promise.withResolvers<void>();

  constructor(words: readonly string[], settings: string) {
    this.#child = spawn(process.execPath, ["apps/cli/src/main.ts", ...words], {
      cwd: ROOT,
      env: { ...process.env, XDG_CONFIG_HOME: settings },
      stdio: ["ignore", "pipe", "pipe"],
    });
    // Once all that it said is here.
    this.#exit = once(this.#child, "close").then(([code]) => {
      this.#tell();
      return code as number | null;
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on("data", (chunk: Buffer) => {
        this.#output += chunk.toString();
        this.#tell();
      });
  }

  #tell(): void {
    this.#news.resolve();
    this.#news = Promise.withResolvers();
  }

  get output(): string {
    return this.#output;
  }

  /** The exit code; null where a signal ended it. */
  get exit(): Promise<number | null> {
    return this.#exit;
  }

  signal(signal: "SIGINT" | "SIGKILL"): void {
    this.#child.kill(signal);
  }

  /** Waits until it says something; throws with what it said where it ends before. */
  async says(text: RegExp): Promise<RegExpExecArray> {
    for (;;) {
      const found = text.exec(this.#output);
      if (found !== null) return found;
      if (this.#child.exitCode !== null)
        throw new Error(`swath ended with ${this.#child.exitCode}:\n${this.#output}`);
      await this.#news.promise;
    }
  }
}
