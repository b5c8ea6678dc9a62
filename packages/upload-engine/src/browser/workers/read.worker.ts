import type { WireAlgorithm } from "@swath/contract/settings";
import type { UploadAuthReply } from "@swath/contract/uploads";
import { eventEmitter, serveCalls, transferred } from "@swath/worker-rpc";
import { type FileDigest, wireDigest, wireHasher } from "../../assembly/hashers.ts";
import { type Assembled, ObjectAssembly } from "../../assembly/object-assembly.ts";
import type { Chunk, ReadBatch, Unreadable } from "../../ports/preparer.ts";
import type { PostOutcome } from "../../ports/poster.ts";
import { postBlob } from "../browser-poster.ts";
import { BlobParts, triggerGarbageCollection } from "./blob-parts.ts";
import { type FileSegment, FileSegmentReader, hashFile, type HashedRange } from "./read-file.ts";

/** Of an object whose bytes stay in the worker. */
interface AssembledBody extends Assembled {
  /** Bytes as they will be posted. */
  readonly size: number;
}

/** The calls of a preparer; `object` names one that is being put together. */
export interface ReadCalls {
  open(input: {
    readonly object: number;
    readonly segments: readonly FileSegment[];
    readonly wire: WireAlgorithm;
  }): void;
  read(object: number): ReadBatch | Unreadable;
  addFrames(input: { readonly object: number; readonly frames: readonly Chunk[] }): void;
  finish(object: number): AssembledBody;
  close(object: number): void;
  post(input: { readonly object: number; readonly form: UploadAuthReply }): PostOutcome;
  /** Ends the post under way. */
  abort(object: number): void;
  release(object: number): void;
  hashFile(
    input: {
      readonly file: File;
      readonly path: string;
      readonly wire: WireAlgorithm;
    } & HashedRange,
  ): FileDigest | Unreadable;
  hashBytes(input: { readonly bytes: Uint8Array; readonly wire: WireAlgorithm }): string;
}

export interface ReadEvents {
  /** Bytes of a body that were handed over so far. */
  readonly sent: { readonly object: number; readonly bytes: number };
}

interface Opened {
  readonly assembly: Promise<ObjectAssembly>;
  readonly body: BlobParts;
}

const objects = new Map<number, Opened>();
const bodies = new Map<number, Blob>();
const posts = new Map<number, AbortController>();
const emit = eventEmitter<ReadEvents>();

function opened(object: number): Opened {
  const found = objects.get(object);
  if (found === undefined) throw new Error(`object ${object} is not open`);
  return found;
}

serveCalls<ReadCalls>({
  open: ({ object, segments, wire }) => {
    const reader = new FileSegmentReader(segments);
    const assembly = ObjectAssembly.create(segments, reader, wire);
    objects.set(object, { assembly, body: new BlobParts() });
  },
  read: async (object) => {
    const { assembly, body } = opened(object);
    const batch = await (await assembly).read();
    if ("unreadable" in batch) return batch;
    body.add((await assembly).takeStored());
    return transferred(
      batch,
      batch.chunks.map(({ bytes }) => bytes.buffer),
    );
  },
  addFrames: async ({ object, frames }) => {
    const { assembly, body } = opened(object);
    (await assembly).addFrames(frames);
    body.add((await assembly).takeStored());
  },
  finish: async (object) => {
    const { assembly, body } = opened(object);
    const assembled = (await assembly).finish();
    const blob = body.end();
    bodies.set(object, blob);
    return { ...assembled, size: blob.size };
  },
  close: async (object) => {
    (await opened(object).assembly).close();
    objects.delete(object);
  },
  post: async ({ object, form }) => {
    const blob = bodies.get(object);
    if (blob === undefined) throw new Error(`object ${object} has no body`);
    const controller = new AbortController();
    posts.set(object, controller);
    const onSent = (bytes: number): void => emit("sent", { object, bytes });
    const outcome = await postBlob(form, blob, { signal: controller.signal, onSent });
    posts.delete(object);
    return outcome;
  },
  abort: (object) => posts.get(object)?.abort(),
  release: (object) => {
    const bytes = bodies.get(object)?.size ?? 0;
    bodies.delete(object);
    triggerGarbageCollection(bytes);
  },
  hashFile: ({ file, path, wire, ...range }) => hashFile(file, path, wire, range),
  hashBytes: async ({ bytes, wire }) => wireDigest((await wireHasher(wire)).update(bytes)),
});
