import type { ReportedRule } from "@swath/survey";
import type { ReportView } from "@swath/survey/report";
import { type CallResult, valueOf, WorkerCalls } from "@swath/worker-rpc";
import type { PickedFile } from "../folder/read-folder.ts";
import type {
  AcceptedPick,
  NamesResult,
  Offending,
  ReportOutline,
  ValidationCalls,
  ValidationEvents,
  ContentsProgress,
  ValidationRequest,
} from "./validation-calls.ts";

/** A folder whose names and contents were validated. */
export interface ValidatedFolder {
  readonly view: ReportView;
  /** The files that go up, in the order of their paths. */
  readonly accepted: readonly AcceptedPick[];
  readonly file: (accepted: AcceptedPick) => File;
  /** The report as an HTML file; only while the validator is open. */
  readonly page: () => Promise<Blob>;
}

/** Validates one folder in a worker of its own. */
export class FolderValidator {
  readonly #files: File[] = [];
  readonly #accepted: AcceptedPick[] = [];
  readonly #offending = new Map<string, { files: string[]; reasons: string[] }>();
  #onProgress: (progress: ContentsProgress) => void = () => {};
  readonly #calls = new WorkerCalls<ValidationCalls, ValidationEvents>(startWorker, {
    restart: false,
    on: {
      filesNeeded: (indexes) => this.#sendFiles(indexes),
      progress: (progress) => this.#onProgress(progress),
      accepted: (files) => void this.#accepted.push(...files),
      offending: (names) => this.#addOffending(names),
    },
  });

  /** Loads the worker before the first file. */
  start(): void {
    this.#calls.start();
  }

  /** The files added so far, in that order. */
  get files(): readonly File[] {
    return this.#files;
  }

  /** Adds files before anything is validated; few enough at a time to keep the page responsive. */
  add(files: readonly PickedFile[]): void {
    for (const { file } of files) this.#files.push(file);
    const paths = files.map(({ path }) => path);
    void this.#command(this.#calls.call("add", paths));
  }

  /** Validates the names once all files were added; rejects where the worker dies. */
  async validateNames(request: ValidationRequest): Promise<NamesResult> {
    return valueOf(await this.#calls.call("validateNames", request));
  }

  /** Adds sizes, in the order of the files. */
  addSizes(sizes: readonly number[]): void {
    void this.#command(this.#calls.call("addSizes", sizes));
  }

  /** Validates everything once all sizes were added; rejects where the worker dies. */
  async validate(
    request: ValidationRequest,
    onProgress: (progress: ContentsProgress) => void,
  ): Promise<ValidatedFolder> {
    this.#onProgress = onProgress;
    return this.#folder(valueOf(await this.#calls.call("validate", request)));
  }

  /** Ends the worker, whatever it is doing. */
  close(): void {
    this.#calls.close();
  }

  /** Closes the worker where a command fails, so that every later call fails too. */
  async #command(result: Promise<CallResult<void>>): Promise<void> {
    if ((await result).kind === "failed") this.close();
  }

  #sendFiles(indexes: readonly number[]): void {
    const files = new Map(indexes.map((index) => [index, this.#files[index]!]));
    void this.#command(this.#calls.call("addFiles", files));
  }

  #addOffending({ rule, files, reasons = [] }: Offending): void {
    const known = this.#offending.get(rule) ?? { files: [], reasons: [] };
    known.files.push(...files);
    known.reasons.push(...reasons);
    this.#offending.set(rule, known);
  }

  #folder(outline: ReportOutline): ValidatedFolder {
    const rules = outline.rules.map((rule): ReportedRule => {
      const { files = [], reasons = [] } = this.#offending.get(rule.id) ?? {};
      return { ...rule, files, ...(reasons.length > 0 && { reasons }) };
    });
    return {
      view: { ...outline, rules },
      accepted: this.#accepted,
      file: ({ index, path }) => {
        const file = this.#files[index];
        if (file === undefined) throw new Error(`accepted but never picked: ${path}`);
        return file;
      },
      page: async () => valueOf(await this.#calls.call("page", Date.now())),
    };
  }
}

function startWorker(): Worker {
  return new Worker(new URL("./validation.worker.ts", import.meta.url), { type: "module" });
}
