import { formatBytes } from "@swath/contract/bytes";

export { formatBytes };

/** Bytes per second: `12.50 MB/s`. */
export function formatSpeed(bytesPerSecond: number): string {
  return `${formatBytes(bytesPerSecond)}/s`;
}
