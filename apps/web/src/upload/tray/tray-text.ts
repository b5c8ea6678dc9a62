import type { UploadSnapshot } from "@swath/upload-engine";
import { formatSpeed } from "../../ui/format/bytes.ts";
import { formatPercent, plural } from "../../ui/format/count.ts";
import { timeLeftText } from "../progress/time-left-text.ts";

type Shown = Pick<
  UploadSnapshot,
  "status" | "progress" | "queue" | "unansweredSince" | "stall" | "settled"
>;

/** How far an upload is, in a few words beside its status. */
export function trayText({
  status,
  progress,
  queue,
  unansweredSince,
  stall,
  settled,
}: Shown): string {
  if (unansweredSince !== undefined) return "No answer from the server";
  if (status === "UPLOAD_QUEUED" && queue !== undefined)
    return `${plural(queue.index, "job")} ahead`;
  if (progress.totalBytes === 0) return "";
  if (status !== "UPLOADING" || settled) return formatPercent(progress.percent);
  if (stall !== undefined) return `${formatPercent(progress.percent)}, standing still`;
  const left = progress.timeLeft === undefined ? [] : [timeLeftText(progress.timeLeft)];
  return [formatPercent(progress.percent), formatSpeed(progress.bytesPerSecond), ...left].join(
    ", ",
  );
}
