import type { PieceRange } from "@swath/contract/uploads";
import type { StoredObject } from "../../platform/object-store/object-store.ts";
import type { WireAlgorithm } from "@swath/contract/settings";
import type { Upload } from "../../domain/uploads/upload-record.ts";
import { objectPages } from "../plan-store.ts";
import type { PieceRow, PlanFacts } from "../plan-record.ts";
import { type LandingDeps, landedName, landingOf, listLanding } from "./landing-place.ts";

type Comparison = "same" | "different" | "unknown";

/**
 * Compares what the store reports of a piece with what was announced: `unknown` where the size is
 * right and the store reports no checksum.
 */
function compareStored(
  kept: Pick<PieceRow, "stored_bytes" | "checksum">,
  stored: StoredObject | undefined,
  algorithm: WireAlgorithm,
): Comparison {
  if (stored === undefined) return "different";
  if (stored.size !== kept.stored_bytes) return "different";
  const checksum = stored.checksums[algorithm];
  if (checksum === undefined) return "unknown";
  return checksum === Buffer.from(kept.checksum, "base64").toString("hex") ? "same" : "different";
}

/** What the store does not hold of a plan. */
export interface Missing {
  /** Names of the objects, in the order of the plan. */
  readonly names: string[];
  /** What it holds of some of these: in the order of their bytes, by name. */
  readonly landedPieces: Record<string, PieceRange[]>;
  /** Source bytes of them. */
  bytes: number;
  /** Indexes of the files that have bytes in them. */
  readonly files: Set<number>;
}

const rangeOf = ({ source_offset: offset, length }: PieceRow): PieceRange => ({ offset, length });

/**
 * The planned objects that the store does not hold whole as announced, by its own listing. Where the
 * listing has no checksum the size decides: only one form posts to a key, and the store compared the
 * post with it.
 */
export async function checkLanding(
  { db, store, buckets }: LandingDeps,
  upload: Upload,
  plan: Pick<PlanFacts, "landing" | "is_update">,
): Promise<Missing> {
  const landed = await listLanding(store, buckets.uploads, landingOf(upload, plan));
  const hasLanded = (piece: PieceRow): boolean =>
    compareStored(piece, landed.get(landedName(piece)), store.wireAlgorithm) !== "different";
  const missing: Missing = { names: [], landedPieces: {}, bytes: 0, files: new Set() };
  for await (const page of objectPages(db, upload.id))
    for (const object of page) {
      const ranges = object.pieces.filter(hasLanded).map(rangeOf);
      // No two of them overlap.
      const bytes = ranges.reduce((sum, { length }) => sum + length, 0);
      if (bytes === object.source_bytes) continue;
      missing.names.push(object.name);
      if (ranges.length > 0) missing.landedPieces[object.name] = ranges;
      missing.bytes += object.source_bytes - bytes;
      for (const [file] of object.segments) missing.files.add(file);
    }
  return missing;
}
