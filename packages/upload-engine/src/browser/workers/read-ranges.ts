import type { Unreadable } from "../../ports/preparer.ts";

/** A range of a file's bytes; its path is what people are shown. */
export interface FileRange {
  readonly file: File;
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

/**
 * Reads ranges of files, all in one call to the browser's own process: for small files that call
 * costs far more than their bytes. The results are views of one buffer, in the order of the ranges;
 * or the first file that cannot be read is returned.
 */
export async function readTogether(
  ranges: readonly FileRange[],
): Promise<readonly Uint8Array<ArrayBuffer>[] | Unreadable> {
  const length = ranges.reduce((sum, range) => sum + range.length, 0);
  const bytes = await new Blob(ranges.map(asBlob)).arrayBuffer().catch(() => undefined);
  if (bytes?.byteLength !== length) return findUnreadable(ranges);
  let at = 0;
  return ranges.map((range) => {
    const content = new Uint8Array(bytes, at, range.length);
    at += range.length;
    return content;
  });
}

/** A file that is wanted whole is not cut: making a blob is a call of its own. */
function asBlob({ file, start, length }: FileRange): Blob {
  return start === 0 && length === file.size ? file : file.slice(start, start + length);
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
    const { byteLength } = await asBlob(range).arrayBuffer();
    if (byteLength === range.length) return undefined;
    return `${byteLength} of ${range.length} bytes could be read`;
  } catch (error) {
    return String(error);
  }
}
