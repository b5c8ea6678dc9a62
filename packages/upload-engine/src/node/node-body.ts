import type { StoredBody } from "../ports/preparer.ts";
import { type DiskFile, fill, openUnchanged } from "./disk-file.ts";

/** A range of a file as it is on the disk. */
interface DiskRange {
  readonly file: DiskFile;
  readonly offset: number;
  readonly length: number;
}

/** A post's body: bytes in memory, or a range of a file on the disk. */
export interface NodeBody extends StoredBody {
  readonly content: readonly Uint8Array<ArrayBuffer>[] | DiskRange;
}

/** Bytes handed over at once, so that a slow link too shows progress every second. */
const SLICE_BYTES = 131_072;
const READ_BYTES = 1_048_576;

/** Thrown while a body is read whose file is gone or was changed. */
export class UnreadableBody extends Error {
  override readonly name = "UnreadableBody";
  readonly path: string;

  constructor(path: string, cause: unknown) {
    super(`${path} can no longer be read`, { cause });
    this.path = path;
  }
}

/** The bytes of a body in small slices; throws {@link UnreadableBody}. */
export async function* slicesOf({ content }: NodeBody): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  if ("file" in content) {
    yield* slicesOfRange(content);
    return;
  }
  for (const bytes of content) yield* cut(bytes);
}

function* cut(bytes: Uint8Array<ArrayBuffer>): Generator<Uint8Array<ArrayBuffer>> {
  for (let at = 0; at < bytes.length; at += SLICE_BYTES) yield bytes.subarray(at, at + SLICE_BYTES);
}

async function* slicesOfRange({
  file,
  offset,
  length,
}: DiskRange): AsyncGenerator<Uint8Array<ArrayBuffer>> {
  const { path } = file;
  const unreadable = (cause: unknown): never => {
    throw new UnreadableBody(path, cause);
  };
  await using handle = await openUnchanged(file).catch(unreadable);
  for (let at = 0; at < length; at += READ_BYTES) {
    // A new one each time: the socket may hold the one before.
    const bytes = new Uint8Array(Math.min(READ_BYTES, length - at));
    const filled = await fill(handle, bytes, offset + at).catch(unreadable);
    if (filled < bytes.length) unreadable(`${at + filled} of ${length} bytes could be read`);
    yield* cut(bytes);
  }
}

const CRLF = "\r\n";

/** The text of a multipart form (RFC 7578) before and after the bytes of its file. */
export interface FormText {
  readonly contentType: string;
  readonly before: Buffer;
  readonly after: Buffer;
}

/** As browsers write names (HTML, "multipart form data"): no quote and no line break in them. */
const quoted = (name: string): string =>
  `"${name.replaceAll("\r", "%0D").replaceAll("\n", "%0A").replaceAll('"', "%22")}"`;

/** The fields in their order, then `file`: a store ignores what follows it. */
export function formText(fields: Readonly<Record<string, string>>, boundary: string): FormText {
  const part = `--${boundary}${CRLF}content-disposition: form-data; name=`;
  const texts = Object.entries(fields).map(
    ([name, value]) => `${part}${quoted(name)}${CRLF}${CRLF}${value}${CRLF}`,
  );
  const type = "content-type: application/octet-stream";
  const file = `${part}"file"; filename="blob"${CRLF}${type}${CRLF}${CRLF}`;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    before: Buffer.from([...texts, file].join("")),
    after: Buffer.from(`${CRLF}--${boundary}--${CRLF}`),
  };
}
