/** A file of the chosen folder: its path from that folder on, with `/`, and its bytes. */
export interface PickedFile {
  readonly path: string;
  readonly size: number;
  readonly file: File;
}

export interface ReadOptions {
  /** Told the number of files read so far, at most once a slice. */
  readonly onProgress: (files: number) => void;
  /** Lets the page paint between two slices. */
  readonly pause: () => Promise<void>;
  readonly signal?: AbortSignal;
}
