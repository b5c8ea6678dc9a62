import { AppError } from "@swath/contract/errors";
import type { IncomingHttpHeaders } from "node:http";
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

const FIELDS = 8;
const FIELD_BYTES = 8_192;
/** Most bytes of one part's header. */
const HEADER_BYTES = 8_192;
const FILE_FIELD = "file";
const END_OF_HEADER = "\r\n\r\n";

/** The boundary that a form's `Content-Type` names; throws INVALID_REQUEST without one. */
function boundaryOf(contentType: string | undefined): string {
  const [, quoted, bare] =
    /^multipart\/form-data;.*?\bboundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(
      contentType ?? "",
    ) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw malformed("it has no boundary");
  return boundary;
}

function malformed(reason: string): AppError {
  return new AppError("INVALID_REQUEST", `the form is malformed or ends early: ${reason}`);
}

/**
 * The fields of a form, read up to where the content of its file begins (RFC 7578; RFC 2046 section
 * 5.1.1, without a preamble, which no browser sends). Throws UPLOAD_POLICY_REFUSED for what no form
 * of ours holds, INVALID_REQUEST for what is no form.
 */
export class FormHead {
  readonly fields = new Map<string, string>();
  readonly #delimiter: string;
  #bytes: Buffer = Buffer.alloc(0);
  /** Where the part that is being read begins, behind its delimiter. */
  #part: number | undefined;

  constructor(boundary: string) {
    this.#delimiter = `--${boundary}`;
  }

  /** Takes a chunk; answers what of it is the file's content, once that has begun. */
  take(chunk: Buffer): Buffer | undefined {
    const before = this.#bytes.length;
    this.#bytes = before === 0 ? chunk : Buffer.concat([this.#bytes, chunk]);
    const content = this.#readParts();
    return content === undefined ? undefined : chunk.subarray(content - before);
  }

  #readParts(): number | undefined {
    if (this.#part === undefined) {
      const opening = Buffer.from(`${this.#delimiter}\r\n`);
      if (!startsWith(this.#bytes, opening)) throw malformed("it begins with no delimiter");
      if (this.#bytes.length < opening.length) return undefined;
      this.#part = opening.length;
    }
    for (;;) {
      const content = this.#contentStart(this.#part);
      if (content === undefined) return undefined;
      const { name, isFile } = readHeader(this.#bytes.toString("utf8", this.#part, content));
      if (isFile && name !== FILE_FIELD) throw refused("a field is a file", name);
      if (isFile) return content;
      const next = this.#readField(name, content);
      if (next === undefined) return undefined;
      this.#part = next;
    }
  }

  #contentStart(part: number): number | undefined {
    const end = this.#bytes.indexOf(END_OF_HEADER, part, "latin1");
    if (end !== -1) return end + END_OF_HEADER.length;
    if (this.#bytes.length - part > HEADER_BYTES) throw malformed("a header without end");
    return undefined;
  }

  /** Keeps a field and answers where the next part begins. */
  #readField(name: string, content: number): number | undefined {
    const delimiter = `\r\n${this.#delimiter}`;
    const end = this.#bytes.indexOf(delimiter, content, "latin1");
    const length = (end === -1 ? this.#bytes.length : end) - content;
    if (length > FIELD_BYTES + delimiter.length) throw refused("a field is too long", name);
    const next = end + delimiter.length + 2;
    if (end === -1 || this.#bytes.length < next) return undefined;
    if (this.#bytes.toString("latin1", next - 2, next) !== "\r\n")
      throw malformed("it holds no file");
    if (this.fields.has(name)) throw refused("a field is there twice", name);
    if (this.fields.size === FIELDS) throw refused("it holds more than fields and one file");
    this.fields.set(name, this.#bytes.toString("utf8", content, end));
    return next;
  }
}

/** Whether bytes begin as others do, as far as they go. */
function startsWith(bytes: Buffer, wanted: Buffer): boolean {
  const length = Math.min(bytes.length, wanted.length);
  return bytes.subarray(0, length).equals(wanted.subarray(0, length));
}

function readHeader(header: string): { name: string; isFile: boolean } {
  const [, name, file] =
    /^content-disposition: *form-data; *name="([^"\r\n]*)"(; *filename)?/im.exec(header) ?? [];
  if (name === undefined) throw malformed("a part has no name");
  return { name, isFile: file !== undefined };
}
