import { INPUT_RECORDS, type StageFile, type TemplateFile } from "@swath/contract/processing";

/** A stage as its file has it, with the SHA-256 of that file. */
export interface KnownStage {
  readonly file: StageFile;
  readonly sha256: string;
}

/** The stages and templates of an installation, by their names. */
export interface StageCatalogue {
  readonly stages: ReadonlyMap<string, KnownStage>;
  readonly templates: ReadonlyMap<string, TemplateFile>;
}

/** What is wrong with a file of stages or templates. */
export interface StageFault {
  readonly file: string;
  readonly message: string;
}

/** All stages that one may read of, and those that it names. */
export function earlierStages({ needs, inputs }: StageFile): readonly string[] {
  const sources = Object.values(inputs).flatMap(({ from }) => stageOf(from) ?? []);
  return [...new Set([...needs, ...sources])];
}

const RECORDS: ReadonlySet<string> = new Set(INPUT_RECORDS);

/** The stage that an input comes from; undefined where it comes from an upload or a record. */
export function stageOf(from: string): string | undefined {
  return from.startsWith("upload:") || RECORDS.has(from) ? undefined : from;
}
