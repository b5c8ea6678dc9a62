import { NO_DEMONSTRATION_FILES } from "@swath/contract/demonstration";
import { LATE_DAYS, type OwnUpload, type ProjectProgress } from "@swath/contract/overview";
import type { UploadStatus } from "@swath/contract/uploads";
import { plural } from "../ui/text/format.ts";

const MINUTE_MS = 60_000;
const HOUR_MS = 3_600_000;
const DAY_MS = 86_400_000;

/** How long ago, in its largest unit: `4 days`; under a minute: `just now`. */
export function ageText(since: string, at: string): string {
  const ms = Math.max(0, Date.parse(at) - Date.parse(since));
  if (ms >= 2 * DAY_MS) return plural(Math.floor(ms / DAY_MS), "day");
  if (ms >= HOUR_MS) return plural(Math.floor(ms / HOUR_MS), "hour");
  return ms < MINUTE_MS ? "just now" : plural(Math.floor(ms / MINUTE_MS), "minute");
}

/** Whether something stands longer than so many days. */
export const isOlder = (since: string, at: string, days: number): boolean =>
  Date.parse(at) - Date.parse(since) > days * DAY_MS;

const NEXT: Readonly<Partial<Record<UploadStatus, string>>> = {
  VALIDATING_UPLOAD_FAILED:
    "Open it to see which files are damaged, then cancel it and send it again.",
  UPLOAD_FAILED: "Choose the folder again.",
  GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: "It waits for its folder: choose it again.",
  GENERATING_METADATA_N_UPLOAD_TASK_FAILED: "Choose the folder again.",
  VALIDATING_SOURCE_FAILED: "Correct the folder, then choose it again.",
  UPLOAD_STALLED: "It waits for its folder: choose it again.",
  UPLOAD_PAUSED: "Resume it.",
};

/** Why an upload does not go on, where that is known, and what its owner does next. */
export function nextStep({ status, reason }: Pick<OwnUpload, "status" | "reason">): string {
  if (reason === NO_DEMONSTRATION_FILES) return reason;
  const step = NEXT[status] ?? "Open it.";
  return reason === null ? step : `${reason.replace(/\.?$/, ".")} ${step}`;
}

/** So many stages are named. */
const NAMED = 3;

/** Which stages cannot start before a job's QA. */
export function holdsUpText(labels: readonly string[]): string {
  if (labels.length === 0) return "Holds up nothing.";
  const [named, more] = [labels.slice(0, NAMED), labels.length - NAMED];
  return `Holds up ${named.join(", ")}${more > 0 ? ` and ${more} more` : ""}.`;
}

/** What of a project is late, each in words. */
export function lateTexts({ late }: Pick<ProjectProgress, "late">): readonly string[] {
  const { uploads, qa, failures } = late;
  const texts: [count: number, text: string][] = [
    [
      uploads,
      `${plural(uploads, "log")} flown more than ${plural(LATE_DAYS.upload, "day")} ago and not uploaded`,
    ],
    [
      qa,
      `${plural(qa, "log")} ${qa === 1 ? "awaits" : "await"} QA for more than ${plural(LATE_DAYS.qa, "day")}`,
    ],
    [
      failures,
      `${plural(failures, "log")} failed more than ${plural(LATE_DAYS.failure, "day")} ago`,
    ],
  ];
  return texts.filter(([count]) => count > 0).map(([, text]) => text);
}
