import {
  type RebuildProgress,
  UPLOAD_STATES,
  type UploadEvent,
  type UploadStatus,
} from "@swath/contract/uploads";
import type { Stall, TimeLeft } from "./upload-progress.ts";

/** The steps of an upload as people read them (document 2, section 2). */
export const STEP_NAMES = [
  "Validating Folder",
  "Generating Metadata",
  "Checking Upload Progress",
  "Checking Concurrent Upload",
  "Uploading",
  "Checking Integrity",
  "Validating Upload",
] as const;
type StepName = (typeof STEP_NAMES)[number];
type StepState = "waiting" | "inProgress" | "paused" | "completed" | "failed";

export interface Step {
  readonly name: StepName;
  readonly state: StepState;
}

export type RowState =
  | "WAITING"
  | "READING"
  | "COMPRESSING"
  | "UPLOADING"
  | "COMPLETE"
  | "FAILED"
  | "RETRY @ END";

/** One row of the table of files: a file, or a part of a file over 200 MB. */
export interface FileRow {
  readonly path: string;
  /** Counted from 1; undefined where the file is sent in one. */
  readonly part: number | undefined;
  readonly parts: number;
  /** Source bytes. */
  readonly size: number;
  /** 0 to 100. */
  readonly percent: number;
  /** Progress of its compression, 0 to 100; undefined where nothing is being compressed. */
  readonly compressedPercent: number | undefined;
  readonly state: RowState;
}

/** Sizes and speed are of source bytes; nothing ever exceeds its total. */
export interface Progress {
  /** Of the bytes handed over. */
  readonly bytesPerSecond: number;
  /** Acknowledged, or in flight. An interruption takes back the bytes in flight. */
  readonly handedOverBytes: number;
  /** Acknowledged by the store: an interruption takes nothing back. */
  readonly completedBytes: number;
  readonly totalBytes: number;
  /** Handed to the network by this page: compressed where that pays, and what was sent again. */
  readonly sentBytes: number;
  readonly completedFiles: number;
  readonly totalFiles: number;
  /** 0 to 100, of the acknowledged bytes. */
  readonly percent: number;
  /** While sending, once the pace of acknowledgements is known. */
  readonly timeLeft?: TimeLeft;
}

/** Why the upload stopped or stands still, for people; `code` is the engine's or the server's. */
export interface UploadFault {
  readonly code: string;
  readonly message: string;
  /** What exactly happened, as the device, the store or the server reported it. */
  readonly detail?: string;
}

/** How the files of the drive were compared with what was sent of them, right before the completion. */
export interface SourcesCompared {
  /** Looked at once more: by size and time of change, and by that of their status where `status` says so. */
  readonly files: number;
  readonly status: boolean;
  /** How many had only their status changed: their content was compared. */
  readonly byContent: number;
  /** While that is going on. */
  readonly comparing?: { readonly doneBytes: number; readonly totalBytes: number };
  /** Paths of files whose content was changed though size and time were not: sent again. */
  readonly sentAgain: readonly string[];
}

/** What of the drive was compared before the completion, for people. */
export function sourcesText({ files, status, byContent }: SourcesCompared): string {
  const all = files === 1 ? "The file was" : `All ${files} files were`;
  const times = status
    ? "size, time of change and time of status change (ctime)"
    : "size and time of change";
  const content = byContent === 0 ? "" : `; ${byContent} of them by content`;
  const unseen = status ? "" : " A browser is not told of a change whose time was put back.";
  return `${all} compared with the drive once more before the upload was completed: by ${times}${content}.${unseen}`;
}

/** The state of an upload at one moment; a new object exactly when something has changed. */
export interface UploadSnapshot {
  readonly version: number;
  readonly status: UploadStatus;
  readonly steps: readonly Step[];
  readonly progress: Progress;
  /** While queued: how many are ahead, and how many wait or send in all. */
  readonly queue?: { readonly index: number; readonly depth: number };
  /** While the server rebuilds, how far that has come. */
  readonly rebuild?: RebuildProgress;
  readonly error?: UploadFault;
  readonly rowCount: number;
  /** The row of that index as it is now; throws a RangeError beyond the last. */
  readonly row: (index: number) => FileRow;
  /** Whether this page holds the files of the folder, so that it can send without another choice. */
  readonly hasFiles: boolean;
  /** Since when something runs on this page and the server does not answer it: milliseconds of the engine's clock. */
  readonly unansweredSince: number | undefined;
  /** Once all is sent. */
  readonly sources?: SourcesCompared;
  /** While sending, why nothing moves. */
  readonly stall?: Stall;
  /** Whether a pause waits until the posts under way have ended. */
  readonly pausing: boolean;
  /** Whether nothing is running on this page. */
  readonly settled: boolean;
}

/**
 * run/M1 leaving the page stops an upload where its status allows: sending and queueing become
 * paused, a running integrity check becomes stalled; the lease of one that is not planned yet expires.
 */
export function restOf(status: UploadStatus): UploadStatus | undefined {
  const event = LEAVING[status];
  return event && UPLOAD_STATES.nextStatus(status, event);
}

const LEAVING: Readonly<Partial<Record<UploadStatus, UploadEvent>>> = {
  UPLOADING: "pause",
  UPLOAD_QUEUED: "quitQueue",
  CHECKING_CONCURRENT_UPLOAD: "concurrencyCheckUndecided",
  UPLOAD_INTEGRITY_CHECK: "integrityCheckFailed",
};

const STEP_OF: Readonly<Partial<Record<UploadStatus, readonly [step: number, state: StepState]>>> =
  {
    VALIDATING_SOURCE: [0, "inProgress"],
    VALIDATING_SOURCE_FAILED: [0, "failed"],
    GENERATING_METADATA_N_UPLOAD_TASK: [1, "inProgress"],
    GENERATING_METADATA_N_UPLOAD_TASK_FAILED: [1, "failed"],
    GENERATING_METADATA_N_CHECK_PROGRESS: [2, "inProgress"],
    GENERATING_METADATA_N_CHECK_PROGRESS_FAILED: [2, "failed"],
    CHECKING_CONCURRENT_UPLOAD: [3, "inProgress"],
    UPLOAD_QUEUED: [3, "inProgress"],
    UPLOADING: [4, "inProgress"],
    UPLOAD_PAUSED: [4, "paused"],
    UPLOAD_STALLED: [4, "paused"],
    UPLOAD_FAILED: [4, "failed"],
    UPLOAD_INTEGRITY_CHECK: [5, "inProgress"],
    UPLOAD_COMPLETE: [6, "inProgress"],
    VALIDATING_UPLOAD: [6, "inProgress"],
    VALIDATING_UPLOAD_FAILED: [6, "failed"],
    DATA_READY: [7, "completed"],
    ARCHIVED: [7, "completed"],
  };

/** The state of the seven steps in a status; before the start and after a cancel all wait. */
export function stepsOf(status: UploadStatus): readonly Step[] {
  const [current, state] = STEP_OF[status] ?? [-1, "waiting"];
  return STEP_NAMES.map((name, i) => {
    if (i === current) return { name, state };
    return { name, state: i < current ? "completed" : "waiting" };
  });
}
