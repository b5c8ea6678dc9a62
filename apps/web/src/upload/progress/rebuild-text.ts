import type { RebuildProgress } from "@swath/contract/uploads";
import { formatBytes } from "../../ui/format/bytes.ts";

/** `3.1 GB of 4.0 GB` of what the server has verified, and of what it has rebuilt. */
export function rebuildText({ totalBytes, verifiedBytes, rebuiltBytes }: RebuildProgress) {
  const of = (bytes: number): string => `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
  return { verified: of(verifiedBytes), rebuilt: of(rebuiltBytes) };
}
