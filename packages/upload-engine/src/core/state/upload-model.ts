import {
  type FileEntry,
  partCount,
  type UploadStatus,
  type UploadType,
} from "@swath/contract/uploads";
import type { SourceFile } from "../../ports/preparer.ts";
import type { Clock } from "../../ports/uploader-ports.ts";
import { TaskList } from "./task-list.ts";
import {
  type Acknowledged,
  SpeedMeter,
  StallWatch,
  timeLeft,
  withRecord,
} from "./upload-progress.ts";
import {
  type Progress,
  type SourcesCompared,
  stepsOf,
  type UploadFault,
  type UploadSnapshot,
} from "./upload-snapshot.ts";

/** An upload of a flight, and its status on the server. */
export interface UploadJob {
  readonly flightId: string;
  readonly uploadId: string;
  readonly uploadType: UploadType;
  readonly sensorName: string;
  /** Whether existing data is added to or replaced. */
  readonly isUpdate: boolean;
  /** Why another person's data is updated. */
  readonly reason?: string;
  readonly status: UploadStatus;
}

/** The files of the chosen folder, validated and accepted by the caller; sent in order of their paths. */
export interface Selection {
  readonly baseFolder: string;
  readonly files: readonly {
    readonly file: SourceFile;
    readonly entry: Omit<FileEntry, "parts">;
  }[];
}

const NO_PROGRESS: Progress = {
  bytesPerSecond: 0,
  handedOverBytes: 0,
  completedBytes: 0,
  totalBytes: 0,
  sentBytes: 0,
  completedFiles: 0,
  totalFiles: 0,
  percent: 0,
};
/** Progress is published so often at most: showing it takes time from sending. */
const PROGRESS_MS = 500;

/** What a run says of an upload, beside its tasks. */
interface UploadFacts extends Pick<UploadSnapshot, "status" | "hasFiles" | "unansweredSince"> {
  readonly queue: UploadSnapshot["queue"];
  readonly rebuild: UploadSnapshot["rebuild"];
  readonly error: UploadFault | undefined;
  readonly sources: SourcesCompared | undefined;
  readonly isRunning: boolean;
  readonly isPausing: boolean;
}

/** The state of an upload on this page, published as snapshots. */
export class UploadModel {
  readonly job: UploadJob;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  readonly #meter: SpeedMeter;
  readonly #stall: StallWatch;
  #history: readonly Acknowledged[] = [];
  #facts: UploadFacts;
  #list: TaskList | undefined;
  #snapshot: UploadSnapshot;
  #cancelPublish: (() => void) | undefined;

  constructor(job: UploadJob, clock: Clock) {
    this.job = job;
    this.#clock = clock;
    this.#meter = new SpeedMeter(clock);
    this.#stall = new StallWatch(clock);
    this.#facts = {
      status: job.status,
      queue: undefined,
      rebuild: undefined,
      error: undefined,
      sources: undefined,
      unansweredSince: undefined,
      hasFiles: false,
      isRunning: false,
      isPausing: false,
    };
    this.#snapshot = this.#makeSnapshot(0);
  }

  get status(): UploadStatus {
    return this.#facts.status;
  }

  get isRunning(): boolean {
    return this.#facts.isRunning;
  }

  /** The tasks of the chosen files; undefined where this page holds no files. */
  get list(): TaskList | undefined {
    return this.#facts.hasFiles ? this.#list : undefined;
  }

  /** Sets and publishes facts; without files the table of them stays visible. */
  set(facts: Partial<Omit<UploadFacts, "status">>): void {
    this.#facts = { ...this.#facts, ...facts };
    if (facts.isRunning === false) this.#stall.stop();
    this.#publish();
  }

  setStatus(status: UploadStatus): void {
    this.#facts = { ...this.#facts, status };
    this.set({ queue: undefined, rebuild: undefined });
  }

  setStoreFull(isFull: boolean): void {
    this.#stall.storeFull(isFull);
    this.publishProgress();
  }

  select({ baseFolder, files }: Selection): TaskList {
    const { flightId, uploadId, uploadType, sensorName, isUpdate } = this.job;
    // A browser lists a folder in no order, and a folder chosen again must give the same manifest.
    const sorted = files.toSorted((a, b) => (a.entry.fullPath < b.entry.fullPath ? -1 : 1));
    const entries = sorted.map(({ entry }) => ({
      fileName: entry.fileName,
      fullPath: entry.fullPath,
      originalSize: entry.originalSize,
      parts: partCount(entry.originalSize),
      zipped: entry.zipped,
      destination: entry.destination,
      modified: entry.modified,
      statusChanged: entry.statusChanged,
    }));
    this.#list = new TaskList(
      { flightId, uploadId, uploadType, sensorName, isUpdate, baseFolder, files: entries },
      sorted.map(({ file }) => file),
    );
    this.set({ hasFiles: true, sources: undefined });
    return this.#list;
  }

  getSnapshot(): UploadSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Publishes within half a second that progress was made. */
  publishProgress(): void {
    this.#cancelPublish ??= this.#clock.after(PROGRESS_MS, () => this.#publish());
  }

  startMeter(): void {
    this.#history = [];
    this.#stall.start();
    this.#recordAcknowledged();
    this.#meter.start(
      () => this.#list?.handedOverBytes() ?? 0,
      () => {
        this.#recordAcknowledged();
        this.publishProgress();
      },
    );
  }

  stopMeter(): void {
    this.#meter.stop();
    this.#history = [];
    this.#stall.stop();
  }

  #recordAcknowledged(): void {
    if (this.#list === undefined) return;
    const acknowledged = this.#list.acknowledgedBytes();
    this.#history = withRecord(this.#history, { at: this.#clock.now(), bytes: acknowledged });
    this.#stall.moved(acknowledged + this.#list.sentBytes);
  }

  #progress(): Progress {
    if (this.#list === undefined) return NO_PROGRESS;
    const progress = this.#list.progress(this.#meter.bytesPerSecond);
    if (this.#facts.unansweredSince !== undefined) return progress;
    const left = timeLeft(this.#history, progress.totalBytes - progress.completedBytes);
    return { ...progress, ...(left && { timeLeft: left }) };
  }

  #publish(): void {
    this.#cancelPublish?.();
    this.#cancelPublish = undefined;
    this.#snapshot = this.#makeSnapshot(this.#snapshot.version + 1);
    for (const listener of this.#listeners) listener();
  }

  #makeSnapshot(version: number): UploadSnapshot {
    const list = this.#list;
    const { isRunning, isPausing, queue, rebuild, error, sources, ...facts } = this.#facts;
    const stall = list && this.#stall.of(list.queue);
    return {
      version,
      ...facts,
      steps: stepsOf(facts.status),
      progress: this.#progress(),
      ...(queue && { queue }),
      ...(rebuild && { rebuild }),
      ...(error && { error }),
      ...(stall && { stall }),
      ...(sources && { sources }),
      rowCount: list?.rowCount ?? 0,
      row: (index) => {
        if (list === undefined) throw new RangeError(`no row ${index}`);
        return list.row(index);
      },
      pausing: isPausing && facts.status === "UPLOADING",
      settled: !isRunning,
    };
  }
}
