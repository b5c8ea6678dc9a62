import { PART_BYTES, pathKey } from "@swath/contract/uploads";
import type { SourceFile, SourceHasher, Unreadable } from "../../ports/source.ts";

/** A file of the folder, and the checksums under which a file of its path is stored. */
export interface ComparedFile {
  readonly file: SourceFile;
  /** XXH128 of each part of 200 MB. */
  readonly xxh128: readonly string[];
}

export type Comparison =
  /** Whether each file's content is equal, by the {@link pathKey} of its path. */
  { readonly kind: "compared"; readonly equality: ReadonlyMap<string, boolean> } | ComparisonFault;

type ComparisonFault =
  | { readonly kind: "aborted" }
  | { readonly kind: "unreadable"; readonly path: string; readonly reason: string };

interface Options {
  readonly hasher: SourceHasher;
  readonly signal: AbortSignal;
  /** Given the bytes of the files and parts that are done, of the bytes of all files. */
  readonly onProgress: (doneBytes: number) => void;
}

/**
 * Compares files with their stored copies, by checksums.
 *
 * compare/C1 a file is equal where each of its parts has the checksum of the stored one;
 * compare/C2 the first part that differs ends a file: the rest of it is not read;
 * compare/C3 a file of another number of parts is not equal, and not read;
 * compare/C4 a file that cannot be read ends the comparison, and is named;
 * compare/C5 nothing is read once the comparison was aborted.
 */
export async function compareContent(
  files: readonly ComparedFile[],
  options: Options,
): Promise<Comparison> {
  const equality = new Map<string, boolean>();
  let done = 0;
  for (const compared of files) {
    const before = done;
    const onRead = (bytes: number): void => options.onProgress((done += bytes));
    const outcome = await isEqualContent(compared, { ...options, onRead });
    if (typeof outcome === "object") return outcome;
    equality.set(pathKey(compared.file.path), outcome);
    done = before + compared.file.size;
    options.onProgress(done);
  }
  return { kind: "compared", equality };
}

interface ContentOptions extends Pick<Options, "hasher" | "signal"> {
  /** Given the bytes of each part that is equal. */
  readonly onRead: (bytes: number) => void;
}

/** Whether one file's content is equal: as {@link compareContent} has it. */
export async function isEqualContent(
  { file, xxh128 }: ComparedFile,
  { hasher, signal, onRead }: ContentOptions,
): Promise<boolean | ComparisonFault> {
  if (xxh128.length !== Math.ceil(file.size / PART_BYTES)) return false;
  for (const [part, wanted] of xxh128.entries()) {
    if (signal.aborted) return { kind: "aborted" };
    const offset = part * PART_BYTES;
    const length = Math.min(PART_BYTES, file.size - offset);
    const found = await hasher.hash(file, { offset, length });
    if (signal.aborted) return { kind: "aborted" };
    if (typeof found === "object") return faultOf(found);
    if (found !== wanted) return false;
    onRead(length);
  }
  return true;
}

const faultOf = ({ unreadable, reason }: Unreadable): ComparisonFault => ({
  kind: "unreadable",
  path: unreadable,
  reason,
});
