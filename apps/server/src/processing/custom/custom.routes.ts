import { GPS_FILE, type Processing, RANGE_FILE } from "@swath/contract/processing";
import type { Role } from "@swath/contract/identity";
import { endpoints } from "@swath/contract/endpoints";
import type { Serve } from "../../platform/http/serve.ts";
import { readLog, sensorsOfFlight, sensorsOfLog } from "./custom-log.ts";
import { customPreflight, type PreflightOfNew } from "./custom-preflight.ts";
import { recordedFiles } from "./recorded-files.ts";
import type { CustomDeps } from "./resolve-custom.ts";
import { sensorLogs } from "./sensor-logs.ts";
import { submitCustom } from "./submit-custom.ts";

export interface CustomRoutesDeps extends CustomDeps {
  readonly preflightOfNew: PreflightOfNew;
}

const flightIdOf = (flightId: string): string =>
  flightId.startsWith("FL") ? flightId : `FL${flightId}`;

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
export function serveCustom(
  serve: Serve,
  deps: CustomRoutesDeps,
  shown: (processingId: string) => Promise<Processing>,
): void {
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
    return shown(await submitCustom(deps, flightId, body, { identity, from }));
  });
}
