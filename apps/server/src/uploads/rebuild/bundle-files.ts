import { freeMemory } from "../../platform/memory/free-memory.ts";
import type { ObjectWithPieces, PieceRow } from "../plan-record.ts";
import { verifiedBytes, readLanded, segmentSource } from "./decode-segments.ts";
import type { SmallFile } from "./bundle-cache.ts";
import type { RebuildContext } from "./rebuild-context.ts";
import { asDamaged, RebuildFault } from "./rebuild-fault.ts";

/** What landed of a bundle, in one piece of memory; each chunk is freed as it comes. */
async function fetched(chunks: AsyncIterable<Uint8Array>, most: number): Promise<Buffer> {
  const stored = Buffer.allocUnsafeSlow(most);
  let length = 0;
  for await (const chunk of chunks) {
    if (length + chunk.length > most) throw new RebuildFault(`more than ${most} bytes landed`);
    stored.set(chunk, length);
    length += chunk.length;
    freeMemory(chunk);
  }
  return stored.subarray(0, length);
}

/** Memory of its own for a small file, whose chunks are freed where they were given away. */
async function collect(source: AsyncIterable<Uint8Array>, givenAway: boolean): Promise<Buffer> {
  const chunks: Uint8Array[] = [];
  for await (const chunk of source) chunks.push(chunk);
  const [only] = chunks;
  if (givenAway && chunks.length === 1)
    return Buffer.from(only!.buffer, only!.byteOffset, only!.byteLength);
  const bytes = Buffer.concat(chunks);
  if (givenAway) chunks.forEach(freeMemory);
  return bytes;
}

/** The files of a bundle, verified; the bundle (at most some 8 MB) is fetched once. */
export async function bundleFiles(
  context: RebuildContext,
  object: ObjectWithPieces,
): Promise<SmallFile[]> {
  const [piece] = object.pieces;
  if (piece === undefined) throw new RebuildFault(`${object.name}: was never sent`);
  try {
    return await filesOf(context, object, piece);
  } catch (error) {
    const { path } = segmentSource(context, object, piece, 0);
    throw asDamaged(piece, path, error);
  }
}

async function filesOf(
  context: RebuildContext,
  object: ObjectWithPieces,
  piece: PieceRow,
): Promise<SmallFile[]> {
  const stored = await fetched(await readLanded(context, piece), piece.stored_bytes);
  const files: SmallFile[] = [];
  let start = 0;
  for (const index of object.segments.keys()) {
    const segment = segmentSource(context, object, piece, index);
    const slice = stored.subarray(start, start + segment.storedBytes);
    start += segment.storedBytes;
    if (slice.length !== segment.storedBytes)
      throw new RebuildFault(`${segment.path}: ends before its announced bytes`);
    const source = { chunks: [slice], givenAway: false };
    const bytes = await collect(verifiedBytes(context, segment, source), segment.zipped);
    files.push({ file: segment.file, bytes });
  }
  freeMemory(stored);
  return files;
}
