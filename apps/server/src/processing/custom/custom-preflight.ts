import type { CustomPreflight, CustomProcessing, JobStatus } from "@swath/contract/processing";
import type { Role } from "@swath/contract/identity";
import type { TemplateJob } from "../../domain/processing/known-templates.ts";
import { type CustomDeps, resolveCustom } from "./resolve-custom.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** A job of a processing that is not made yet. */
interface NewJob extends Pick<TemplateJob, "name" | "label" | "area"> {
  readonly status: JobStatus;
  readonly require_qa: boolean;
  readonly qa_user: null;
}

/** What the first jobs of a processing that is not made yet would find. */
export type PreflightOfNew = (
  processing: Processing,
  jobs: readonly NewJob[],
) => Promise<CustomPreflight["Jobs"]>;

/** As `jobsOfFlights` would make it. */
function newJob({ name, label, area, requireQA }: TemplateJob, eoOnly: boolean): NewJob {
  const applies = !eoOnly || area === "gps" || name === "EO";
  const status = applies ? "NOT_COMMENCED" : "NOT_APPLICABLE";
  return { name, label, area, status, require_qa: requireQA, qa_user: null };
}

/**
 * What a custom processing would find, by the rules that it would be made by; nothing is made. Its log's
 * own record stands for it, with its choice: flight, project and calibration are the same.
 */
export async function customPreflight(
  deps: CustomDeps & { readonly preflightOfNew: PreflightOfNew },
  flightId: string,
  body: CustomProcessing,
  roles: readonly Role[],
): Promise<CustomPreflight> {
  const { log, template, eoOnly, chosen } = await resolveCustom(deps, flightId, body, roles);
  const processing = { ...log, template: template.name, eo_only: eoOnly, custom: chosen };
  const jobs = template.jobs.map((job) => newJob(job, eoOnly));
  return { Jobs: await deps.preflightOfNew(processing, jobs) };
}
