import { writeFileSync } from "node:fs";
import { StringDecoder } from "node:string_decoder";
import type { TaskResult } from "@swath/contract/processing";

type TaskError = TaskResult["errors"][number];

const MAX_ERRORS = 1_000;
const MAX_TEXT = 2_000;
const MAX_LINE = 8_192;
const PROGRESS_MS = 1_000;

/** Cuts a stream into lines; of a line that is too long the rest is left out. */
class Lines {
  #decoder: StringDecoder | undefined;
  readonly #take: (line: string) => void;
  #rest = "";

  constructor(take: (line: string) => void) {
    this.#take = take;
  }

  write(chunk: Buffer): void {
    this.#decoder ??= new StringDecoder("utf8");
    const lines = (this.#rest + this.#decoder.write(chunk)).split("\n");
    this.#rest = (lines.pop() ?? "").slice(0, MAX_LINE);
    for (const line of lines) this.#take(line.slice(0, MAX_LINE).trimEnd());
  }

  end(): void {
    if (this.#rest !== "") this.#take(this.#rest.trimEnd());
    this.#rest = "";
  }
}

export const cut = (text: string): string => text.slice(0, MAX_TEXT);

/**
 * What a program reports by its lines: `ERROR FILE: MESSAGE` on stderr, `progress 0.42` on stdout.
 * The progress goes to a file, once a second at most.
 */
export class ProgramOutput {
  readonly errors: TaskError[] = [];
  /** Of stderr; says most where a program reports no error of its own. */
  lastLine = "";
  /** Whether a runtime reported, before it aborted, that it got no memory. */
  reportsNoMemory = false;
  /** Whether the program reported that it found no room on a disk. */
  reportsFullDisk = false;
  readonly #stdout = new Lines((line) => this.#progress(line));
  readonly #stderr = new Lines((line) => this.#error(line));
  readonly #progressFile: string;
  #written = 0;

  constructor(progressFile: string) {
    this.#progressFile = progressFile;
  }

  stdout(chunk: Buffer): void {
    this.#stdout.write(chunk);
  }

  stderr(chunk: Buffer): void {
    this.#stderr.write(chunk);
  }

  end(): void {
    this.#stdout.end();
    this.#stderr.end();
  }

  #error(line: string): void {
    if (line.trim() !== "") this.lastLine = line;
    this.reportsNoMemory ||= /out of memory|std::bad_alloc|MemoryError/i.test(line);
    this.reportsFullDisk ||= /ENOSPC|No space left on device|disk quota exceeded/i.test(line);
    const [, file, message] = /^ERROR (.+?): (.*)$/.exec(line) ?? [];
    if (file === undefined || message === undefined || this.errors.length >= MAX_ERRORS) return;
    this.errors.push({ file: cut(file), message: cut(message) });
  }

  #progress(line: string): void {
    const share = Number(/^progress (\d+(?:\.\d+)?)$/.exec(line)?.[1] ?? Number.NaN);
    if (!(share >= 0 && share <= 1) || Date.now() - this.#written < PROGRESS_MS) return;
    this.#written = Date.now();
    try {
      writeFileSync(this.#progressFile, String(share), { mode: 0o600 });
    } catch {
      // Nobody needs it.
    }
  }
}
