import { formatBytes } from "@swath/contract/bytes";
import { UPLOAD_STATUS } from "@swath/contract/uploads";
import type { UploadSnapshot } from "@swath/upload-engine";

type Shown = Pick<UploadSnapshot, "status" | "progress" | "queue" | "rebuild" | "sources">;

const two = (value: number): string => String(value).padStart(2, "0");

/** Seconds as `m:ss` or `h:mm:ss`. */
export function formatSeconds(seconds: number): string {
  const whole = Math.ceil(seconds);
  const [hours, minutes] = [Math.floor(whole / 3600), Math.floor(whole / 60) % 60];
  const tail = two(whole % 60);
  return hours === 0 ? `${minutes}:${tail}` : `${hours}:${two(minutes)}:${tail}`;
}

function timeLeft({ bytesPerSecond, completedBytes, totalBytes }: Shown["progress"]): string {
  const rest = totalBytes - completedBytes;
  return rest === 0 || bytesPerSecond <= 0 ? "" : formatSeconds(rest / bytesPerSecond);
}

/** An upload in one line: status, share, source bytes, speed, time left, files. */
export function progressLine({ status, progress, queue, rebuild, sources }: Shown): string {
  const { label } = UPLOAD_STATUS[status];
  if (status === "UPLOAD_QUEUED" && queue !== undefined) return `${label}: ${queue.index} ahead`;
  if (rebuild !== undefined) {
    const { totalBytes, verifiedBytes, rebuiltBytes } = rebuild;
    const of = (bytes: number): string => `${formatBytes(bytes)} of ${formatBytes(totalBytes)}`;
    return `${label} | ${of(verifiedBytes)} verified | ${of(rebuiltBytes)} rebuilt`;
  }
  if (sources?.comparing !== undefined) {
    const { doneBytes, totalBytes } = sources.comparing;
    return `Comparing by content | ${formatBytes(doneBytes)} of ${formatBytes(totalBytes)}`;
  }
  if (status !== "UPLOADING") return label;
  const { percent, completedBytes, totalBytes, bytesPerSecond, completedFiles, totalFiles } =
    progress;
  const left = timeLeft(progress);
  return [
    `${label} ${Math.floor(percent)} %`,
    `${formatBytes(completedBytes)} of ${formatBytes(totalBytes)}`,
    `${formatBytes(bytesPerSecond)}/s`,
    ...(left === "" ? [] : [`about ${left} left`]),
    `${completedFiles} of ${totalFiles} files`,
  ].join(" | ");
}
