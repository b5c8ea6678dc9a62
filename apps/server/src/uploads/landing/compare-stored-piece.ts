import type { StoredObject } from "../../platform/object-store/object-store.ts";
import type { WireAlgorithm } from "@swath/contract/settings";
import type { PieceRow } from "../plan-store.ts";

export type Comparison = "same" | "different" | "unknown";

/**
 * Compares what the store reports of a piece with what was announced: `unknown` where the size is
 * right and the store reports no checksum.
 */
export function compareStored(
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
