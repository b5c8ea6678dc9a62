import type { SourceFile } from "../ports/source.ts";

/** A file as the browser's picker gave it. */
export interface BrowserFile extends SourceFile {
  readonly file: File;
}

/** Names a picked file by its path from the chosen folder on. */
export function browserFile(file: File, path: string): BrowserFile {
  return { file, path, size: file.size };
}

export function asBrowserFile(source: SourceFile): BrowserFile {
  if (!("file" in source) || !(source.file instanceof File))
    throw new TypeError(`${source.path} is no file of this browser`);
  return source as BrowserFile;
}
