import { PIECE_BYTES } from "@swath/contract/uploads";
import type { CompressionResult, Compressor, Piece } from "../ports/compressor.ts";
import type {
  ObjectOrder,
  Preparation,
  PreparedObject,
  Preparer,
  ReadBatch,
  SourceRun,
  StoredBody,
  Unreadable,
} from "../ports/preparer.ts";
import type { SourceFile } from "../ports/source.ts";
import {
  bytesOf,
  fakeChecksum,
  fakeXxh128,
  piecesOf,
  storedTale,
  taleOf,
  zip,
  zippedSize,
} from "./fake-bytes.ts";
import type { VirtualClock } from "./virtual-clock.ts";

export interface FakeBody extends StoredBody {
  /** The stored bytes, as they are told. */
  readonly tale: string;
  /** Set where the file itself is posted. */
  readonly file?: SourceFile;
}

type WholeFile = PreparedObject | Unreadable;

/** What the drivers of a test saw and what goes wrong in it. */
export class FakeDevice {
  readonly clock: VirtualClock;
  readMs = 10;
  compressMs = 40;
  cores = 2;
  /** How many reads of a path fail still; Infinity for a file that is gone. */
  readonly readFaults = new Map<string, number>();
  /** Answers why a compression fails, or undefined. */
  compressionFault: (worker: number) => "kept" | "lost" | undefined = () => undefined;
  reading = 0;
  mostReading = 0;
  wholeReads = 0;
  workers = 0;
  openWorkers = 0;
  mostWorkers = 0;
  opened = 0;
  closed = 0;

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  async #read(path: string): Promise<Unreadable | undefined> {
    this.reading++;
    this.mostReading = Math.max(this.mostReading, this.reading);
    await this.clock.sleep(this.readMs);
    this.reading--;
    const faults = this.readFaults.get(path) ?? 0;
    if (faults === 0) return undefined;
    this.readFaults.set(path, faults - 1);
    return { unreadable: path, reason: "NotReadableError" };
  }

  #expected: { readonly file: SourceFile; readonly read: Promise<WholeFile> } | undefined;

  async #whole(file: SourceFile): Promise<WholeFile> {
    const run = { file, offset: 0, length: file.size, zipped: false };
    this.wholeReads++;
    return (await this.#read(file.path)) ?? seal([run], file);
  }

  readonly preparer: Preparer = {
    open: (order) => this.#open(order),
    expect: (file) => {
      this.#expected = { file, read: this.#whole(file) };
    },
    whole: (file) => {
      const expected = this.#expected;
      if (expected?.file !== file) return this.#whole(file);
      this.#expected = undefined;
      return expected.read;
    },
    bytes: (bytes) => {
      const tale = new TextDecoder().decode(bytes);
      const body: FakeBody = { size: bytes.length, tale };
      return Promise.resolve({ body, checksum: fakeChecksum(tale), segments: [] });
    },
  };

  get compressor(): Compressor {
    const cores = (): number => this.cores;
    return {
      get workers() {
        return cores();
      },
      start: () => this.#startWorker(),
    };
  }

  #open({ runs }: ObjectOrder): Preparation {
    this.opened++;
    let next = 0;
    const stored = new Map<number, string>();
    const plan = runs.flatMap((run) =>
      Array.from({ length: Math.ceil(run.length / PIECE_BYTES) }, (_, i) => ({ run, i })),
    );
    const read = async (): Promise<ReadBatch | Unreadable> => {
      const first = plan[next]!;
      const fault = await this.#read(first.run.file.path);
      if (fault !== undefined) return fault;
      // Small runs come together, a piece of a large one alone.
      const count = first.run.length >= PIECE_BYTES ? 1 : plan.length - next;
      const pieces: Piece[] = [];
      for (const { run, i } of plan.slice(next, next + count)) {
        const { told, size } = piecesOf({ ...run, zipped: false })[i]!;
        if (run.zipped) pieces.push({ index: next, bytes: bytesOf(told, size) });
        else stored.set(next, told);
        next++;
      }
      return { pieces, done: next === plan.length };
    };
    return {
      read,
      keep: (frames) => {
        for (const { index, bytes } of frames) stored.set(index, taleOf(bytes));
        return Promise.resolve();
      },
      seal: () => {
        const tale = plan.map((_, i) => stored.get(i)).join("|");
        if (tale !== storedTale(runs)) throw new Error(`kept ${tale}`);
        return Promise.resolve(seal(runs));
      },
      close: () => void this.closed++,
    };
  }

  #startWorker(): ReturnType<Compressor["start"]> {
    const worker = this.workers++;
    this.openWorkers++;
    this.mostWorkers = Math.max(this.mostWorkers, this.openWorkers);
    let end: (() => void) | undefined;
    const compress = async (pieces: readonly Piece[]): Promise<CompressionResult> => {
      const ended = new Promise<"closed">((resolve) => {
        end = () => resolve("closed");
      });
      const outcome = await Promise.race([this.clock.sleep(this.compressMs), ended]);
      if (outcome === "closed") return { ok: false, reason: "closed" };
      const fault = this.compressionFault(worker);
      if (fault === "lost") return { ok: false, reason: "the worker crashed" };
      if (fault === "kept") return { ok: false, reason: "out of memory", pieces };
      return { ok: true, frames: pieces.map(compressPiece) };
    };
    return {
      compress,
      close: () => {
        this.openWorkers--;
        end?.();
      },
    };
  }
}

function compressPiece({ index, bytes }: Piece): Piece {
  return { index, bytes: bytesOf(zip(taleOf(bytes)), zippedSize(bytes.length)) };
}

function seal(runs: readonly SourceRun[], file?: SourceFile): PreparedObject {
  const tale = storedTale(runs);
  const segments = runs.map((run) => ({
    storedBytes: piecesOf(run).reduce((sum, { size }) => sum + size, 0),
    xxh128: fakeXxh128(run),
    zipped: run.zipped,
  }));
  const size = segments.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const body: FakeBody = { size, tale, ...(file && { file }) };
  return { body, checksum: fakeChecksum(tale), segments };
}
