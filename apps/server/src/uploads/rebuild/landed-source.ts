import type { FileSource } from "@swath/survey/readers";
import { buffer } from "node:stream/consumers";
import { landedName } from "../landing/landing-place.ts";
import type { ObjectWithPieces } from "../plan-record.ts";
import type { SmallFile } from "./bundle-cache.ts";
import { bundleFiles } from "./bundle-files.ts";
import { readVersion } from "./decode-segments.ts";
import { landedFiles, type OwnFile, type RebuildContext } from "./rebuild-context.ts";
import { rebuiltName } from "./verify-content.ts";

const AHEAD_BYTES = 1_048_576;

/**
 * Reads as asked, but 1 MB at a time once a file is read on from where the last read ended: readers
 * take small steps, and each would be a request to the store. One window is held.
 */
export function readAhead(size: number, read: FileSource["read"]): FileSource["read"] {
  let window: { start: number; bytes: Uint8Array } = { start: 0, bytes: new Uint8Array(0) };
  let last = -1;
  return async (start, wanted) => {
    const end = Math.min(wanted, size);
    if (start < window.start || end > window.start + window.bytes.length) {
      const to = start === last ? Math.max(end, Math.min(start + AHEAD_BYTES, size)) : end;
      window = { start, bytes: await read(start, to) };
    }
    last = end;
    return window.bytes.subarray(start - window.start, end - window.start);
  };
}

/** Decoded bundles that are held beside those the rebuild keeps; each has some 8 MB. */
const RECENT_BUNDLES = 2;

/** The source bytes of every verified file by its path, read from the store in ranges. */
export function landedSources(context: RebuildContext): ReadonlyMap<string, FileSource> {
  const { own, bundles } = landedFiles(context);
  const decoded = recentBundles(context);
  const sources = [
    ...own.map((file) => ownSource(context, file)),
    ...bundles.flatMap((object) =>
      object.segments.map(([file]) => smallSource(context, file, () => decoded(object))),
    ),
  ];
  return new Map(sources.map((source) => [source.path, source]));
}

interface Piece {
  readonly name: string;
  readonly version: string;
  /** Where it begins in the file. */
  readonly offset: number;
  readonly length: number;
}

/** What was decompressed stands in one object, what was sent as it is in its pieces. */
function piecesOf(
  { versions }: RebuildContext,
  { index, entry, objects, zipped }: OwnFile,
): readonly Piece[] {
  if (zipped) {
    const whole = { offset: 0, length: entry.originalSize };
    return [{ name: rebuiltName(index), version: versions.rebuilt(objects), ...whole }];
  }
  return objects.flatMap(({ segments, pieces }) =>
    pieces.map((piece) => ({
      name: landedName(piece),
      version: versions.landed(piece),
      offset: segments[0]![1] + piece.source_offset,
      length: piece.length,
    })),
  );
}

function ownSource(context: RebuildContext, file: OwnFile): FileSource {
  const { fullPath: path, originalSize: size } = file.entry;
  const pieces = piecesOf(context, file);
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    const spans: Uint8Array[] = [];
    for (const { name, version, offset, length } of pieces) {
      const from = Math.max(start, offset);
      const to = Math.min(end, offset + length);
      if (from >= to) continue;
      const range = { start: from - offset, length: to - from };
      spans.push(await buffer(await readVersion(context, name, { version, range })));
    }
    return spans.length === 1 ? spans[0]! : Buffer.concat(spans);
  };
  return { path, size, read: readAhead(size, read) };
}

function smallSource(
  { manifest }: RebuildContext,
  file: number,
  bundle: () => Promise<readonly SmallFile[]>,
): FileSource {
  const { fullPath: path, originalSize: size } = manifest.files[file]!;
  const read = async (start: number, end: number): Promise<Uint8Array> => {
    const found = (await bundle()).find((each) => each.file === file);
    if (found === undefined) throw new Error(`${path}: is not in its bundle`);
    return found.bytes.subarray(start, end);
  };
  return { path, size, read };
}

/** The files of a bundle: those kept since they were verified, else decoded again. */
function recentBundles(context: RebuildContext) {
  const recent = new Map<string, Promise<readonly SmallFile[]>>();
  return async (object: ObjectWithPieces): Promise<readonly SmallFile[]> => {
    const known = context.kept.peek(object) ?? recent.get(object.name);
    if (known !== undefined) return known;
    const decoded = bundleFiles(context, object);
    recent.set(object.name, decoded);
    const [oldest] = recent.keys();
    if (recent.size > RECENT_BUNDLES && oldest !== undefined) recent.delete(oldest);
    return decoded;
  };
}
