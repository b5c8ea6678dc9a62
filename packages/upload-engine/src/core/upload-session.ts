import { partCount, type UploadStatus } from "@swath/contract/uploads";
import type { Clock } from "../ports/clock.ts";
import { SpeedMeter } from "./speed-meter.ts";
import { stepsOf } from "./upload-machine.ts";
import type { Progress, UploadFault, UploadSnapshot } from "./upload-snapshot.ts";
import { UploadTaskList } from "./upload-task-list.ts";
import type { Selection, UploadJob } from "./uploader.ts";

const NOTHING: Progress = {
  bytesPerSecond: 0,
  completedBytes: 0,
  totalBytes: 0,
  completedFiles: 0,
  totalFiles: 0,
  percent: 0,
};
const QUIET_MS = 500;
const SAMPLE_MS = 1_000;

/** What a page knows of its upload, shown as snapshots. */
export class UploadSession {
  readonly job: UploadJob;
  readonly #clock: Clock;
  readonly #listeners = new Set<() => void>();
  readonly #meter = new SpeedMeter();
  #status: UploadStatus;
  #fault: UploadFault | undefined;
  #place: UploadSnapshot["queue"];
  #list: UploadTaskList | undefined;
  #hasFiles = false;
  #running = false;
  #snapshot: UploadSnapshot;
  #callOff: (() => void) | undefined;
  #endSampling: (() => void) | undefined;

  constructor(job: UploadJob, clock: Clock) {
    this.job = job;
    this.#clock = clock;
    this.#status = job.status;
    this.#snapshot = this.#take(0);
  }

  get status(): UploadStatus {
    return this.#status;
  }

  get running(): boolean {
    return this.#running;
  }

  /** The list of the chosen files; undefined where this page holds none. */
  get list(): UploadTaskList | undefined {
    return this.#hasFiles ? this.#list : undefined;
  }

  arrive(status: UploadStatus): void {
    this.#status = status;
    this.#place = undefined;
    this.#emit();
  }

  fail(fault: UploadFault | undefined): void {
    this.#fault = fault;
    this.#emit();
  }

  queueAt(index: number, depth: number): void {
    this.#place = { index, depth };
    this.#emit();
  }

  run(running: boolean): void {
    this.#running = running;
    this.#emit();
  }

  choose({ baseFolder, files }: Selection): UploadTaskList {
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
    }));
    this.#list = new UploadTaskList(
      { flightId, uploadId, uploadType, sensorName, isUpdate, baseFolder, files: entries },
      sorted.map(({ file }) => file),
    );
    this.#hasFiles = true;
    this.#emit();
    return this.#list;
  }

  /** Forgets the files; the table of them stays to be seen. */
  dropFiles(): void {
    this.#hasFiles = false;
    this.#emit();
  }

  getSnapshot(): UploadSnapshot {
    return this.#snapshot;
  }

  subscribe(listener: () => void): () => void {
    this.#listeners.add(listener);
    return () => void this.#listeners.delete(listener);
  }

  /** Progress was made: shown within half a second; showing it takes time from sending. */
  progressed(): void {
    this.#callOff ??= this.#clock.after(QUIET_MS, () => this.#emit());
  }

  /** Measures the speed once a second until it is ended. */
  measure(measuring: boolean): void {
    this.#endSampling?.();
    this.#endSampling = undefined;
    this.#meter.reset();
    if (!measuring) return;
    let before = { at: this.#clock.now(), bytes: this.#list?.sentBytes() ?? 0 };
    const sample = (): void => {
      const now = { at: this.#clock.now(), bytes: this.#list?.sentBytes() ?? 0 };
      this.#meter.add(((now.bytes - before.bytes) * 1000) / Math.max(1, now.at - before.at));
      before = now;
      this.progressed();
      this.#endSampling = this.#clock.after(SAMPLE_MS, sample);
    };
    this.#endSampling = this.#clock.after(SAMPLE_MS, sample);
  }

  #emit(): void {
    this.#callOff?.();
    this.#callOff = undefined;
    this.#snapshot = this.#take(this.#snapshot.version + 1);
    for (const listener of this.#listeners) listener();
  }

  #take(version: number): UploadSnapshot {
    const list = this.#list;
    return {
      version,
      status: this.#status,
      steps: stepsOf(this.#status),
      progress: list?.progress(this.#meter.bytesPerSecond) ?? NOTHING,
      ...(this.#place && { queue: this.#place }),
      ...(this.#fault && { error: this.#fault }),
      rowCount: list?.rowCount ?? 0,
      row: (index) => {
        if (list === undefined) throw new RangeError(`no row ${index}`);
        return list.row(index);
      },
      hasFiles: this.#hasFiles,
      settled: !this.#running,
    };
  }
}
