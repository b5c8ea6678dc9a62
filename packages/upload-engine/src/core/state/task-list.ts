import {
  type FileEntry,
  type Manifest,
  PART_BYTES,
  type PlannedObject,
  planObjects,
} from "@swath/contract/uploads";
import { isSentFirst } from "@swath/survey";
import type { SourceFile, SourceState } from "../../ports/preparer.ts";
import { ObjectRanges, type Unfinished } from "./ranges.ts";
import { type ObjectState, TaskQueue } from "./task-queue.ts";
import type { FileRow, Progress } from "./upload-snapshot.ts";

/** Before the server's answer it is not known how short a piece may be. */
const WHOLE_OBJECTS = Infinity;
const CHANGED: ObjectState = { state: "FAILED", sent: 0, compressed: undefined };

/** A manifest with its plan of objects, the files to read them from, and the task of each. */
export class TaskList {
  readonly manifest: Manifest;
  readonly sources: readonly SourceFile[];
  readonly objects: readonly PlannedObject[];
  readonly totalBytes: number;
  queue: TaskQueue;
  /** Bytes that were handed to the network. */
  sentBytes = 0;
  readonly #first: ReadonlySet<number>;
  /** Index of the first object that holds bytes of a file. */
  readonly #firstObject: Uint32Array;
  /** Index of a file's first row; one more entry for the end. */
  readonly #firstRow: Uint32Array;
  /** Files that had landed in part before their status was changed, as the server says. */
  #doubted: ReadonlySet<number> = new Set();
  /** Files whose content was compared, with the time of their status then. */
  readonly #compared = new Map<number, string>();
  /** Files that were changed on the drive after they had been sent. */
  #changed: ReadonlySet<number> = new Set();

  constructor(manifest: Manifest, sources: readonly SourceFile[]) {
    this.manifest = manifest;
    this.sources = sources;
    this.objects = planObjects(manifest.files);
    this.totalBytes = manifest.files.reduce((sum, file) => sum + file.originalSize, 0);
    this.#firstObject = new Uint32Array(manifest.files.length);
    this.#firstRow = new Uint32Array(manifest.files.length + 1);
    for (const [index, { segments }] of this.objects.entries())
      for (const { file, offset } of segments) if (offset === 0) this.#firstObject[file] = index;
    for (const [i, { parts }] of manifest.files.entries())
      this.#firstRow[i + 1] = this.#firstRow[i]! + parts;
    this.#first = goingFirst(this.objects, manifest);
    this.queue = new TaskQueue(new ObjectRanges(this.objects, WHOLE_OBJECTS), this.#first);
  }

  /**
   * Sets what the server misses, given the least bytes of a piece; all else counts as landed. Of the
   * files that were touched since, what landed is yet to be compared.
   */
  setRemaining(
    unfinished: Unfinished,
    minPieceBytes: number,
    touched: readonly number[] = [],
  ): void {
    const ranges = new ObjectRanges(this.objects, minPieceBytes, unfinished);
    this.queue = new TaskQueue(ranges, this.#first);
    this.#doubted = new Set(touched.filter((file) => this.#hasLanded(file)));
    this.#compared.clear();
    this.#changed = new Set();
  }

  /** Index of the object that holds a byte of a file. */
  objectAt(file: number, offset: number): number {
    return this.#firstObject[file]! + Math.floor(offset / PART_BYTES);
  }

  /** Whether what was sent of a file is yet to be compared with the file in that state. */
  isDoubted(file: number, state: SourceState): boolean {
    if (state === "unchanged") return this.#doubted.has(file) && !this.#compared.has(file);
    return state !== "changed" && this.#compared.get(file) !== state.touched;
  }

  /** Whether the content of a file was compared with what was sent of it. */
  isCompared(file: number): boolean {
    return this.#compared.has(file);
  }

  /** What was sent of a file is what the file holds in that state. */
  setCompared(file: number, state: SourceState): void {
    this.#compared.set(file, typeof state === "string" ? state : state.touched);
  }

  /** Shows these files as failed: the store has bytes that the drive holds no more. */
  setChanged(files: readonly number[]): void {
    this.#changed = new Set(files);
  }

  get rowCount(): number {
    return this.#firstRow[this.manifest.files.length]!;
  }

  row(index: number): FileRow {
    if (!(index >= 0 && index < this.rowCount)) throw new RangeError(`no row ${index}`);
    const file = this.#fileOfRow(index);
    const part = index - this.#firstRow[file]!;
    const { fullPath, parts, originalSize } = this.manifest.files[file]!;
    const task = this.queue.stateOf(this.#firstObject[file]! + part);
    const { state, sent, compressed } = this.#changed.has(file) ? CHANGED : task;
    return {
      path: fullPath,
      part: parts === 1 ? undefined : part + 1,
      parts,
      size: Math.min(PART_BYTES, originalSize - part * PART_BYTES),
      percent: sent * 100,
      compressedPercent: compressed === undefined ? undefined : compressed * 100,
      state,
    };
  }

  #fileOfRow(row: number): number {
    let low = 0;
    let high = this.manifest.files.length - 1;
    while (low < high) {
      const middle = (low + high + 1) >>> 1;
      if (this.#firstRow[middle]! <= row) low = middle;
      else high = middle - 1;
    }
    return low;
  }

  /** Source bytes that the store acknowledged, of files that are still the same on the drive. */
  acknowledgedBytes(): number {
    let bytes = 0;
    for (const file of this.#changed) bytes -= this.manifest.files[file]!.originalSize;
    for (const i of this.objects.keys()) bytes += this.queue.ranges.landedBytes(i);
    return Math.max(0, Math.min(this.totalBytes, bytes));
  }

  /** Source bytes that were acknowledged or are in flight; never more than the total. */
  handedOverBytes(): number {
    let bytes = this.acknowledgedBytes();
    for (const { attempt, sent } of this.queue.active()) bytes += attempt.length * sent;
    return Math.min(this.totalBytes, Math.round(bytes));
  }

  progress(bytesPerSecond: number): Progress {
    const completedBytes = this.acknowledgedBytes();
    return {
      bytesPerSecond,
      handedOverBytes: this.handedOverBytes(),
      completedBytes,
      totalBytes: this.totalBytes,
      sentBytes: this.sentBytes,
      completedFiles: this.manifest.files.filter((file, i) => this.#isLanded(file, i)).length,
      totalFiles: this.manifest.files.length,
      percent: this.totalBytes === 0 ? 0 : (completedBytes / this.totalBytes) * 100,
    };
  }

  #hasLanded(file: number): boolean {
    const first = this.#firstObject[file]!;
    const { parts } = this.manifest.files[file]!;
    for (let part = 0; part < parts; part++)
      if (this.queue.ranges.landedBytes(first + part) > 0) return true;
    return false;
  }

  #isLanded({ parts }: FileEntry, file: number): boolean {
    if (this.#changed.has(file)) return false;
    const first = this.#firstObject[file]!;
    for (let part = 0; part < parts; part++)
      if (!this.queue.ranges.isLanded(first + part)) return false;
    return true;
  }
}

/** The objects that hold a log, the plan or GNSS data. */
function goingFirst(objects: readonly PlannedObject[], { files }: Manifest): ReadonlySet<number> {
  const isFirst = files.map(({ fullPath }) => isSentFirst(fullPath));
  const going = [...objects.keys()].filter((index) =>
    objects[index]!.segments.some(({ file }) => isFirst[file]),
  );
  return new Set(going);
}
