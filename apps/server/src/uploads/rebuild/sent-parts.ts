import { isZipped } from "../plan-store.ts";
import type { RebuildContext } from "./rebuild-context.ts";

/** Of a file: its parts in order, as XXH128 of the source, and how each was sent. */
export interface SentParts {
  readonly xxh128: string[];
  readonly zippedParts: boolean[];
  readonly storedBytes: number[];
}

/** The checksums of each file's parts, as they were verified, and how each was sent. */
export function sentParts({ manifest, objects, versions }: RebuildContext): SentParts[] {
  const sent = manifest.files.map((): SentParts => ({
    xxh128: [],
    zippedParts: [],
    storedBytes: [],
  }));
  for (const object of objects)
    for (const [index, [file]] of object.segments.entries()) {
      const { pieces } = object;
      const part = sent[file]!;
      part.xxh128.push(versions.sum(object) ?? pieces[0]!.claims[index]![1]);
      part.zippedParts.push(pieces.some((piece) => isZipped(object, piece, index)));
      part.storedBytes.push(pieces.reduce((sum, { claims }) => sum + claims[index]![0], 0));
    }
  return sent;
}
