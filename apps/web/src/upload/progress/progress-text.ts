import type { RebuildProgress } from "@swath/contract/uploads";
import type { TimeLeft } from "@swath/upload-engine";
import { formatBytes } from "../../ui/text/format.ts";

const UNITS = [
  { name: "h", seconds: 3600, from: 3 * 3600 },
  { name: /* text */ "min", seconds: 60, from: 90 },
  { name: "s", seconds: 1, from: 0 },
] as const;

/** A time left as a range: `12–18 min left`, `at least 12 min left` where its most is open. */
export function timeLeftText({ leastSeconds, mostSeconds }: TimeLeft): string {
  const longest = mostSeconds ?? leastSeconds;
  const { name, seconds } = UNITS.find(({ from }) => longest >= from) ?? UNITS[2];
  const least = Math.floor(leastSeconds / seconds);
  if (mostSeconds === undefined) return `at least ${least} ${name} left`;
  const most = Math.max(1, Math.ceil(mostSeconds / seconds));
  if (least === 0) return `less than ${most} ${name} left`;
  return least === most ? `${most} ${name} left` : `${least}–${most} ${name} left`;
}

/** `3.1 GB of 4.0 GB` of what the server has verified, and of what it has rebuilt. */
export function rebuildText({ totalBytes, verifiedBytes, rebuiltBytes }: RebuildProgress) {
  const of = (bytes: number): string => `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
  return { verified: of(verifiedBytes), rebuilt: of(rebuiltBytes) };
}
