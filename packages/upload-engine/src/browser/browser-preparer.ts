import { MAX_CONCURRENT_READS } from "@swath/contract/limits";
import type { ObjectOrder, Preparation, PreparedObject, Preparer } from "../ports/preparer.ts";
import type { ReadBatch, Unreadable } from "../ports/preparer.ts";
import { asBrowserFile, type BrowserBody } from "./browser-file.ts";
import type { FileDigest } from "./hash-file.ts";
import type { Assembled } from "./object-assembly.ts";
import type { ReadMessage } from "./read-messages.ts";
import { WorkerCalls } from "./worker-calls.ts";

type WholeFile = PreparedObject | Unreadable;

interface Reader {
  readonly calls: WorkerCalls;
  objects: number;
}

/** Reads and hashes in at most two workers; the bytes of an object stay with one of them. */
export class BrowserPreparer implements Preparer {
  readonly #readers: Reader[] = [];
  #serial = 0;
  #expected: { readonly file: File; readonly digest: Promise<WholeFile> } | undefined;

  /** The first worker is loaded by the time that a folder is chosen. */
  constructor() {
    this.#addReader().calls.start();
  }

  open({ runs, wire }: ObjectOrder): Preparation {
    const reader = this.#take();
    const object = this.#serial++;
    const fileRuns = runs.map(({ file, offset, length, zipped }) => ({
      file: asBrowserFile(file).file,
      path: file.path,
      offset,
      length,
      zipped,
    }));
    const opened = tell(reader, { do: "open", object, runs: fileRuns, wire });
    // Its failure is met by the first read.
    opened.catch(() => {});
    return {
      read: async () => {
        await opened;
        return tell<ReadBatch | Unreadable>(reader, { do: "read", object });
      },
      keep: (frames) =>
        tell(
          reader,
          { do: "keep", object, frames },
          frames.map(({ bytes }) => bytes.buffer),
        ),
      seal: async () => {
        const { body, checksum, segments } = await tell<Assembled>(reader, { do: "seal", object });
        return { body: { blob: body, size: body.size } as BrowserBody, checksum, segments };
      },
      close: () => {
        reader.objects--;
        tell(reader, { do: "close", object }).catch(() => {});
      },
    };
  }

  expect(...[source, wire]: Parameters<Preparer["expect"]>): void {
    const digest = this.#hash(source, wire);
    // Its failure is met by whoever asks for the file.
    digest.catch(() => {});
    this.#expected = { file: asBrowserFile(source).file, digest };
  }

  async whole(...[source, wire]: Parameters<Preparer["whole"]>): Promise<WholeFile> {
    const expected = this.#expected;
    if (expected?.file !== asBrowserFile(source).file) return this.#hash(source, wire);
    this.#expected = undefined;
    return expected.digest;
  }

  async #hash(...[source, wire]: Parameters<Preparer["whole"]>): Promise<WholeFile> {
    const { file, path } = asBrowserFile(source);
    const reader = this.#take();
    try {
      const digest = await tell<FileDigest | Unreadable>(reader, {
        do: "whole",
        file,
        path,
        wire,
      });
      if ("unreadable" in digest) return digest;
      const body: BrowserBody = { blob: file, size: file.size, path };
      const segment = { storedBytes: file.size, xxh128: digest.xxh128, zipped: false };
      return { body, checksum: digest.checksum, segments: [segment] };
    } finally {
      reader.objects--;
    }
  }

  async bytes(...[bytes, wire]: Parameters<Preparer["bytes"]>): Promise<PreparedObject> {
    const reader = this.#take();
    try {
      const checksum = await tell<string>(reader, { do: "bytes", bytes, wire });
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
    const reader = { calls: new WorkerCalls(startWorker), objects: 0 };
    this.#readers.push(reader);
    return reader;
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./read.worker.ts", import.meta.url), { type: "module" });
}

async function tell<T = void>(
  { calls }: Reader,
  message: ReadMessage,
  transfer: Transferable[] = [],
): Promise<T> {
  const answer = await calls.call<T>(message, transfer);
  if (answer.kind === "answered") return answer.value;
  throw new Error(`the reading worker failed: ${answer.reason}`);
}
