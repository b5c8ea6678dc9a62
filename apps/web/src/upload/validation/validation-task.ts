import { type FolderReport, folderReport, validateFolder } from "@swath/survey";
import { reportPage, type ReportView, reportView } from "@swath/survey/report";
import {
  type NamesResult,
  PIECE,
  type ReportOutline,
  type ValidationEvents,
  type ContentsProgress,
  type ValidationRequest,
} from "./validation-calls.ts";
import { throttled } from "../folder/page-pauses.ts";
import { PickedReader, UnreadableFile } from "./picked-reader.ts";

interface Ports {
  readonly emit: <Name extends keyof ValidationEvents>(
    event: Name,
    data: ValidationEvents[Name],
  ) => void;
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number;
}

/** Ends of files that are read together: each call to the browser's process takes some milliseconds. */
const ENDS = 256;

/** What the validation worker does: gathers names, validates them, requests the files it must read. */
export class ValidationTask {
  readonly #ports: Ports;
  readonly #paths: string[] = [];
  readonly #sizes: number[] = [];
  readonly #reader: PickedReader;
  #sorted: readonly number[] | undefined;
  #view: ReportView | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#reader = new PickedReader((indexes) => ports.emit("filesNeeded", indexes));
  }

  add(paths: readonly string[]): void {
    this.#paths.push(...paths);
  }

  validateNames(request: ValidationRequest): NamesResult {
    const files = this.#sortedIndexes().map((index) => ({
      path: this.#paths[index] ?? "",
      size: 1,
    }));
    const { accepted, findings } = validateFolder({ ...request, files });
    const problems = findings.filter(({ level }) => level === "blocked").length;
    return { valid: accepted.length, problems };
  }

  addSizes(sizes: readonly number[]): void {
    this.#sizes.push(...sizes);
  }

  /** Rejects only by a fault of the program. */
  async validate(request: ValidationRequest): Promise<ReportOutline> {
    const sorted = this.#sortedIndexes();
    const files = sorted.map((index) =>
      this.#reader.source(index, this.#paths[index] ?? "", this.#sizes[index] ?? 0),
    );
    const { now, emit } = this.#ports;
    const onProgress = throttled((progress: ContentsProgress) => emit("progress", progress), now);
    const report = await folderReport(
      { ...request, files, reasonOf },
      { onProgress, endsAtOnce: ENDS },
    );
    const indexes = new Map(sorted.map((index) => [this.#paths[index] ?? "", index]));
    return this.#emitReport(report, indexes);
  }

  addFiles(files: ReadonlyMap<number, File>): void {
    this.#reader.add(files);
  }

  page(checkedAt: number): Blob {
    if (this.#view === undefined) throw new Error("a page of a folder that is not validated yet");
    return new Blob([...reportPage(this.#view, checkedAt)], { type: "text/html" });
  }

  /** Sorted once all names are there. */
  #sortedIndexes(): readonly number[] {
    if (this.#sorted?.length !== this.#paths.length) this.#sorted = byPath(this.#paths);
    return this.#sorted;
  }

  /** Emits the names of a report; returns the report without them. */
  #emitReport(report: FolderReport, indexes: ReadonlyMap<string, number>): ReportOutline {
    const { emit } = this.#ports;
    const view = reportView(report);
    this.#view = view;
    const accepted = report.names.accepted.map((file) => ({
      ...file,
      index: indexes.get(file.path) ?? -1,
    }));
    for (let at = 0; at < accepted.length; at += PIECE)
      emit("accepted", accepted.slice(at, at + PIECE));
    for (const { id: rule, files, reasons } of view.rules)
      for (let at = 0; at < files.length; at += PIECE) {
        const piece = <T>(list: readonly T[]): readonly T[] => list.slice(at, at + PIECE);
        emit("offending", { rule, files: piece(files), reasons: reasons && piece(reasons) });
      }
    const rules = view.rules.map(({ files: _files, reasons: _reasons, ...rule }) => rule);
    return { ...view, rules };
  }
}

const reasonOf = (error: unknown): string =>
  error instanceof UnreadableFile ? error.reason : String(error);

/** Places of the paths in order, unit for unit the same on every machine: pickers give no order. */
function byPath(paths: readonly string[]): number[] {
  const path = (index: number): string => paths[index] ?? "";
  return Array.from(paths.keys()).toSorted((a, b) =>
    path(a) < path(b) ? -1 : path(a) > path(b) ? 1 : 0,
  );
}
