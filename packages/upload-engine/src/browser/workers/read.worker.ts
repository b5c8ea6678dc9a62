import type { WireAlgorithm } from "@swath/contract/settings";
import type { FileDigest } from "../../assembly/file-digest.ts";
import { type Assembled, ObjectAssembly } from "../../assembly/object-assembly.ts";
import { wireDigest, wireHasher } from "../../assembly/wire-hasher.ts";
import { BlobParts } from "./blob-parts.ts";
import type { Chunk } from "../../ports/compressor.ts";
import type { ReadBatch, Unreadable } from "../../ports/preparer.ts";
import { type FileSegment, FileSegmentReader } from "./file-segment-reader.ts";
import { serveCalls, transferred } from "../worker-rpc.ts";
import { hashFile, type HashedRange } from "./hash-file.ts";

interface AssembledBlob extends Assembled {
  readonly body: Blob;
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
  finish(object: number): AssembledBlob;
  close(object: number): void;
  hashFile(
    input: {
      readonly file: File;
      readonly path: string;
      readonly wire: WireAlgorithm;
    } & HashedRange,
  ): FileDigest | Unreadable;
  hashBytes(input: { readonly bytes: Uint8Array; readonly wire: WireAlgorithm }): string;
}

interface Opened {
  readonly assembly: Promise<ObjectAssembly>;
  readonly body: BlobParts;
}

const objects = new Map<number, Opened>();

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
    return { ...(await assembly).finish(), body: body.end() };
  },
  close: async (object) => {
    (await opened(object).assembly).close();
    objects.delete(object);
  },
  hashFile: ({ file, path, wire, ...range }) => hashFile(file, path, wire, range),
  hashBytes: async ({ bytes, wire }) => wireDigest((await wireHasher(wire)).update(bytes)),
});
