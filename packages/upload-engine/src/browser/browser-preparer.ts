import type { WireAlgorithm } from "@swath/contract/settings";
import {
  MAX_CONCURRENT_READS,
  type Preparation,
  type PreparedObject,
  type Preparer,
  type SourceRange,
  type SourceSegment,
  type SourceState,
  type StoredBody,
  type Unreadable,
} from "../ports/preparer.ts";
import type { SourceFile } from "../ports/source.ts";
import { type BrowserBody, bytesBody, rangeBody } from "./browser-body.ts";
import { asBrowserFile, fileState } from "./browser-file.ts";
import { Reader } from "./reader.ts";
import { valueOf } from "@swath/worker-rpc";

/** Reads and hashes in at most two workers; the bytes of an object stay with one of them. */
export class BrowserPreparer implements Preparer {
  readonly #readers: Reader[] = [];
  #serial = 0;

  /** The first worker is loaded by the time that a folder is chosen. */
  constructor() {
    this.#addReader().calls.start();
  }

  /** No page is told of it. */
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
