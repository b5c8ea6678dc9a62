import type { StoredBody } from "../ports/preparer.ts";
import { type DiskFile, fill, openUnchanged } from "./disk-file.ts";

/** A range of a file as it is on the disk. */
interface DiskRange {
  readonly file: DiskFile;
  readonly offset: number;
  readonly length: number;
}

/** What is posted: bytes in memory, or a range of a file as it is on the disk. */
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
