/** A range of a file's bytes; its path is what people are shown. */
export interface FileRange {
  readonly file: File;
  readonly path: string;
  readonly start: number;
  readonly length: number;
}

/**
 * A file that is wanted whole is not cut: making a blob is a call to the browser's own process, and a
 * form with a whole file is read by the browser's network process itself, at half the cost.
 */
export function blobOf({ file, start, length }: FileRange): Blob {
  return start === 0 && length === file.size ? file : file.slice(start, start + length);
}
