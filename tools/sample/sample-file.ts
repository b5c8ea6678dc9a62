/** A file of a sample folder, made when it is written; browser tests make them too, so that no Node is here. */
export interface SampleFile {
  /** Below the base folder. */
  readonly path: string;
  readonly content: () => Uint8Array | Iterable<Uint8Array>;
}

export function sampleFile(path: string, content: SampleFile["content"]): SampleFile {
  return { path, content };
}
