import { takeHasher } from "../../platform/hashing/xxh128.ts";
import { oneAhead } from "../../platform/concurrency/one-ahead.ts";
import type { TakeBytes } from "../../platform/object-store/object-store.ts";
import { landedName } from "../landing/landing-place.ts";
import type { ObjectWithPieces, PieceRow } from "../plan-record.ts";
import {
  contentFault,
  isOnePiece,
  requireSent,
  SegmentCheck,
  segmentSource,
} from "./decode-segments.ts";
import type { RebuildContext } from "./rebuild-context.ts";
import { asDamaged } from "./rebuild-fault.ts";

/** Reads a piece that is stored as it is, in the store, and hands its bytes on; throws a damage of it. */
async function readPiece(
  context: RebuildContext,
  object: ObjectWithPieces,
  piece: PieceRow,
  take: TakeBytes = () => {},
): Promise<void> {
  const { deps, landing, signal, versions } = context;
  const segment = segmentSource(context, object, piece, 0);
  using check = await SegmentCheck.begin(segment);
  const name = landedName(piece);
  try {
    await deps.store
      .readThrough(
        deps.buckets.uploads,
        landing + name,
        (bytes) => {
          check.add(bytes);
          return take(bytes);
        },
        { version: versions.landed(piece), signal },
      )
      .catch((error: unknown) => {
        throw contentFault(name, error);
      });
    check.end();
  } catch (error) {
    throw asDamaged(piece, segment.path, error);
  }
}

/** Reads an object that is stored as it is; of several pieces the checksum of the whole is kept. */
export async function readObjectThrough(
  context: RebuildContext,
  object: ObjectWithPieces,
): Promise<void> {
  if (isOnePiece(object)) return readPiece(context, object, object.pieces[0]!);
  requireSent(object);
  using whole = await takeHasher();
  await oneAhead(object.pieces, (piece, turn) =>
    readPiece(context, object, piece, async (bytes) => {
      await turn;
      whole.update(bytes);
    }),
  );
  context.versions.keepSum(object, whole.digest());
}
