import type { SourceState } from "../ports/preparer.ts";
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

/** Of a file that is another size or time than when it was chosen, a browser reads no byte. */
export async function fileState({ file }: BrowserFile): Promise<SourceState> {
  try {
    await file.slice(0, 1).arrayBuffer();
    return "unchanged";
  } catch {
    return "changed";
  }
}
