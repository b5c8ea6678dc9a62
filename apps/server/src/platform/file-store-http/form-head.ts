import { AppError } from "@swath/contract/errors";
import { refused } from "../file-store/post-policy.ts";

const FIELDS = 8;
const FIELD_BYTES = 8_192;
/** Most bytes of one part's header. */
const HEADER_BYTES = 8_192;
const FILE_FIELD = "file";
const END_OF_HEADER = "\r\n\r\n";

/** The boundary that a form's `Content-Type` names; throws INVALID_REQUEST without one. */
export function boundaryOf(contentType: string | undefined): string {
  const [, quoted, bare] =
    /^multipart\/form-data;.*?\bboundary=(?:"([^"\r\n]{1,70})"|([^\s;"]{1,70}))/i.exec(
      contentType ?? "",
    ) ?? [];
  const boundary = quoted ?? bare;
  if (boundary === undefined) throw malformed("it has no boundary");
  return boundary;
}

export function malformed(reason: string): AppError {
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
export function startsWith(bytes: Buffer, wanted: Buffer): boolean {
  const length = Math.min(bytes.length, wanted.length);
  return bytes.subarray(0, length).equals(wanted.subarray(0, length));
}

function readHeader(header: string): { name: string; isFile: boolean } {
  const [, name, file] =
    /^content-disposition: *form-data; *name="([^"\r\n]*)"(; *filename)?/im.exec(header) ?? [];
  if (name === undefined) throw malformed("a part has no name");
  return { name, isFile: file !== undefined };
}
