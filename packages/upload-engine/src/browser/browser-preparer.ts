import type { WireAlgorithm } from "@swath/contract/settings";
import type { UploadAuthReply } from "@swath/contract/uploads";
import { type CallResult, valueOf, WorkerCalls } from "@swath/worker-rpc";
import type { PostOptions, PostOutcome } from "../ports/poster.ts";
import {
  MAX_CONCURRENT_READS,
  type Preparation,
  type PreparedObject,
  type Preparer,
  type SourceRange,
  type SourceSegment,
  type StoredBody,
  type SourceFile,
  type SourceState,
  type Unreadable,
} from "../ports/preparer.ts";
import { type BrowserBody, bytesBody, rangeBody } from "./browser-poster.ts";
import { asBrowserFile, fileState, startReader } from "./browser-file.ts";
import type { ReadCalls, ReadEvents } from "./workers/read.worker.ts";

/** Reads and hashes in at most two workers; the bytes of an object stay with one of them. */
export class BrowserPreparer implements Preparer {
  readonly #readers: Reader[] = [];
  #serial = 0;

  /** The first worker is loaded by the time that a folder is chosen. */
  constructor() {
    this.#addReader().calls.start();
  }

  /** Browsers do not show a page the time of a file's status. */
  readonly seesStatus = false;

  stateOf(source: SourceFile): Promise<SourceState> {
    return fileState(asBrowserFile(source));
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
        const { size, checksum, segments: stored } = valueOf(await calls.call("finish", object));
        return { body: reader.body(object, size), checksum, segments: stored };
      },
      close: () => {
        reader.objects--;
        void calls.call("close", object);
      },
    };
  }

  async prepareRange(
    { file: source, offset, length }: SourceRange,
    wire: WireAlgorithm,
  ): Promise<PreparedObject | Unreadable> {
    const { file, path } = asBrowserFile(source);
    const reader = this.#take();
    try {
      const digest = valueOf(
        await reader.calls.call("hashFile", { file, path, wire, offset, length }),
      );
      if ("unreadable" in digest) return digest;
      const segment = { storedBytes: length, xxh128: digest.xxh128, zipped: false };
      const body = rangeBody({ file, path, start: offset, length });
      return { body, checksum: digest.checksum, segments: [segment] };
    } finally {
      reader.objects--;
    }
  }

  async prepareBytes(bytes: Uint8Array<ArrayBuffer>, wire: WireAlgorithm): Promise<PreparedObject> {
    const reader = this.#take();
    try {
      const checksum = valueOf(await reader.calls.call("hashBytes", { bytes, wire }));
      return { body: bytesBody(bytes), checksum, segments: [] };
    } finally {
      reader.objects--;
    }
  }

  release(body: StoredBody): void {
    (body as BrowserBody).release();
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
    const reader = new Reader();
    this.#readers.push(reader);
    return reader;
  }
}

/**
 * A worker that reads, hashes and posts. Bodies stay with it: the handle of a blob on the page would
 * keep its bytes until the page's heap, which may be large, is collected.
 */
class Reader {
  readonly calls: WorkerCalls<ReadCalls, ReadEvents>;
  /** How many objects it is busy with. */
  objects = 0;
  readonly #posts = new Map<number, PostOptions>();

  constructor() {
    this.calls = new WorkerCalls<ReadCalls, ReadEvents>(startReader, {
      on: { sent: ({ object, bytes }) => this.#posts.get(object)?.onSent(bytes) },
    });
  }

  /** The body that the worker has put together under that number. */
  body(object: number, size: number): BrowserBody {
    return {
      size,
      post: (form, options) => this.#post(object, form, options),
      release: () => void this.calls.call("release", object),
    };
  }

  async #post(object: number, form: UploadAuthReply, options: PostOptions): Promise<PostOutcome> {
    const { signal } = options;
    if (signal.aborted) return { kind: "aborted" };
    const aborted = Promise.withResolvers<PostOutcome>();
    const abort = (): void => {
      void this.calls.call("abort", object);
      aborted.resolve({ kind: "aborted" });
    };
    signal.addEventListener("abort", abort, { once: true });
    this.#posts.set(object, options);
    const posted = this.calls.call("post", { object, form });
    try {
      return await Promise.race([posted.then(outcomeOf), aborted.promise]);
    } finally {
      signal.removeEventListener("abort", abort);
      this.#posts.delete(object);
    }
  }
}

/** A worker that died has lost its bodies: they are prepared again. */
function outcomeOf(result: CallResult<PostOutcome>): PostOutcome {
  if (result.kind === "answered") return result.value;
  return { kind: "refused", status: 0, message: result.reason };
}
