import { closeSync, openSync, writeSync } from "node:fs";

const MIB = 1_048_576;
const FLUSH_MS = 1_000;
/** Of one length, so that what follows stands at the same place each time. */
const leftOut = (bytes: number): string => `\n[${String(bytes).padStart(15)} bytes left out]\n`;

/**
 * What a program wrote, in a file that can be read while it runs: its first half MiB as it comes,
 * then a line that counts what is left out, then its last half MiB. The file is made with the first
 * byte.
 */
export class TaskLog {
  readonly #path: string;
  readonly #half: number;
  #file: number | undefined;
  #headBytes = 0;
  #tail: Buffer[] = [];
  #tailBytes = 0;
  #leftOut = 0;
  #flushed = 0;
  #isBroken = false;

  constructor(path: string, limit = MIB) {
    this.#path = path;
    this.#half = Math.floor(limit / 2);
  }

  write(chunk: Buffer): void {
    const head = chunk.subarray(0, this.#half - this.#headBytes);
    if (head.length > 0) this.#put(head, this.#headBytes);
    this.#headBytes += head.length;
    if (head.length === chunk.length) return;
    this.#keep(chunk.subarray(head.length));
    if (Date.now() - this.#flushed > FLUSH_MS) this.#writeTail();
  }

  close(): void {
    if (this.#tailBytes > 0) this.#writeTail();
    if (this.#file !== undefined) closeSync(this.#file);
    this.#file = undefined;
  }

  #keep(chunk: Buffer): void {
    this.#tail.push(Buffer.from(chunk));
    this.#tailBytes += chunk.length;
    for (let over = this.#tailBytes - this.#half; over > 0; over = this.#tailBytes - this.#half) {
      const [first] = this.#tail;
      if (first === undefined) return;
      const dropped = Math.min(over, first.length);
      if (dropped === first.length) this.#tail.shift();
      else this.#tail[0] = first.subarray(dropped);
      this.#tailBytes -= dropped;
      this.#leftOut += dropped;
    }
  }

  #writeTail(): void {
    const line = Buffer.from(leftOut(this.#leftOut));
    this.#put(Buffer.concat([line, ...this.#tail]), this.#half);
    this.#flushed = Date.now();
  }

  /** A log that cannot be written is no reason to end a task. */
  #put(bytes: Buffer, at: number): void {
    if (this.#isBroken) return;
    try {
      this.#file ??= openSync(this.#path, "w", 0o600);
      writeSync(this.#file, bytes, 0, bytes.length, at);
    } catch {
      this.#isBroken = true;
    }
  }
}
