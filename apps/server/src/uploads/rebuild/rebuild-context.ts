import { availableParallelism } from "node:os";
import { BUNDLED_BELOW_BYTES, type FileEntry, type Manifest } from "@swath/contract/uploads";
import type { ObjectBody } from "../../platform/object-store/object-store.ts";
import type { LandingDeps } from "../landing/landing-place.ts";
import type { ObjectWithPieces } from "../plan-record.ts";
import { isZipped } from "../plan-store.ts";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import type { BundleCache } from "./bundle-cache.ts";
import type { ReplacedDeps } from "../replaced/replaced-place.ts";
import type { RebuildProgress } from "./rebuild-progress.ts";
import type { VerifiedVersions } from "./verified-versions.ts";

/**
 * Decodes concatenated Zstandard frames as a stream. More than `maxOutput` bytes, a truncated frame
 * and trailing bytes are errors. With `freesSource` the source's chunks are given away; what is
 * yielded always is.
 */
type DecodeFrames = (
  source: ObjectBody,
  options: { readonly maxOutput: number; readonly freesSource: boolean },
) => AsyncIterable<Uint8Array>;

export interface RebuildDeps extends LandingDeps, ReplacedDeps {
  readonly decode: DecodeFrames;
  /** The company's patterns of companion files. */
  readonly companions: readonly string[];
  /** Told of source bytes that were compared with their checksums. */
  readonly onVerified?: (bytes: number) => void;
}

/** One upload that is being rebuilt. */
export interface RebuildContext {
  readonly deps: RebuildDeps;
  readonly upload: Upload;
  readonly manifest: Manifest;
  /** In the order of the plan. */
  readonly objects: readonly ObjectWithPieces[];
  /** Where its objects landed, below the uploads bucket. */
  readonly landing: string;
  readonly signal: AbortSignal;
  readonly kept: BundleCache;
  readonly versions: VerifiedVersions;
  readonly progress: RebuildProgress;
  /** When what landed began to be read; null where an earlier release read it. */
  readonly verified: Date | null;
}

/** Files whose bytes are streamed at once, one for each core; each holds some 30 MB in memory. */
export const FILES_AT_ONCE = Math.min(4, Math.max(2, availableParallelism()));
/** Small files of a bundle that are written at once: those that come together are flushed together. */
export const SMALL_WRITES_AT_ONCE = 32;

/** A file with objects of its own, in the order of its bytes. */
export interface OwnFile {
  /** Index into the manifest. */
  readonly index: number;
  readonly entry: FileEntry;
  readonly objects: readonly ObjectWithPieces[];
  /** Whether any of their pieces holds Zstandard frames; otherwise they need but be joined. */
  readonly zipped: boolean;
}

export interface LandedFiles {
  readonly own: readonly OwnFile[];
  /** Objects of whole small files: bundles, and small files that are alone. */
  readonly bundles: readonly ObjectWithPieces[];
}

/** Sorts the planned objects that are not published yet by how they are rebuilt. */
export function landedFiles({ manifest, objects }: RebuildContext): LandedFiles {
  const own = new Map<number, ObjectWithPieces[]>();
  const bundles: ObjectWithPieces[] = [];
  for (const object of objects) {
    if (object.published) continue;
    const [[index]] = object.segments as [ObjectWithPieces["segments"][number]];
    if (manifest.files[index]!.originalSize < BUNDLED_BELOW_BYTES) bundles.push(object);
    else own.set(index, [...(own.get(index) ?? []), object]);
  }
  const files = [...own].map(([index, parts]) => ({
    index,
    entry: manifest.files[index]!,
    objects: parts,
    zipped: parts.some((object) => object.pieces.some((piece) => isZipped(object, piece, 0))),
  }));
  return { own: files, bundles };
}
