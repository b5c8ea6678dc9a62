import type { Preparation, Preparer } from "../../../packages/upload-engine/src/ports/preparer.ts";
import {
  asBrowserFile,
  type BrowserBody,
} from "../../../packages/upload-engine/src/browser/browser-file.ts";
import { hashFile } from "../../../packages/upload-engine/src/browser/workers/hash-file.ts";
import { ObjectAssembly } from "../../../packages/upload-engine/src/browser/workers/object-assembly.ts";
import {
  wireDigest,
  wireHasher,
} from "../../../packages/upload-engine/src/browser/workers/wire-hasher.ts";

/** The browser's preparer without its workers: Node has files and blobs of the same kind. */
export const nodePreparer: Preparer = {
  open: (segments, wire): Preparation => {
    const files = segments.map(({ file, ...range }) => ({
      ...range,
      file: asBrowserFile(file).file,
      path: file.path,
    }));
    const opened = ObjectAssembly.create(files, wire);
    return {
      read: async () => (await opened).read(),
      addFrames: async (frames) => (await opened).addFrames(frames),
      finish: async () => {
        const { body: blob, ...rest } = (await opened).finish();
        return { ...rest, body: { blob, size: blob.size } as BrowserBody };
      },
      close: () => void opened.then((assembly) => assembly.close()),
    };
  },
  prepareFile: async (source, wire) => {
    const { file, path } = asBrowserFile(source);
    const digest = await hashFile(file, path, wire);
    if ("unreadable" in digest) return digest;
    const { xxh128, checksum } = digest;
    const body: BrowserBody = { blob: file, size: file.size, path };
    return { body, checksum, segments: [{ storedBytes: file.size, xxh128, zipped: false }] };
  },
  prepareBytes: async (bytes, wire) => {
    const checksum = wireDigest((await wireHasher(wire)).update(bytes));
    const body: BrowserBody = { blob: new Blob([bytes]), size: bytes.length };
    return { body, checksum, segments: [] };
  },
};
