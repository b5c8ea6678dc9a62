import { endpoints } from "@swath/contract/endpoints";
import type { Role } from "@swath/contract/identity";
import {
  type CustomPreflight,
  type CustomProcessing,
  GPS_FILE,
  RANGE_FILE,
} from "@swath/contract/processing";
import type { TemplateJob } from "../../domain/processing/known-templates.ts";
import type { Serve } from "../../platform/http/serve.ts";
import { newPreflights } from "../preflight/job-preflight.ts";
import type { ProcessingDeps } from "../processing-deps.ts";
import { flightIdOf } from "../records/find-processing.ts";
import { processingDocument } from "../records/processing-document.ts";
import { readShownOne } from "../records/stored-processing.ts";
import { recordedFiles, type CustomDeps, resolveCustom } from "./resolve-custom.ts";
import { readLog, sensorLogs, sensorsOfFlight, sensorsOfLog } from "./sensor-logs.ts";
import { submitCustom } from "./submit-custom.ts";

/** A job of a processing that is not made yet, as `jobsOfFlights` would make it. */
function newJob({ name, label, area, requireQA }: TemplateJob, eoOnly: boolean) {
  const applies = !eoOnly || area === "gps" || name === "EO";
  const status = applies ? "NOT_COMMENCED" : "NOT_APPLICABLE";
  return { name, label, area, status, require_qa: requireQA, qa_user: null } as const;
}

/**
 * What a custom processing would find, by the rules that it would be made by; nothing is made. Its log's
 * own record stands for it, with its choice: flight, project and calibration are the same.
 */
async function customPreflight(
  deps: CustomRoutesDeps,
  flightId: string,
  body: CustomProcessing,
  roles: readonly Role[],
): Promise<CustomPreflight> {
  const { log, template, eoOnly, chosen } = await resolveCustom(deps, flightId, body, roles);
  const processing = { ...log, template: template.name, eo_only: eoOnly, custom: chosen };
  const jobs = template.jobs.map((job) => newJob(job, eoOnly));
  return { Jobs: await newPreflights(deps, processing, jobs) };
}

export type CustomRoutesDeps = ProcessingDeps & Parameters<typeof newPreflights>[0];

async function filesOf(
  deps: CustomDeps,
  flightId: string,
  sensorId: string | undefined,
  roles: readonly Role[],
) {
  const { db } = deps;
  const sensors =
    sensorId === undefined
      ? await sensorsOfFlight(db, flightId, roles)
      : await sensorsOfLog(db, await readLog(db, { flightId, sensorId }, roles));
  return recordedFiles(deps, flightId, sensors);
}

/** Serves custom processing (document 3, sections 2.7 and 7). */
export function serveCustom(serve: Serve, deps: CustomRoutesDeps): void {
  serve(endpoints.listSensorLogs, ({ query, identity }) =>
    sensorLogs(deps.db, query, identity.roles),
  );
  for (const [endpoint, pattern] of [
    [endpoints.listGPSFiles, GPS_FILE],
    [endpoints.listRangeFiles, RANGE_FILE],
  ] as const)
    serve(endpoint, async ({ params, query, identity }) => {
      const flightId = flightIdOf(params.flightId);
      return (await filesOf(deps, flightId, query.sensorId, identity.roles)).matching(pattern);
    });
  serve(endpoints.listTemplates, async () =>
    [...deps.templates.values()].map(({ name, area, jobs }) => ({
      Name: name,
      Area: area,
      Jobs: jobs.map((job) => ({ Name: job.name, Label: job.label, Area: job.area })),
    })),
  );
  serve(endpoints.readCustomPreflight, ({ params, body, identity }) =>
    customPreflight(deps, flightIdOf(params.flightId), body, identity.roles),
  );
  serve(endpoints.submitCustom, async ({ params, body, identity, from }) => {
    const flightId = flightIdOf(params.flightId);
    const id = await submitCustom(deps, flightId, body, { identity, from });
    return processingDocument(await readShownOne(deps, id), deps);
  });
}
