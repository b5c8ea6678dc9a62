import type { FolderReading, IsCompanion, LeftOut } from "@swath/survey";

/** A file of the picked folder, with its path from that folder on, with `/`. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

/** What a reader of a folder tells beside the files. */
export class ReadingNotes {
  readonly #leftOut: LeftOut[] = [];
  readonly #folders: string[] = [];
  #companions = 0;

  /** Something was not read, and is named. */
  leave(one: LeftOut): void {
    this.#leftOut.push(one);
  }

  /** The browser refused a file or a folder. */
  leaveUnreadable(path: string, error: unknown): void {
    this.leave({ path, reason: "unreadable", detail: browserReason(error) });
  }

  /** Chromium gives a name that is no UTF-8 as none at all. */
  leaveNameless(folder: string): void {
    this.leave({
      path: `${folder}/\ufffd`,
      reason: "name",
      detail: "the browser does not tell the name",
    });
  }

  enter(folder: string): void {
    this.#folders.push(folder);
  }

  passOver(): void {
    this.#companions += 1;
  }

  get reading(): FolderReading {
    const [leftOut, folders] = [this.#leftOut, this.#folders];
    return { leftOut, followed: [], folders, companions: this.#companions };
  }
}

const REASONS: Readonly<Record<string, string>> = {
  NotFoundError: "gone, or not readable",
  NotReadableError: "the drive or its permissions do not let it be read",
  // Chromium's name for a folder that may not be listed.
  NoModificationAllowedError: "no permission to read it",
  NotAllowedError: "no permission to read it",
  SecurityError: "no permission to read it",
};

function browserReason(error: unknown): string {
  const { name, message } = error instanceof Error ? error : new Error(String(error));
  return REASONS[name] ?? message;
}

export interface ReadOptions {
  readonly notes: ReadingNotes;
  readonly isCompanion: IsCompanion;
  /** Given the files slice by slice, in any order. */
  readonly take: (files: readonly PickedFile[]) => void;
  /** Lets the page paint between two slices. */
  readonly pause: () => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Hands over the files of a folder; throws the signal's reason when aborted. */
export type ReadFolder = (options: ReadOptions) => Promise<void>;
