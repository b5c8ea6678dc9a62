import { FRAME_BYTES } from "@swath/contract/uploads";
import type {
  Chunk,
  CompressionResult,
  Compressor,
  Preparation,
  PreparedObject,
  Preparer,
  ReadBatch,
  SourceRange,
  SourceSegment,
  StoredBody,
  Unreadable,
} from "../ports/preparer.ts";
import {
  bytesOf,
  descriptionOf,
  fakeChecksum,
  fakeXxh128,
  chunksOf,
  storedContent,
  zip,
  zippedSize,
} from "./fake-bytes.ts";
import type { VirtualClock } from "./virtual-clock.ts";

export interface FakeBody extends StoredBody {
  /** A description of the stored bytes. */
  readonly content: string;
}

/** The drivers of a test: what they were asked for, and what goes wrong in them. */
export class FakeDevice {
  readonly clock: VirtualClock;
  readMs = 10;
  compressMs = 40;
  cores = 2;
  /** How many reads of a path still fail; Infinity for a file that is gone. */
  readonly readFaults = new Map<string, number>();
  /** When the status of files was changed since the folder was chosen, by path. */
  readonly touched = new Map<string, string>();
  /** Called before each read. */
  onRead: () => void = () => {};
  /** Files whose content is another one by now than was sent. */
  readonly rewritten = new Set<string>();
  /** How a compression fails, or undefined. */
  compressionFault: (worker: number) => "kept" | "lost" | undefined = () => undefined;
  reading = 0;
  mostReading = 0;
  /** Ranges that were only hashed. */
  hashedRanges = 0;
  workers = 0;
  openWorkers = 0;
  mostWorkers = 0;
  opened = 0;
  closed = 0;
  /** Prepared and not yet released. */
  readonly held = new Set<StoredBody>();

  constructor(clock: VirtualClock) {
    this.clock = clock;
  }

  async #read(path: string): Promise<Unreadable | undefined> {
    this.onRead();
    this.reading++;
    this.mostReading = Math.max(this.mostReading, this.reading);
    await this.clock.sleep(this.readMs);
    this.reading--;
    const faults = this.readFaults.get(path) ?? 0;
    if (faults === 0) return undefined;
    this.readFaults.set(path, faults - 1);
    return { unreadable: path, reason: "NotReadableError" };
  }

  async #hash(range: SourceRange): Promise<PreparedObject | Unreadable> {
    this.hashedRanges++;
    const fault = await this.#read(range.file.path);
    return fault ?? this.#hold(finish([this.#asItIs({ ...range, zipped: false })]));
  }

  /** Other bytes are those of another name. */
  #asItIs(segment: SourceSegment): SourceSegment {
    const { path, size } = segment.file;
    if (!this.rewritten.has(path)) return segment;
    return { ...segment, file: { path: `${path}, rewritten`, size } };
  }

  readonly preparer: Preparer = {
    open: (segments) => this.#open(segments),
    prepareRange: (range) => this.#hash(range),
    seesStatus: true,
    stateOf: async ({ path }) => {
      if ((this.readFaults.get(path) ?? 0) > 0) return "changed";
      const touched = this.touched.get(path);
      return touched === undefined ? "unchanged" : { touched };
    },
    prepareBytes: (bytes) => {
      const content = new TextDecoder().decode(bytes);
      const body: FakeBody = { size: bytes.length, content };
      const checksum = fakeChecksum(content);
      return Promise.resolve(this.#hold({ body, checksum, segments: [] }));
    },
    release: (body) => {
      if (!this.held.delete(body)) throw new Error("a body is released that is not held");
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

  #open(given: readonly SourceSegment[]): Preparation {
    const segments = given.map((segment) => this.#asItIs(segment));
    this.opened++;
    let next = 0;
    const stored = new Map<number, string>();
    const plan = segments.flatMap((segment) =>
      Array.from({ length: Math.ceil(segment.length / FRAME_BYTES) }, (_, i) => ({ segment, i })),
    );
    const read = async (): Promise<ReadBatch | Unreadable> => {
      const first = plan[next]!;
      const fault = await this.#read(first.segment.file.path);
      if (fault !== undefined) return fault;
      // Small segments come together, a chunk of a large one alone.
      const count = first.segment.length >= FRAME_BYTES ? 1 : plan.length - next;
      const chunks: Chunk[] = [];
      for (const { segment, i } of plan.slice(next, next + count)) {
        const { content, size } = chunksOf({ ...segment, zipped: false })[i]!;
        if (segment.zipped) chunks.push({ index: next, bytes: bytesOf(content, size) });
        else stored.set(next, content);
        next++;
      }
      return { chunks, done: next === plan.length };
    };
    return {
      read,
      addFrames: async (frames) => {
        for (const { index, bytes } of frames) stored.set(index, descriptionOf(bytes));
      },
      finish: async () => {
        const content = plan.map((_, i) => stored.get(i)).join("|");
        if (content !== storedContent(segments)) throw new Error(`stored ${content}`);
        return this.#hold(finish(segments));
      },
      close: () => void this.closed++,
    };
  }

  #hold(prepared: PreparedObject): PreparedObject {
    this.held.add(prepared.body);
    return prepared;
  }

  #startWorker(): ReturnType<Compressor["start"]> {
    const worker = this.workers++;
    this.openWorkers++;
    this.mostWorkers = Math.max(this.mostWorkers, this.openWorkers);
    let end: (() => void) | undefined;
    const compress = async (chunks: readonly Chunk[]): Promise<CompressionResult> => {
      const ended = new Promise<"closed">((resolve) => {
        end = () => resolve("closed");
      });
      const outcome = await Promise.race([this.clock.sleep(this.compressMs), ended]);
      if (outcome === "closed") return { ok: false, reason: "closed" };
      const fault = this.compressionFault(worker);
      if (fault === "lost") return { ok: false, reason: "the worker crashed" };
      if (fault === "kept") return { ok: false, reason: "out of memory", chunks };
      return { ok: true, frames: chunks.map(compressChunk) };
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

/** A chunk as a worker of the fake device compresses it. */
export function compressChunk({ index, bytes }: Chunk): Chunk {
  return { index, bytes: bytesOf(zip(descriptionOf(bytes)), zippedSize(bytes.length)) };
}

function finish(sources: readonly SourceSegment[]): PreparedObject {
  const content = storedContent(sources);
  const segments = sources.map((segment) => ({
    storedBytes: chunksOf(segment).reduce((sum, { size }) => sum + size, 0),
    xxh128: fakeXxh128(segment),
    zipped: segment.zipped,
  }));
  const size = segments.reduce((sum, { storedBytes }) => sum + storedBytes, 0);
  const body: FakeBody = { size, content };
  return { body, checksum: fakeChecksum(content), segments };
}
