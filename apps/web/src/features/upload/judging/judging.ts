import { type FolderReport, folderReport, validateFolder } from "@swath/survey";
import { reportPage, type ReportView, reportView } from "@swath/survey/report";
import {
  type AcceptedPick,
  type JudgeNews,
  type JudgeOrder,
  type JudgeRequest,
  PIECE,
} from "./judge-messages.ts";
import { PickedReader, Unreadable } from "./picked-reader.ts";

const PROGRESS_MS = 100;

interface Ports {
  readonly tell: (news: JudgeNews) => void;
  /** Milliseconds of any clock that only goes forward. */
  readonly now: () => number;
}

/** The work of a judging worker: gathers names, judges them, asks for the files it must look into. */
export class Judging {
  readonly #ports: Ports;
  readonly #paths: string[] = [];
  readonly #sizes: number[] = [];
  readonly #reader: PickedReader;
  #sorted: readonly number[] | undefined;
  #view: ReportView | undefined;

  constructor(ports: Ports) {
    this.#ports = ports;
    this.#reader = new PickedReader((indexes) => ports.tell({ say: "need", indexes }));
  }

  /** Rejects only by a fault of the program. */
  async take(order: JudgeOrder): Promise<void> {
    if (order.do === "add") this.#paths.push(...order.paths);
    else if (order.do === "measure") this.#sizes.push(...order.sizes);
    else if (order.do === "judgeNames") this.#validateNames(order.request);
    else if (order.do === "files") this.#reader.give(order.files);
    else if (order.do === "page") this.#tellPage(order.checkedAt);
    else await this.#judge(order.request);
  }

  #validateNames(request: JudgeRequest): void {
    const files = this.#order().map((index) => ({ path: this.#paths[index] ?? "", size: 1 }));
    const { accepted, findings } = validateFolder({ ...request, files });
    const problems = findings.filter(({ level }) => level === "blocked").length;
    this.#ports.tell({ say: "named", valid: accepted.length, problems });
  }

  /** Sorted once all names are there. */
  #order(): readonly number[] {
    if (this.#sorted?.length !== this.#paths.length) this.#sorted = byPath(this.#paths);
    return this.#sorted;
  }

  async #judge(request: JudgeRequest): Promise<void> {
    const order = this.#order();
    const files = order.map((index) =>
      this.#reader.source(index, this.#paths[index] ?? "", this.#sizes[index] ?? 0),
    );
    try {
      const report = await folderReport({ ...request, files }, { onProgress: this.#progress() });
      this.#tellReport(report, new Map(order.map((index) => [this.#paths[index] ?? "", index])));
    } catch (error) {
      if (!(error instanceof Unreadable)) throw error;
      this.#ports.tell({ say: "unreadable", path: error.path });
    }
  }

  #progress(): (progress: { done: number; total: number }) => void {
    let told = -Infinity;
    return ({ done: checked, total }) => {
      const now = this.#ports.now();
      if (now - told < PROGRESS_MS) return;
      told = now;
      this.#ports.tell({ say: "checking", checked, total });
    };
  }

  #tellReport(report: FolderReport, indexes: ReadonlyMap<string, number>): void {
    const { tell } = this.#ports;
    const view = reportView(report);
    this.#view = view;
    for (const files of pieces(report.names.accepted))
      tell({ say: "accepted", files: files.map((file) => indexed(file, indexes)) });
    for (const { id, files } of view.rules)
      for (const names of pieces(files)) tell({ say: "names", rule: id, files: names });
    const rules = view.rules.map(({ id, message, state }) => ({ id, message, state }));
    tell({ say: "judged", outline: { ...view, rules } });
  }

  #tellPage(checkedAt: number): void {
    if (this.#view === undefined) throw new Error("a page of a folder that is not judged yet");
    const page = new Blob([...reportPage(this.#view, checkedAt)], { type: "text/html" });
    this.#ports.tell({ say: "page", page });
  }
}

function indexed(
  file: Omit<AcceptedPick, "index">,
  indexes: ReadonlyMap<string, number>,
): AcceptedPick {
  return { ...file, index: indexes.get(file.path) ?? -1 };
}

/** Places of the paths in order, unit for unit the same on every machine: pickers give no order. */
function byPath(paths: readonly string[]): number[] {
  const path = (index: number): string => paths[index] ?? "";
  return Array.from(paths.keys()).toSorted((a, b) =>
    path(a) < path(b) ? -1 : path(a) > path(b) ? 1 : 0,
  );
}

function* pieces<T>(list: readonly T[]): Generator<readonly T[]> {
  for (let at = 0; at < list.length; at += PIECE) yield list.slice(at, at + PIECE);
}
