import { earlierStages, type StageFile, type TemplateFile } from "@swath/contract/processing";
import picomatch from "picomatch";

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

export interface StageFault {
  readonly file: string;
  readonly message: string;
}

/** The stages that an installed stage requires; undefined if it is not installed. */
export const stagesBefore =
  ({ stages }: StageCatalogue) =>
  (name: string): readonly string[] | undefined => {
    const stage = stages.get(name);
    return stage && earlierStages(stage.file);
  };

/** Whether a stage's program processes the recordings of a sensor. */
function sensorFits({ sensors }: Pick<StageFile, "sensors">, sensor: string | null): boolean {
  if (sensors === undefined) return true;
  return sensor !== null && picomatch(sensors, { nocase: true })(sensor);
}

/** Why there is no program for a job, in words; undefined where there is one. */
export function lackingProgram(
  stage: StageFile | undefined,
  { name, label }: { readonly name: string; readonly label: string },
  { sensor }: { readonly sensor: string | null },
): string | undefined {
  if (stage === undefined) return `No stage file ${name} is installed`;
  if (sensorFits(stage, sensor)) return undefined;
  return `No program of ${label} processes recordings of ${sensor ?? "an unknown sensor"}`;
}
