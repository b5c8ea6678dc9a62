import type { Unreadable } from "../../ports/preparer.ts";
import { blobOf, type FileRange } from "../file-range.ts";

/**
 * Reads ranges of files, all in one call to the browser's own process: for small files that call
 * costs far more than their bytes. The results are views of one buffer, in the order of the ranges;
 * or the first file that cannot be read is returned.
 */
export async function readTogether(
  ranges: readonly FileRange[],
): Promise<readonly Uint8Array<ArrayBuffer>[] | Unreadable> {
  const length = ranges.reduce((sum, range) => sum + range.length, 0);
  const bytes = await new Blob(ranges.map(blobOf)).arrayBuffer().catch(() => undefined);
  if (bytes?.byteLength !== length) return findUnreadable(ranges);
  let at = 0;
  return ranges.map((range) => {
    const content = new Uint8Array(bytes, at, range.length);
    at += range.length;
    return content;
  });
}

async function findUnreadable(ranges: readonly FileRange[]): Promise<Unreadable> {
  for (const range of ranges) {
    const reason = await reasonOf(range);
    if (reason !== undefined) return { unreadable: range.path, reason };
  }
  return { unreadable: ranges[0]!.path, reason: "it could not be read along with others" };
}

async function reasonOf(range: FileRange): Promise<string | undefined> {
  try {
    const { byteLength } = await blobOf(range).arrayBuffer();
    if (byteLength === range.length) return undefined;
    return `${byteLength} of ${range.length} bytes could be read`;
  } catch (error) {
    return String(error);
  }
}
