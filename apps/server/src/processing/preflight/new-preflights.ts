import type { CustomPreflight, PreflightCheck, StageFile } from "@swath/contract/processing";
import type { ProcessingJob } from "../../domain/processing/move-job-status.ts";
import type { NeededJob } from "../stages/required-inputs.ts";
import type { RunDeps } from "../runs/run-deps.ts";
import { expectedOf } from "./job-preflight.ts";
import { preflightLines } from "./preflight-lines.ts";
import { type PreflightDeps, readFacts } from "./read-facts.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

type NewJob = NeededJob & Pick<ProcessingJob, "area">;

/** Of a job that others come before: they have not written what it reads. */
const NOT_YET: ReadonlySet<PreflightCheck> = new Set(["order", "inputs", "disk"]);

const georeferences = ({ inputs }: StageFile): boolean =>
  Object.values(inputs).some(({ from }) => from === "calibration");

/**
 * What the jobs that georeference would find of a processing that is not made yet: of the first one all
 * but what comes before it, of the others what is known now.
 */
export async function newPreflights(
  deps: PreflightDeps & Pick<RunDeps, "catalogue">,
  processing: Processing,
  jobs: readonly NewJob[],
): Promise<CustomPreflight["Jobs"]> {
  const own = jobs.filter(({ status }) => status !== "NOT_APPLICABLE");
  const found: CustomPreflight["Jobs"] = [];
  for (const [place, job] of own.entries()) {
    const stage = deps.catalogue.stages.get(job.name);
    if (place > 0 && (stage === undefined || !georeferences(stage.file))) continue;
    const candidate = { processing, job, jobs: own, stage, last: undefined };
    const { facts, planned } = await readFacts(deps, candidate, {});
    const Lines = preflightLines(facts).filter(({ Check }) =>
      place === 0 ? Check !== "order" : !NOT_YET.has(Check),
    );
    const Expected = await expectedOf(deps.db, stage, planned);
    found.push({ Name: job.name, Label: job.label, Lines, Expected });
  }
  return found;
}
