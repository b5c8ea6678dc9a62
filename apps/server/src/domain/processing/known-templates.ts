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
  /** Whether it reads a calibration record. */
  readonly readsCalibration: boolean;
  /** Whether it cannot do without an instruction: it does not apply before its project has one. */
  readonly readsInstruction: boolean;
  /** The stages that it needs; undefined where its file is not installed. */
  readonly needs: readonly string[] | undefined;
}

/** A template with the facts of its stages that records need. */
export interface KnownTemplate {
  readonly name: string;
  readonly area: TemplateFile["area"];
  readonly uploads: readonly UploadType[];
  readonly locked: boolean;
  /** In order: GPS, LMS, then the stages. */
  readonly jobs: readonly TemplateJob[];
}
export type KnownTemplates = ReadonlyMap<string, KnownTemplate>;

/** Whether images alone are processed: then the imagery record counts, else the LiDAR's. */
export const isImagery = ({ uploads }: Pick<KnownTemplate, "uploads">): boolean =>
  uploads.every((type) => type.includes("Imagery"));

/** Point clouds that come georeferenced need no calibration: their template has neither GPS nor LMS. */
export const takesCalibration = ({ jobs }: Pick<KnownTemplate, "jobs">): boolean =>
  jobs.some(({ area }) => area !== "stage");

export type StageFacts = Pick<StageFile, "label" | "requireQA" | "allow" | "needs" | "inputs">;

const jobOf = (area: JobArea, name: string, stage: StageFacts | undefined): TemplateJob => ({
  name,
  area,
  label: stage?.label ?? name,
  requireQA: stage?.requireQA ?? false,
  allow: stage?.allow ?? [],
  readsInstruction: Object.values(stage?.inputs ?? {}).some(
    ({ from, optional }) => from === "instruction" && !optional,
  ),
  readsCalibration: Object.values(stage?.inputs ?? {}).some(({ from }) => from === "calibration"),
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

/** The job of a name: its stage's file is the same in each template. */
const jobNamed = (templates: KnownTemplates, name: string): TemplateJob | undefined =>
  [...templates.values()].flatMap(({ jobs }) => jobs).find((each) => each.name === name);

export const readsCalibration = (templates: KnownTemplates, job: string): boolean =>
  jobNamed(templates, job)?.readsCalibration ?? false;

/** The stages that a stage of some templates requires, for `laterJobs`. */
export const stagesBefore =
  (templates: KnownTemplates) =>
  (stage: string): readonly string[] | undefined =>
    jobNamed(templates, stage)?.needs;
