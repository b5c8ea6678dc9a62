import { FileHasher } from "../assembly/file-digest.ts";
import type { Unreadable } from "../ports/preparer.ts";
import type { SourceHasher } from "../ports/source-hasher.ts";
import { asDiskFile, diskState, type DiskFile, fill, openUnchanged } from "./disk-file.ts";

const READ_BYTES = 1_048_576;

/** Hashes ranges of files of this disk. */
export const nodeHasher: SourceHasher = {
  hash: (source, { offset, length }) => hashRange(asDiskFile(source), offset, length),
  stateOf: (source) => diskState(asDiskFile(source)),
  close: () => {},
};

async function hashRange(
  file: DiskFile,
  offset: number,
  length: number,
): Promise<string | Unreadable> {
  const hasher = await FileHasher.create("xxh128");
  try {
    await using handle = await openUnchanged(file);
    const buffer = new Uint8Array(Math.min(READ_BYTES, length));
    for (let at = 0; at < length; at += READ_BYTES) {
      const wanted = buffer.subarray(0, Math.min(READ_BYTES, length - at));
      const filled = await fill(handle, wanted, offset + at);
      if (filled < wanted.length)
        return { unreadable: file.path, reason: `${at + filled} of ${length} bytes could be read` };
      hasher.update(wanted);
    }
  } catch (error) {
    return { unreadable: file.path, reason: String(error) };
  }
  return hasher.digest().xxh128;
}
