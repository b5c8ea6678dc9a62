import { PART_BYTES, zstdBound } from "./object-size.ts";
import type { FileEntry } from "./manifest.ts";
import { flatName } from "./paths.ts";

/** Files below this many bytes travel together in a bundle. */
export const BUNDLED_BELOW_BYTES = 1_048_576;
/** A bundle closes at this many source bytes … */
export const BUNDLE_BYTES = 8_388_608;
/** … or at this many files. */
export const BUNDLE_FILES = 256;

/** A run of one file's source bytes within an object. */
export interface Segment {
  /** Index into the manifest's files. */
  readonly file: number;
  /** Where it starts in the source file, in bytes. */
  readonly offset: number;
  /** Source bytes. */
  readonly length: number;
}

/** One object of the landing place: a part, a whole file, or a bundle of small files. */
export interface PlannedObject {
  /** Name below the landing prefix; the task key of the progress record. */
  readonly name: string;
  readonly segments: readonly Segment[];
  /** Source bytes of all segments. */
  readonly sourceBytes: number;
}

/**
 * Lays the files of a manifest out in objects. Both sides derive the same plan from the same
 * manifest: the browser sends what the server already expects, and nothing else is accepted.
 *
 * contract/P1 a file over 200 MB is sent in parts of 200 MB, `{path@}.part0001` and on;
 * contract/P2 a file of 1 MiB or more, up to 200 MB, is one object of its own;
 * contract/P3 smaller files share bundles in manifest order, of at most 8 MiB or 256 files;
 * contract/P4 a bundle of one file is an object of its own.
 * A segment of a zipped file is stored as whole Zstandard frames, so that it can be read alone, or
 * as it is where its sender says so (decision 0006).
 */
export function planObjects(files: readonly FileEntry[]): PlannedObject[] {
  return [...layOut(files)];
}

/** {@link planObjects} one by one, as the files come: a plan may be larger than memory should hold. */
export function* layOut(files: Iterable<FileEntry>): Generator<PlannedObject> {
  const bundle = new OpenBundle();
  let index = 0;
  for (const entry of files) {
    if (entry.originalSize >= BUNDLED_BELOW_BYTES) yield* ownObjects(entry, index);
    else {
      if (!bundle.takes(entry)) yield* bundle.close();
      bundle.add(entry, index);
    }
    index += 1;
  }
  yield* bundle.close();
}

/** The bundle that small files are being added to. */
class OpenBundle {
  #segments: Segment[] = [];
  #bytes = 0;
  #firstPath = "";
  #closed = 0;

  takes({ originalSize }: FileEntry): boolean {
    return this.#segments.length < BUNDLE_FILES && this.#bytes + originalSize <= BUNDLE_BYTES;
  }

  add({ fullPath, originalSize }: FileEntry, file: number): void {
    if (this.#segments.length === 0) this.#firstPath = fullPath;
    this.#segments.push({ file, offset: 0, length: originalSize });
    this.#bytes += originalSize;
  }

  *close(): Generator<PlannedObject> {
    const segments = this.#segments;
    const sourceBytes = this.#bytes;
    if (segments.length === 0) return;
    const alone = segments.length === 1;
    const name = alone ? flatName(this.#firstPath) : `@bundle.${serial(++this.#closed)}`;
    this.#segments = [];
    this.#bytes = 0;
    yield { name, segments, sourceBytes };
  }
}

function* ownObjects(entry: FileEntry, file: number): Generator<PlannedObject> {
  const name = flatName(entry.fullPath);
  for (let part = 0; part < entry.parts; part += 1) {
    const offset = part * PART_BYTES;
    const length = Math.min(PART_BYTES, entry.originalSize - offset);
    yield {
      name: entry.parts === 1 ? name : `${name}.part${serial(part + 1)}`,
      segments: [{ file, offset, length }],
      sourceBytes: length,
    };
  }
}

const serial = (n: number): string => String(n).padStart(4, "0");

/** Most bytes a segment may take once stored. */
export function storedBound(segment: Segment, files: readonly FileEntry[]): number {
  return files[segment.file]!.zipped ? zstdBound(segment.length) : segment.length;
}
