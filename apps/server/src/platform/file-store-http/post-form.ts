import type { IncomingHttpHeaders } from "node:http";
import { AppError } from "@swath/contract/errors";
import { boundaryOf, FormHead, malformed, startsWith } from "./form-head.ts";
import { refused } from "../file-store/post-policy.ts";
import type { ReceivedFile } from "../file-store/received-file.ts";

export interface Receiving {
  readonly file: ReceivedFile;
  /** Exact size of what is to come, in bytes. */
  readonly size: number;
}

/**
 * A posted form: its fields, then one file in the field `file`. `open` is handed the fields when
 * the file begins, and refuses by throwing. The file's size is known by then, so that its content
 * is not searched for its end: what stands behind it must be the end of the form. After a refusal
 * the rest of the body is dropped, so that a sender that hears nothing before it has sent all gets
 * to read why.
 */
export class PostForm<T extends Receiving> {
  readonly #head: FormHead;
  readonly #delimiter: Buffer;
  readonly #open: (fields: ReadonlyMap<string, string>) => Promise<T>;
  #failure: unknown;
  #opened: Promise<T> | undefined;
  #receiving: T | undefined;
  /** What came behind the file, as far as it shows whether the form ends there. */
  #behind: Buffer = Buffer.alloc(0);
  /** The last bytes of the file, which distinguish a file that is too short from a form that is cut. */
  #last: Buffer = Buffer.alloc(0);

  constructor(
    headers: IncomingHttpHeaders,
    open: (fields: ReadonlyMap<string, string>) => Promise<T>,
  ) {
    const boundary = boundaryOf(headers["content-type"]);
    this.#head = new FormHead(boundary);
    this.#delimiter = Buffer.from(`\r\n--${boundary}`);
    this.#open = open;
  }

  /** Takes a chunk of the body for good; never throws: faults are thrown by {@link end}. */
  async add(chunk: Buffer): Promise<void> {
    if (this.#failure !== undefined) return;
    try {
      if (this.#receiving === undefined) await this.#begin(chunk);
      else await this.#receive(this.#receiving, chunk);
    } catch (error) {
      this.#failure ??= error;
    }
  }

  /** The whole form was added: answers what was received, or throws why it was refused. */
  async end(): Promise<T> {
    if (this.#failure !== undefined) throw this.#failure;
    if (this.#receiving === undefined) throw malformed("it holds no file");
    this.#checkEnd(this.#receiving);
    return this.#receiving;
  }

  /** The file that was begun, to be discarded where the form was refused or aborted. */
  async begun(): Promise<ReceivedFile | undefined> {
    return (await this.#opened?.catch(() => undefined))?.file;
  }

  async #begin(chunk: Buffer): Promise<void> {
    const content = this.#head.take(chunk);
    if (content === undefined) return;
    this.#opened = this.#open(this.#head.fields);
    this.#receiving = await this.#opened;
    await this.#receive(this.#receiving, content);
  }

  async #receive({ file, size }: Receiving, chunk: Buffer): Promise<void> {
    const content = chunk.subarray(0, size - file.size);
    // Copied before the file frees the chunk's memory.
    this.#last = lastOf(this.#last, content, this.#delimiter.length + 4);
    const [before, wanted] = [this.#behind.length, this.#delimiter.length + 2];
    this.#behind = Buffer.concat([this.#behind, chunk.subarray(content.length)]).subarray(
      0,
      wanted,
    );
    if (content.length > 0) await file.add(content);
    if (before < wanted && this.#behind.length === wanted) this.#checkEnd({ file, size });
  }

  /** Compares what came behind the file with the end of a form. */
  #checkEnd({ file, size }: Receiving): void {
    const ending = this.#behind.toString("latin1", this.#delimiter.length);
    if (this.#behind.length > 0 && startsWith(this.#behind, this.#delimiter)) {
      if (ending === "--") return;
      if (ending === "\r\n") throw refused("it holds more than fields and one file");
    }
    const end = Buffer.concat([this.#last, this.#behind]).indexOf(this.#delimiter);
    if (end !== -1 && end < this.#last.length)
      throw new AppError("ENTITY_TOO_SMALL", "smaller than announced", { expected: size });
    if (file.size < size || startsWith(this.#behind, this.#delimiter))
      throw malformed("it has no end");
    throw new AppError("ENTITY_TOO_LARGE", "larger than announced", { expected: size });
  }
}

/** The last bytes of two runs, copied. */
function lastOf(earlier: Buffer, later: Buffer, count: number): Buffer {
  if (later.length >= count) return Buffer.from(later.subarray(-count));
  return Buffer.concat([earlier, later]).subarray(-count);
}
