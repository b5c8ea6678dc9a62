import { INPUT_RECORDS, type StageFile } from "./stage-file.ts";

const RECORDS: ReadonlySet<string> = new Set(INPUT_RECORDS);

/** The stage that an input comes from; undefined where it comes from an upload or a record. */
export function stageOf(from: string): string | undefined {
  return from.startsWith("upload:") || RECORDS.has(from) ? undefined : from;
}

/** All stages that one may read of, and those that it names. */
export function earlierStages({ needs, inputs }: Pick<StageFile, "needs" | "inputs">): string[] {
  const sources = Object.values(inputs).flatMap(({ from }) => stageOf(from) ?? []);
  return [...new Set([...needs, ...sources])];
}

/**
 * The jobs that come after one of a processing, directly or not: those whose stages need it. `earlier`
 * answers what a stage needs; one that it does not know comes after all that stand before it.
 */
export function laterJobs<J extends { readonly name: string }>(
  jobs: readonly J[],
  name: string,
  earlier: (stage: string) => readonly string[] | undefined,
): J[] {
  const later = new Set([name]);
  let size = 0;
  while (size !== later.size) {
    size = later.size;
    jobs.forEach((job, index) => {
      const needed = earlier(job.name) ?? jobs.slice(0, index).map((each) => each.name);
      if (needed.some((each) => later.has(each))) later.add(job.name);
    });
  }
  return jobs.filter((job) => job.name !== name && later.has(job.name));
}
