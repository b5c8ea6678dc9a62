import { partCount, type UploadStatus } from "@swath/contract/uploads";
import type { Clock } from "../../ports/uploader-ports.ts";
import { AcknowledgedHistory, SpeedMeter, StallWatch } from "./upload-progress.ts";
import { TaskList } from "./task-list.ts";
import type { Selection, UploadJob } from "./upload-job.ts";
import {
  stepsOf,
  type Progress,
  type SourcesCompared,
  type UploadFault,
  type UploadSnapshot,
} from "./upload-snapshot.ts";

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

/** The state of an upload on this page, published as snapshots. */
export class UploadModel {
  readonly job: UploadJob;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  readonly #meter: SpeedMeter;
  readonly #history: AcknowledgedHistory;
  readonly #stall: StallWatch;
  #status: UploadStatus;
  #fault: UploadFault | undefined;
  #queuePosition: UploadSnapshot["queue"];
  #rebuild: UploadSnapshot["rebuild"];
  #list: TaskList | undefined;
  #hasFiles = false;
  #isRunning = false;
  #isPausing = false;
  #unansweredSince: number | undefined;
  #sources: SourcesCompared | undefined;
  #snapshot: UploadSnapshot;
  #cancelPublish: (() => void) | undefined;

  constructor(job: UploadJob, clock: Clock) {
    this.job = job;
    this.#clock = clock;
    this.#meter = new SpeedMeter(clock);
    this.#history = new AcknowledgedHistory(clock);
    this.#stall = new StallWatch(clock);
    this.#status = job.status;
    this.#snapshot = this.#makeSnapshot(0);
  }

  get status(): UploadStatus {
    return this.#status;
  }

  get isRunning(): boolean {
    return this.#isRunning;
  }

  /** The tasks of the chosen files; undefined where this page holds no files. */
  get list(): TaskList | undefined {
    return this.#hasFiles ? this.#list : undefined;
  }

  setStatus(status: UploadStatus): void {
    this.#status = status;
    this.#queuePosition = undefined;
    this.#rebuild = undefined;
    this.#publish();
  }

  setFault(fault: UploadFault | undefined): void {
    this.#fault = fault;
    this.#publish();
  }

  setQueuePosition(index: number, depth: number): void {
    this.#queuePosition = { index, depth };
    this.#publish();
  }

  setRebuild(rebuild: UploadSnapshot["rebuild"]): void {
    this.#rebuild = rebuild;
    this.#publish();
  }

  setSources(sources: SourcesCompared): void {
    this.#sources = sources;
    this.#publish();
  }

  setRunning(isRunning: boolean): void {
    this.#isRunning = isRunning;
    if (!isRunning) this.#stall.stop();
    this.#publish();
  }

  setPausing(isPausing: boolean): void {
    this.#isPausing = isPausing;
    this.#publish();
  }

  setStoreFull(isFull: boolean): void {
    this.#stall.storeFull(isFull);
    this.publishProgress();
  }

  setUnanswered(since: number | undefined): void {
    this.#unansweredSince = since;
    this.#publish();
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
    this.#hasFiles = true;
    this.#sources = undefined;
    this.#publish();
    return this.#list;
  }

  /** Releases the files; the table of them stays visible. */
  dropFiles(): void {
    this.#hasFiles = false;
    this.#publish();
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
    this.#history.clear();
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
    this.#history.clear();
    this.#stall.stop();
  }

  #recordAcknowledged(): void {
    if (this.#list === undefined) return;
    const acknowledged = this.#list.acknowledgedBytes();
    this.#history.record(acknowledged);
    this.#stall.moved(acknowledged + this.#list.sentBytes);
  }

  #progress(): Progress {
    if (this.#list === undefined) return NO_PROGRESS;
    const progress = this.#list.progress(this.#meter.bytesPerSecond);
    const timeLeft = this.#history.timeLeft(progress.totalBytes - progress.completedBytes);
    return { ...progress, ...(timeLeft && this.#unansweredSince === undefined && { timeLeft }) };
  }

  #publish(): void {
    this.#cancelPublish?.();
    this.#cancelPublish = undefined;
    this.#snapshot = this.#makeSnapshot(this.#snapshot.version + 1);
    for (const listener of this.#listeners) listener();
  }

  #makeSnapshot(version: number): UploadSnapshot {
    const list = this.#list;
    const stall = list && this.#stall.of(list.queue);
    return {
      version,
      status: this.#status,
      steps: stepsOf(this.#status),
      progress: this.#progress(),
      ...(this.#queuePosition && { queue: this.#queuePosition }),
      ...(this.#rebuild && { rebuild: this.#rebuild }),
      ...(this.#fault && { error: this.#fault }),
      rowCount: list?.rowCount ?? 0,
      row: (index) => {
        if (list === undefined) throw new RangeError(`no row ${index}`);
        return list.row(index);
      },
      hasFiles: this.#hasFiles,
      unansweredSince: this.#unansweredSince,
      ...(stall && { stall }),
      ...(this.#sources && { sources: this.#sources }),
      pausing: this.#isPausing && this.#status === "UPLOADING",
      settled: !this.#isRunning,
    };
  }
}
