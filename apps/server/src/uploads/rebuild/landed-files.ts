import { BUNDLED_BELOW_BYTES, type FileEntry } from "@swath/contract/uploads";
import { isZipped } from "../plan-store.ts";
import type { ObjectWithPieces } from "../plan-record.ts";
import type { RebuildContext } from "./rebuild-context.ts";

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
