import type { KeptObject, KeptPiece } from "../plan-store.ts";
import { verifiedBytes, readLanded, segmentSource } from "./decode-segments.ts";
import type { SmallFile } from "./kept-bundles.ts";
import type { RebuildContext } from "./rebuild-context.ts";
import { DamagedPiece, RebuildFault } from "./rebuild-fault.ts";

async function collect(source: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  let length = 0;
  for await (const chunk of source) {
    length += chunk.length;
    if (length > most) throw new RebuildFault(`more than ${most} bytes landed`);
    chunks.push(chunk);
  }
  return Buffer.concat(chunks);
}

/** The files of a bundle, verified; the bundle (at most some 8 MB) is fetched once. */
export async function bundleFiles(
  context: RebuildContext,
  object: KeptObject,
): Promise<SmallFile[]> {
  const [piece] = object.pieces;
  if (piece === undefined) throw new RebuildFault(`${object.name}: was never sent`);
  try {
    return await filesOf(context, object, piece);
  } catch (error) {
    const { path } = segmentSource(context, object, piece, 0);
    throw error instanceof RebuildFault ? new DamagedPiece(piece, path, error) : error;
  }
}

async function filesOf(
  context: RebuildContext,
  object: KeptObject,
  piece: KeptPiece,
): Promise<SmallFile[]> {
  const stored = await collect(await readLanded(context, piece), piece.stored_bytes);
  const files: SmallFile[] = [];
  let start = 0;
  for (const index of object.segments.keys()) {
    const segment = segmentSource(context, object, piece, index);
    const slice = stored.subarray(start, start + segment.storedBytes);
    start += segment.storedBytes;
    if (slice.length !== segment.storedBytes)
      throw new RebuildFault(`${segment.path}: ends before its announced bytes`);
    const source = { chunks: [slice], givenAway: false };
    const bytes = await collect(verifiedBytes(context, segment, source), segment.length);
    files.push({ file: segment.file, bytes });
  }
  return files;
}
