import type { WireAlgorithm } from "@swath/contract/settings";
import type { FileDigest } from "../../assembly/file-digest.ts";
import { type Assembled, ObjectAssembly } from "../../assembly/object-assembly.ts";
import { wireDigest, wireHasher } from "../../assembly/wire-hasher.ts";
import type { Chunk } from "../../ports/compressor.ts";
import type { ReadBatch, Unreadable } from "../../ports/preparer.ts";
import { type FileSegment, FileSegmentReader } from "./file-segment-reader.ts";
import { serveCalls, transferred } from "../worker-rpc.ts";
import { hashFile, type HashedRange } from "./hash-file.ts";

interface AssembledBlob extends Omit<Assembled, "stored"> {
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

const assemblies = new Map<number, Promise<ObjectAssembly>>();

function assembly(object: number): Promise<ObjectAssembly> {
  const found = assemblies.get(object);
  if (found === undefined) throw new Error(`object ${object} is not open`);
  return found;
}

serveCalls<ReadCalls>({
  open: ({ object, segments, wire }) => {
    assemblies.set(object, ObjectAssembly.create(segments, new FileSegmentReader(segments), wire));
  },
  read: async (object) => {
    const batch = await (await assembly(object)).read();
    if ("unreadable" in batch) return batch;
    return transferred(
      batch,
      batch.chunks.map(({ bytes }) => bytes.buffer),
    );
  },
  addFrames: async ({ object, frames }) => (await assembly(object)).addFrames(frames),
  finish: async (object) => {
    const { stored, ...rest } = (await assembly(object)).finish();
    // One blob, at the end: making one costs a call to the browser's own process.
    return { ...rest, body: new Blob([...stored]) };
  },
  close: async (object) => {
    (await assembly(object)).close();
    assemblies.delete(object);
  },
  hashFile: ({ file, path, wire, ...range }) => hashFile(file, path, wire, range),
  hashBytes: async ({ bytes, wire }) => wireDigest((await wireHasher(wire)).update(bytes)),
});
