import { openSync, write, writeSync } from "node:fs";
import { dirname } from "node:path";
import { multistream } from "pino";
import { createLog } from "../platform/log.ts";
import { makeFoldersNow } from "../platform/system.ts";
import type { Config } from "./config/read-config.ts";

/** What is read more slowly than it is written loses lines beyond these bytes; it holds nobody up. */
const MOST_UNWRITTEN = 4_194_304;
const AGAIN_MS = 1_000;

/**
 * Writes lines to an open file, some together. What it does not take, as on a full disk, is tried
 * again every second, and once as the program ends: pino's own output would end the program by an
 * error that nobody handles, and then try its last lines without end.
 */
class LogOutput {
  readonly #fd: number;
  #waiting: Buffer[] = [];
  #unwritten = 0;
  #isBusy = false;

  constructor(fd: number) {
    this.#fd = fd;
    process.once("exit", () => this.#writeLast());
  }

  write(line: string): void {
    const bytes = Buffer.from(line);
    if (this.#unwritten + bytes.length > MOST_UNWRITTEN) return;
    this.#unwritten += bytes.length;
    this.#waiting.push(bytes);
    if (!this.#isBusy) this.#writeNext();
  }

  #take(): Buffer {
    return Buffer.concat(this.#waiting.splice(0));
  }

  #writeNext(): void {
    const bytes = this.#take();
    this.#isBusy = bytes.length > 0;
    if (!this.#isBusy) return;
    write(this.#fd, bytes, 0, bytes.length, null, (error, written) => {
      const done = error === null ? written : 0;
      this.#unwritten -= done;
      if (done < bytes.length) this.#waiting.unshift(bytes.subarray(done));
      if (error === null) this.#writeNext();
      else setTimeout(() => this.#writeNext(), AGAIN_MS).unref();
    });
  }

  #writeLast(): void {
    const bytes = this.#take();
    try {
      for (let at = 0; at < bytes.length;) at += writeSync(this.#fd, bytes, at);
    } catch {
      // Nobody is left to be told.
    }
  }
}

/** The program's log: on the standard error; with a file, there, and only warnings on the standard error. */
export function openLog(config: Pick<Config, "logFile" | "logLevel">, name: string) {
  const screen = new LogOutput(2);
  if (config.logFile === undefined) return createLog({ level: config.logLevel, name }, screen);
  makeFoldersNow(dirname(config.logFile));
  const file = new LogOutput(openSync(config.logFile, "a", 0o600));
  const streams = [
    { level: config.logLevel as "info", stream: file },
    { level: "warn" as const, stream: screen },
  ];
  return createLog({ level: config.logLevel, name }, multistream(streams));
}
