import type { SourceHasher } from "../ports/source-hasher.ts";
import { asBrowserFile, fileState } from "./browser-file.ts";
import { valueOf, WorkerCalls } from "@swath/worker-rpc";
import type { ReadCalls } from "./workers/read.worker.ts";

/** Hashes in a worker of its own, which its first call starts. */
export function browserHasher(): SourceHasher {
  const calls = new WorkerCalls<ReadCalls>(
    () => new Worker(new URL("./workers/read.worker.ts", import.meta.url), { type: "module" }),
  );
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
