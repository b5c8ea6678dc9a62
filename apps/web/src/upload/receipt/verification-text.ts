import type { StoredVerification } from "@swath/contract/uploads";
import { formatBytes } from "../../ui/format/bytes.ts";
import { plural } from "../../ui/format/count.ts";
import { utcMinute } from "../../ui/format/time.ts";

/** What an order that is open says of itself. */
export function openText({ state, ahead, bytes, totalBytes, by }: StoredVerification): string {
  if (state === "waiting")
    return ahead === 0
      ? `Waiting to be read next, ordered by ${by}`
      : `Waiting for ${plural(ahead, "other reading")}, ordered by ${by}`;
  return `Reading the stored files: ${formatBytes(bytes)} of ${formatBytes(totalBytes)}, ordered by ${by}`;
}

/** How an order ended; undefined for one that is open. */
export function endedText(order: StoredVerification): string | undefined {
  const { state, files, damaged, begun, ended, cancelledBy } = order;
  if (ended === null) return undefined;
  if (state === "cancelled")
    return `The reading was ended by ${cancelledBy ?? "somebody"} at ${utcMinute(ended)}, before every file was read.`;
  if (state === "replaced")
    return "The data was changed while it was read. Verify the stored files again.";
  if (files === 0)
    return "No file of this data was sealed: there is nothing to compare the stored files with.";
  const [first, last] = [utcMinute(begun ?? ended), utcMinute(ended)];
  const when = first === last ? `read at ${last}` : `read from ${first} to ${last}`;
  return damaged === 0
    ? `${plural(files, "file")}, all as sealed, ${when}.`
    : `${plural(damaged, "file")} of ${files} damaged, ${when}.`;
}

/** Of the bytes, in per cent; 0 while it waits. */
export const percentRead = ({ bytes, totalBytes }: StoredVerification): number =>
  totalBytes === 0 ? 0 : Math.min(100, (100 * bytes) / totalBytes);
