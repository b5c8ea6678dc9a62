import type { ReportView } from "@swath/survey/report";
import type { PickedFile } from "../folder/picked-file.ts";
import type {
  AcceptedPick,
  NamesResult,
  ReportOutline,
  ValidationCommand,
  ValidationEvent,
  ValidationRequest,
} from "./validation-messages.ts";

/** A folder whose names and contents were validated. */
export interface ValidatedFolder {
  readonly view: ReportView;
  /** The files that go up, in the order of their paths. */
  readonly accepted: readonly AcceptedPick[];
  readonly file: (accepted: AcceptedPick) => File;
  /** The report as an HTML file; only while the validator is open. */
  readonly page: () => Promise<Blob>;
}

export type ValidationOutcome =
  | { readonly kind: "validated"; readonly folder: ValidatedFolder }
  | { readonly kind: "unreadable"; readonly path: string };

type Progress = Extract<ValidationEvent, { type: "progress" }>;

/** Validates one folder in a worker of its own. */
export class FolderValidator {
  readonly #worker: Worker;
  readonly #files: File[] = [];
  readonly #accepted: AcceptedPick[] = [];
  readonly #offending = new Map<string, string[]>();
  readonly #names = Promise.withResolvers<NamesResult>();
  readonly #outcome = Promise.withResolvers<ValidationOutcome>();
  #page: PromiseWithResolvers<Blob> | undefined;
  #onProgress: (progress: Progress) => void = () => {};

  constructor() {
    this.#worker = new Worker(new URL("./validation.worker.ts", import.meta.url), {
      type: "module",
    });
    this.#worker.addEventListener("message", ({ data }: MessageEvent<ValidationEvent>) =>
      this.#handle(data),
    );
    this.#worker.addEventListener("error", (event) => {
      event.preventDefault();
      this.#fail(
        new Error(event.message === "" ? "the worker could not be loaded" : event.message),
      );
    });
    // A validator that is closed early leaves both rejected with no one awaiting them.
    this.#names.promise.catch(() => {});
    this.#outcome.promise.catch(() => {});
  }

  /** The files added so far, in that order. */
  get files(): readonly File[] {
    return this.#files;
  }

  /** Adds files before anything is validated; few enough at a time to keep the page responsive. */
  add(files: readonly PickedFile[]): void {
    for (const { file } of files) this.#files.push(file);
    this.#send({ type: "add", paths: files.map(({ path }) => path) });
  }

  /** Validates the names once all files were added; rejects where the worker dies. */
  validateNames(request: ValidationRequest): Promise<NamesResult> {
    this.#send({ type: "validateNames", request });
    return this.#names.promise;
  }

  /** Adds sizes, in the order of the files. */
  addSizes(sizes: readonly number[]): void {
    this.#send({ type: "addSizes", sizes });
  }

  /** Validates everything once all sizes were added; rejects where the worker dies. */
  validate(
    request: ValidationRequest,
    onProgress: (progress: Progress) => void,
  ): Promise<ValidationOutcome> {
    this.#onProgress = onProgress;
    this.#send({ type: "validate", request });
    return this.#outcome.promise;
  }

  /** Ends the worker, whatever it is doing. */
  close(): void {
    this.#worker.terminate();
    this.#fail(new Error("the validator was closed"));
  }

  #send(command: ValidationCommand): void {
    this.#worker.postMessage(command, []);
  }

  #handle(event: ValidationEvent): void {
    switch (event.type) {
      case "filesNeeded":
        return this.#sendFiles(event.indexes);
      case "namesValidated":
        return this.#names.resolve(event);
      case "progress":
        return this.#onProgress(event);
      case "accepted":
        return void this.#accepted.push(...event.files);
      case "offending":
        return this.#addOffending(event.rule, event.files);
      case "page":
        return this.#page?.resolve(event.page);
      case "unreadable":
        return this.#outcome.resolve({ kind: "unreadable", path: event.path });
      case "validated":
        return this.#outcome.resolve({ kind: "validated", folder: this.#folder(event.outline) });
    }
  }

  #sendFiles(indexes: readonly number[]): void {
    const files = new Map(indexes.map((index) => [index, this.#files[index]!]));
    this.#send({ type: "files", files });
  }

  #addOffending(rule: string, files: readonly string[]): void {
    const before = this.#offending.get(rule);
    if (before === undefined) this.#offending.set(rule, [...files]);
    else before.push(...files);
  }

  #folder(outline: ReportOutline): ValidatedFolder {
    const rules = outline.rules.map((rule) => ({
      ...rule,
      files: this.#offending.get(rule.id) ?? [],
    }));
    return {
      view: { ...outline, rules },
      accepted: this.#accepted,
      file: ({ index, path }) => {
        const file = this.#files[index];
        if (file === undefined) throw new Error(`accepted but never picked: ${path}`);
        return file;
      },
      page: () => this.#requestPage(),
    };
  }

  #requestPage(): Promise<Blob> {
    this.#page = Promise.withResolvers<Blob>();
    this.#send({ type: "page", checkedAt: Date.now() });
    return this.#page.promise;
  }

  #fail(error: Error): void {
    this.#names.reject(error);
    this.#outcome.reject(error);
    this.#page?.reject(error);
  }
}
