import type { WireAlgorithm } from "@swath/contract/settings";
import { FileHasher } from "../assembly/file-digest.ts";
import { ObjectAssembly } from "../assembly/object-assembly.ts";
import { wireDigest, wireHasher } from "../assembly/wire-hasher.ts";
import type {
  Preparation,
  PreparedObject,
  Preparer,
  SourceRange,
  SourceSegment,
  Unreadable,
} from "../ports/preparer.ts";
import { asDiskFile, diskState } from "./disk-file.ts";
import { DiskSegmentReader } from "./disk-segment-reader.ts";
import { type NodeBody, slicesOf, UnreadableBody } from "./node-body.ts";

/** Reads by file handles, in the threads of libuv, and hashes in WebAssembly: gigabytes a second. */
export const nodePreparer: Preparer = {
  open: (segments, wire) => prepare(segments, wire),
  prepareRange: (range, wire) => hashRange(range, wire),
  seesStatus: true,
  stateOf: (file) => diskState(asDiskFile(file)),
  prepareBytes: async (bytes, wire) => {
    const body: NodeBody = { size: bytes.length, content: [bytes] };
    const checksum = wireDigest((await wireHasher(wire)).update(bytes));
    return { body, checksum, segments: [] };
  },
  // Its bytes are the collector's: they count on this heap.
  release: () => {},
};

function prepare(segments: readonly SourceSegment[], wire: WireAlgorithm): Preparation {
  const ranges = segments.map((segment) => ({ ...segment, file: asDiskFile(segment.file) }));
  const reader = new DiskSegmentReader(ranges);
  const opened = ObjectAssembly.create(ranges, reader, wire);
  return {
    read: async () => (await opened).read(),
    addFrames: async (frames) => (await opened).addFrames(frames),
    finish: async () => {
      const assembly = await opened;
      const assembled = assembly.finish();
      const stored = assembly.takeStored();
      const size = stored.reduce((sum, { length }) => sum + length, 0);
      return { ...assembled, body: { size, content: stored } satisfies NodeBody };
    },
    close: () => reader.close(),
  };
}

async function hashRange(
  { file: source, offset, length }: SourceRange,
  wire: WireAlgorithm,
): Promise<PreparedObject | Unreadable> {
  const content = { file: asDiskFile(source), offset, length };
  const body: NodeBody = { size: length, content };
  const hasher = await FileHasher.create(wire);
  try {
    for await (const bytes of slicesOf(body)) hasher.update(bytes);
  } catch (error) {
    if (error instanceof UnreadableBody)
      return { unreadable: error.path, reason: String(error.cause) };
    throw error;
  }
  const { xxh128, checksum } = hasher.digest();
  return { body, checksum, segments: [{ storedBytes: length, xxh128, zipped: false }] };
}
