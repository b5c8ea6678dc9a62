/** A file of the picked folder, with its path from that folder on, with `/`. */
export interface PickedFile {
  readonly path: string;
  readonly file: File;
}

export interface ReadOptions {
  /** Given the files slice by slice, in any order. */
  readonly take: (files: readonly PickedFile[]) => void;
  /** Lets the page paint between two slices. */
  readonly pause: () => Promise<void>;
  readonly signal?: AbortSignal;
}

/** Hands over the files of a folder; throws the signal's reason when aborted. */
export type ReadFolder = (options: ReadOptions) => Promise<void>;
