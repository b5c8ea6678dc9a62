import { earlierStages, type StageFile, type TemplateFile } from "@swath/contract/processing";

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

/** What an installed stage needs; undefined for one that is not installed. */
export const stagesBefore =
  ({ stages }: StageCatalogue) =>
  (name: string): readonly string[] | undefined => {
    const stage = stages.get(name);
    return stage && earlierStages(stage.file);
  };
