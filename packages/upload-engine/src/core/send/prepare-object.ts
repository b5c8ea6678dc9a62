import type { WireAlgorithm } from "@swath/contract/settings";
import type { Manifest, Segment } from "@swath/contract/uploads";
import type {
  Chunk,
  Preparation,
  PreparedObject,
  Preparer,
  SourceRange,
  SourceSegment,
  SourceFile,
} from "../../ports/preparer.ts";
import type { Attempt } from "../state/task-queue.ts";
import type { Clock } from "../../ports/uploader-ports.ts";
import type { CompressionPool } from "./compression-pool.ts";
import { pause } from "./request.ts";

/** An object or a piece of one to be prepared now. */
export interface PreparationTask {
  readonly attempt: Attempt;
  readonly segments: readonly SourceSegment[];
  /** Bytes of memory that the object takes until it has landed. */
  readonly heldBytes: number;
}

export type PrepareOutcome =
  | { readonly kind: "prepared"; readonly prepared: PreparedObject }
  | { readonly kind: "unreadable"; readonly path: string; readonly reason: string }
  | { readonly kind: "compressionFailed"; readonly reason: string; readonly exhausted: boolean }
  | { readonly kind: "aborted" };

export interface PrepareTools {
  readonly preparer: Preparer;
  readonly clock: Clock;
  readonly pool: CompressionPool;
  /** Limits the chunks that wait for or are in compression, over all objects. */
  readonly chunks: PrioritySemaphore;
  /** Index of the object in the plan: earlier ones are compressed first. */
  readonly order: number;
  readonly wire: WireAlgorithm;
  readonly signal: AbortSignal;
  /** A chunk was read and is being compressed. */
  onCompressing(): void;
  /** Given the source bytes that were compressed since the last call. */
  onCompressed(bytes: number): void;
}

const READ_ATTEMPTS = 3;
const READ_RETRY_MS = 500;

/** The source ranges that an object is made of; none is zipped where `zips` is false. */
export function sourceSegments(
  segments: readonly Segment[],
  manifest: Manifest,
  sources: readonly SourceFile[],
  zips = true,
): SourceSegment[] {
  return segments.map(({ file, offset, length }) => ({
    file: sources[file]!,
    offset,
    length,
    zipped: zips && manifest.files[file]!.zipped,
  }));
}

/** The only range of an object that is stored as it is: it is posted from the drive. */
export function untouchedRange(segments: readonly SourceSegment[]): SourceRange | undefined {
  const [first, ...others] = segments;
  return first?.zipped === false && others.length === 0 ? first : undefined;
}

/**
 * Prepares an object for its post.
 *
 * send/P1 a range of a file that is stored as it is, is only hashed;
 * send/P2 all else is read in order, about 8 MB at a time, and compressed by the pool meanwhile;
 * send/P3 a read fails at most 3 times, then the object is unreadable;
 * send/P4 no more chunks are held than the semaphore has slots.
 */
export async function prepareObject(
  segments: readonly SourceSegment[],
  tools: PrepareTools,
): Promise<PrepareOutcome> {
  const untouched = untouchedRange(segments);
  if (untouched !== undefined) {
    const prepared = await readWithRetries(tools, () =>
      tools.preparer.prepareRange(untouched, tools.wire),
    );
    return "kind" in prepared ? prepared : { kind: "prepared", prepared };
  }
  const preparation = tools.preparer.open(segments, tools.wire);
  try {
    return await readAndCompress(preparation, tools);
  } finally {
    preparation.close();
  }
}

type Failure = Exclude<PrepareOutcome, { kind: "prepared" }>;

async function readAndCompress(
  preparation: Preparation,
  tools: PrepareTools,
): Promise<PrepareOutcome> {
  const compressing: Promise<void>[] = [];
  let failure: Failure | undefined;
  const compress = async (chunks: readonly Chunk[]): Promise<void> => {
    // Counted before the chunks are transferred.
    const bytes = chunks.reduce((sum, chunk) => sum + chunk.bytes.length, 0);
    const result = await tools.pool.compress(chunks);
    if (!result.ok) failure ??= { kind: "compressionFailed", ...result };
    else if (!tools.signal.aborted) {
      tools.onCompressed(bytes);
      await preparation.addFrames(result.frames);
    }
  };
  for (let done = false; !done && failure === undefined;) {
    await tools.chunks.acquire(tools.order);
    const batch = await readWithRetries(tools, () => preparation.read()).catch(crashed);
    if ("kind" in batch) {
      failure = batch;
      tools.chunks.release();
      break;
    }
    done = batch.done;
    if (batch.chunks.length === 0) {
      tools.chunks.release();
      continue;
    }
    tools.onCompressing();
    const compressed = compress(batch.chunks).catch((error: unknown) => {
      failure ??= crashed(error);
    });
    compressing.push(compressed.finally(() => tools.chunks.release()));
  }
  await Promise.all(compressing);
  if (tools.signal.aborted) return { kind: "aborted" };
  return failure ?? { kind: "prepared", prepared: await preparation.finish() };
}

/** A driver crashed; the object is worth another attempt. */
export function crashed(error: unknown): Failure {
  return { kind: "compressionFailed", reason: String(error), exhausted: false };
}

/** send/P3 Repeats a failed read twice. */
async function readWithRetries<T extends object>(
  { clock, signal }: PrepareTools,
  read: () => Promise<T | { readonly unreadable: string; readonly reason: string }>,
): Promise<T | Failure> {
  for (let attempt = 1; ; attempt++) {
    if (signal.aborted) return { kind: "aborted" };
    const result = await read();
    if (!("unreadable" in result)) return result;
    if (attempt === READ_ATTEMPTS)
      return { kind: "unreadable", path: result.unreadable, reason: result.reason };
    await pause(clock, READ_RETRY_MS * attempt, signal);
  }
}

/**
 * Gives out a number of slots; of those who wait, the lowest order is next. Own code: p-queue
 * schedules whole tasks, while these slots are held by one task several at a time.
 */
export class PrioritySemaphore {
  #free: number;
  #waiting: { readonly order: number; readonly resolve: () => void }[] = [];

  constructor(slots: number) {
    this.#free = slots;
  }

  async acquire(order: number): Promise<void> {
    if (this.#free > 0) {
      this.#free--;
      return;
    }
    await new Promise<void>((resolve) => {
      this.#waiting.push({ order, resolve });
    });
  }

  release(): void {
    const next = this.#waiting.toSorted((a, b) => a.order - b.order)[0];
    if (next === undefined) {
      this.#free++;
      return;
    }
    this.#waiting = this.#waiting.filter((other) => other !== next);
    next.resolve();
  }
}
