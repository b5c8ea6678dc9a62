import { companions, type FolderReading, type IsCompanion } from "@swath/survey";
import { measureFiles, yieldToEventLoop } from "../folder/measure-files.ts";
import { type PickedFile, type ReadFolder, ReadingNotes } from "../folder/picked-file.ts";
import type { FolderValidator, ValidatedFolder } from "./folder-validator.ts";
import { throttled } from "../throttled.ts";
import type { NamesResult, ValidationRequest } from "./validation-calls.ts";

/** How far the validation of a folder has come. */
export type ValidationPhase =
  | { readonly name: "idle" }
  | { readonly name: "reading"; readonly files: number }
  /** The names are validated, the sizes are being read. */
  | ({ readonly name: "measuring"; readonly done: number; readonly total: number } & NamesResult)
  | { readonly name: "contents"; readonly done: number; readonly total: number };

const EMPTY = "The folder holds no files.";
const UNREADABLE = "The folder could not be read. Please check the drive and select it again.";

/** The validation of one folder, from its picked files to its report. */
export class ValidationRun {
  readonly #abort = new AbortController();
  readonly #validator: FolderValidator;
  readonly #onPhase: (phase: ValidationPhase) => void;

  constructor(validator: FolderValidator, onPhase: (phase: ValidationPhase) => void) {
    this.#validator = validator;
    this.#onPhase = onPhase;
  }

  get aborted(): boolean {
    return this.#abort.signal.aborted;
  }

  abort(): void {
    this.#abort.abort();
    this.#validator.close();
  }

  /** The validated folder, or why there is none. */
  async validate(how: ReadFolder, request: ValidationRequest): Promise<ValidatedFolder | string> {
    const reading = await this.#read(how, companions(request.companions));
    if (reading === undefined) return UNREADABLE;
    // Of a folder of which nothing could be read the report tells why.
    if (this.#validator.files.length === 0 && reading.leftOut.length === 0) return EMPTY;
    const names = await this.#validator.validateNames(request);
    await this.#measure(names);
    this.#report({ name: "contents", done: 0, total: 0 });
    return this.#validator.validate({ ...request, reading }, ({ done, total }) =>
      this.#report({ name: "contents", done, total }),
    );
  }

  #report(phase: ValidationPhase): void {
    if (!this.aborted) this.#onPhase(phase);
  }

  /** How the folder was read; undefined where it could not be. */
  async #read(how: ReadFolder, isCompanion: IsCompanion): Promise<FolderReading | undefined> {
    const notes = new ReadingNotes();
    const report = throttled(now, (files: number) => this.#report({ name: "reading", files }));
    const take = (slice: readonly PickedFile[]): void => {
      this.#validator.add(slice);
      report(this.#validator.files.length);
    };
    try {
      const { signal } = this.#abort;
      await how({ take, notes, isCompanion, pause: yieldToEventLoop, signal });
      return notes.reading;
    } catch {
      return undefined;
    }
  }

  async #measure(names: NamesResult): Promise<void> {
    const { files } = this.#validator;
    let done = 0;
    const report = throttled(now, () =>
      this.#report({ name: "measuring", done, total: files.length, ...names }),
    );
    const take = (sizes: readonly number[]): void => {
      this.#validator.addSizes(sizes);
      done += sizes.length;
      report();
    };
    await measureFiles(files, { now, pause: yieldToEventLoop, take, signal: this.#abort.signal });
  }
}

const now = (): number => performance.now();
