/** A file of the chosen folder. Opaque to the core: the driver that made it knows how to read it. */
export interface SourceFile {
  /** Path from the chosen folder on, with `/`. */
  readonly path: string;
  /** Bytes, as they were when the folder was chosen. */
  readonly size: number;
}
