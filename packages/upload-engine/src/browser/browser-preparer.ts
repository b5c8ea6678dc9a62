import type { WireAlgorithm } from "@swath/contract/settings";
import {
  MAX_CONCURRENT_READS,
  type Preparation,
  type PreparedObject,
  type Preparer,
  type SourceSegment,
  type Unreadable,
} from "../ports/preparer.ts";
import type { SourceFile } from "../ports/source.ts";
import { asBrowserFile, type BrowserBody } from "./browser-file.ts";
import { valueOf, WorkerCalls } from "./worker-rpc.ts";
import type { ReadCalls } from "./workers/read.worker.ts";

interface Reader {
  readonly calls: WorkerCalls<ReadCalls>;
  objects: number;
}

/** Reads and hashes in at most two workers; the bytes of an object stay with one of them. */
export class BrowserPreparer implements Preparer {
  readonly #readers: Reader[] = [];
  #serial = 0;

  /** The first worker is loaded by the time that a folder is chosen. */
  constructor() {
    this.#addReader().calls.start();
  }

  /** Of a file that is another size or time than when it was chosen, a browser reads no byte. */
  async isUnchanged(source: SourceFile): Promise<boolean> {
    try {
      await asBrowserFile(source).file.slice(0, 1).arrayBuffer();
      return true;
    } catch {
      return false;
    }
  }

  open(segments: readonly SourceSegment[], wire: WireAlgorithm): Preparation {
    const reader = this.#take();
    const { calls } = reader;
    const object = this.#serial++;
    const fileSegments = segments.map(({ file, offset, length, zipped }) => ({
      file: asBrowserFile(file).file,
      path: file.path,
      offset,
      length,
      zipped,
    }));
    const opened = calls.call("open", { object, segments: fileSegments, wire });
    return {
      read: async () => {
        valueOf(await opened);
        return valueOf(await calls.call("read", object));
      },
      addFrames: async (frames) => {
        const transfer = frames.map(({ bytes }) => bytes.buffer);
        valueOf(await calls.call("addFrames", { object, frames }, transfer));
      },
      finish: async () => {
        const { body, checksum, segments: stored } = valueOf(await calls.call("finish", object));
        return { body: { blob: body, size: body.size } as BrowserBody, checksum, segments: stored };
      },
      close: () => {
        reader.objects--;
        void calls.call("close", object);
      },
    };
  }

  async prepareFile(source: SourceFile, wire: WireAlgorithm): Promise<PreparedObject | Unreadable> {
    const { file, path } = asBrowserFile(source);
    const reader = this.#take();
    try {
      const digest = valueOf(await reader.calls.call("hashFile", { file, path, wire }));
      if ("unreadable" in digest) return digest;
      const body: BrowserBody = { blob: file, size: file.size, path };
      const segment = { storedBytes: file.size, xxh128: digest.xxh128, zipped: false };
      return { body, checksum: digest.checksum, segments: [segment] };
    } finally {
      reader.objects--;
    }
  }

  async prepareBytes(bytes: Uint8Array<ArrayBuffer>, wire: WireAlgorithm): Promise<PreparedObject> {
    const reader = this.#take();
    try {
      const checksum = valueOf(await reader.calls.call("hashBytes", { bytes, wire }));
      const body: BrowserBody = { blob: new Blob([bytes]), size: bytes.length };
      return { body, checksum, segments: [] };
    } finally {
      reader.objects--;
    }
  }

  close(): void {
    for (const { calls } of this.#readers) calls.close();
    this.#readers.length = 0;
  }

  /** The less busy of the workers; a second one is started once the first is busy. */
  #take(): Reader {
    const [idlest] = this.#readers.toSorted((a, b) => a.objects - b.objects);
    const isBusy = idlest === undefined || idlest.objects > 0;
    const mayAdd = this.#readers.length < MAX_CONCURRENT_READS;
    const reader = isBusy && mayAdd ? this.#addReader() : idlest!;
    reader.objects++;
    return reader;
  }

  #addReader(): Reader {
    const reader = { calls: new WorkerCalls<ReadCalls>(startWorker), objects: 0 };
    this.#readers.push(reader);
    return reader;
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./workers/read.worker.ts", import.meta.url), { type: "module" });
}
