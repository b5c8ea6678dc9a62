import { valueOf, WorkerCalls } from "@swath/worker-rpc";
import type { SourceFile, SourceHasher, SourceState } from "../ports/preparer.ts";
import type { ReadCalls } from "./workers/read.worker.ts";

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

/** A worker that reads and hashes files. */
export const startReader = (): Worker =>
  new Worker(new URL("./workers/read.worker.ts", import.meta.url), { type: "module" });

/** Hashes in a worker of its own, which its first call starts. */
export function browserHasher(): SourceHasher {
  const calls = new WorkerCalls<ReadCalls>(startReader);
  return {
    hash: async (source, range) => {
      const { file, path } = asBrowserFile(source);
      const digest = valueOf(
        await calls.call("hashFile", { file, path, wire: "xxh128", ...range }),
      );
      return "unreadable" in digest ? digest : digest.xxh128;
    },
    stateOf: (source) => fileState(asBrowserFile(source)),
    close: () => calls.close(),
  };
}
