import type { UploadStatus } from "@swath/contract/uploads";
import {
  type FileRow,
  type Selection,
  STEP_NAMES,
  type Uploader,
  type UploadSnapshot,
} from "@swath/upload-engine";

/** An uploader that shows what a test sets, and records its commands. */
export interface FakeUploader extends Uploader {
  readonly commands: string[];
  readonly selections: Selection[];
  /** Settles once what is in flight has ended. */
  finishing: Promise<void>;
  show(changes: Partial<UploadSnapshot>): void;
}

const STATES: readonly FileRow["state"][] = [
  "COMPLETE",
  "COMPRESSING",
  "READING",
  "UPLOADING",
  "WAITING",
  "FAILED",
  "RETRY @ END",
];

/** A line of a long table, its state by its index. */
export function fakeRow(i: number): FileRow {
  const state = STATES[i % STATES.length] ?? "WAITING";
  const percent = state === "COMPLETE" ? 100 : state === "UPLOADING" ? 41.256 : 0;
  const part = i % 5 === 0 ? 2 : undefined;
  return {
    path: `FL000123_045/FL000123_01.${String(i).padStart(5, "0")}`,
    part,
    parts: part === undefined ? 1 : 7,
    size: 209_715_200 / (1 + (i % 9)),
    percent,
    compressedPercent: state === "COMPRESSING" ? 37.5 : undefined,
    state,
  };
}

function stepsOf(status: UploadStatus): UploadSnapshot["steps"] {
  const current = status === "READY_FOR_UPLOAD" ? -1 : 4;
  const state = status === "UPLOAD_PAUSED" ? "paused" : "inProgress";
  return STEP_NAMES.map((name, i) => ({
    name,
    state: i < current ? "completed" : i === current ? state : "waiting",
  }));
}

export function fakeUploader(status: UploadStatus): FakeUploader {
  const listeners = new Set<() => void>();
  const commands: string[] = [];
  const selections: Selection[] = [];
  let snapshot: UploadSnapshot = {
    version: 1,
    status,
    steps: stepsOf(status),
    progress: {
      bytesPerSecond: 0,
      handedOverBytes: 0,
      completedBytes: 0,
      totalBytes: 0,
      sentBytes: 0,
      completedFiles: 0,
      totalFiles: 0,
      percent: 0,
    },
    rowCount: 0,
    row: fakeRow,
    hasFiles: false,
    unansweredSince: undefined,
    pausing: false,
    settled: true,
  };
  const show = (changes: Partial<UploadSnapshot>): void => {
    const steps = changes.status === undefined ? snapshot.steps : stepsOf(changes.status);
    snapshot = { ...snapshot, steps, ...changes, version: snapshot.version + 1 };
    for (const listener of listeners) listener();
  };
  const send = async (what: string, selection?: Selection): Promise<void> => {
    commands.push(what);
    if (selection !== undefined) selections.push(selection);
    show({ status: "UPLOADING", hasFiles: true, settled: false });
  };
  const move = (what: string, to: UploadStatus) => async (): Promise<void> => {
    commands.push(what);
    show({ status: to, settled: true });
  };
  return {
    commands,
    selections,
    show,
    getSnapshot: () => snapshot,
    subscribe: (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    start: (selection) => send("start", selection),
    resume: (selection) => send("resume", selection),
    takeOver: move("takeOver", "UPLOAD_STALLED"),
    finishing: Promise.resolve(),
    finishPosts: async function finishPosts() {
      show({ pausing: true });
      await this.finishing;
      const isHeld = snapshot.pausing && snapshot.status === "UPLOADING";
      show({ pausing: false });
      return isHeld;
    },
    pause: move("pause", "UPLOAD_PAUSED"),
    cancel: move("cancel", "UPLOAD_CANCELLED"),
    quitQueue: move("quitQueue", "UPLOAD_PAUSED"),
    adopt: (next) => {
      if (next !== snapshot.status) show({ status: next });
    },
    dispose: () => {
      commands.push("dispose");
    },
  };
}
