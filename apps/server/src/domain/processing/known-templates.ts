import {
  earlierStages,
  type JobArea,
  type StageFile,
  type TemplateFile,
} from "@swath/contract/processing";
import type { UploadType } from "@swath/contract/uploads";

/** A job that a template gives its processings. */
export interface TemplateJob {
  readonly name: string;
  readonly label: string;
  readonly area: JobArea;
  readonly requireQA: boolean;
  readonly allow: StageFile["allow"];
  /** The stages that it needs; undefined where its file is not installed. */
  readonly needs: readonly string[] | undefined;
}

/** What records are made of a template and its stages. */
export interface KnownTemplate {
  readonly name: string;
  readonly area: TemplateFile["area"];
  readonly uploads: readonly UploadType[];
  readonly locked: boolean;
  /** In order: GPS, LMS, then the stages. */
  readonly jobs: readonly TemplateJob[];
}
export type KnownTemplates = ReadonlyMap<string, KnownTemplate>;

/** What of a stage's file a record needs. */
export type StageFacts = Pick<StageFile, "label" | "requireQA" | "allow" | "needs" | "inputs">;

const jobOf = (area: JobArea, name: string, stage: StageFacts | undefined): TemplateJob => ({
  name,
  area,
  label: stage?.label ?? name,
  requireQA: stage?.requireQA ?? false,
  allow: stage?.allow ?? [],
  needs: stage && earlierStages(stage),
});

/** The templates of a server's files, by their names. */
export function knownTemplates(
  templates: readonly TemplateFile[],
  stages: ReadonlyMap<string, StageFacts>,
): KnownTemplates {
  const job = (area: JobArea, name: string | undefined): TemplateJob[] =>
    name === undefined ? [] : [jobOf(area, name, stages.get(name))];
  return new Map(
    templates.map(({ name, area, uploads, locked, gps, lms, stages: names }) => [
      name,
      {
        name,
        area,
        uploads,
        locked,
        jobs: [
          ...job("gps", gps),
          ...job("lms", lms),
          ...names.flatMap((each) => job("stage", each)),
        ],
      },
    ]),
  );
}

/** What a stage of some templates needs, for `laterJobs`: its file is the same in each of them. */
export const stagesBefore =
  (templates: KnownTemplates) =>
  (stage: string): readonly string[] | undefined =>
    [...templates.values()].flatMap(({ jobs }) => jobs).find(({ name }) => name === stage)?.needs;
