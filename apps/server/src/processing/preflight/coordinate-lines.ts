import type { PreflightLine } from "@swath/contract/processing";
import { line } from "./line.ts";
import type { CoordinateFacts } from "./preflight-facts.ts";

/** The system of points: the file's, else the stage's parameter, else the project's (docs/stages.md). */
export function coordinateLines(facts: CoordinateFacts | null): PreflightLine[] {
  if (facts === null) return [];
  const { clouds, stating, unclear, parameter, project, hasParameter } = facts;
  if (clouds > 0 && stating === clouds)
    return [line("coordinates", "ok", "The clouds state their coordinate system")];
  const given =
    parameter !== null
      ? `EPSG:${parameter}, the stage's parameter`
      : project !== null
        ? `EPSG:${project} of the project`
        : undefined;
  if (given !== undefined)
    return [
      line(
        "coordinates",
        "ok",
        `Coordinate system: ${clouds > stating + unclear ? "the clouds state none; " : ""}${given}`,
      ),
    ];
  if (unclear > 0 && stating + unclear === clouds)
    return [
      line(
        "coordinates",
        "unknown",
        "The first bytes of the clouds do not say whether they state a coordinate system, and the project names none",
      ),
    ];
  const where = `Name one for the project${hasParameter ? ", or as the stage's parameter" : ""}.`;
  const who = clouds > 0 ? "neither the clouds nor the project name" : "the project names none";
  return [
    line(
      "coordinates",
      "blocking",
      clouds > 0 ? `No coordinate system: ${who} one` : `No coordinate system: ${who}`,
      where,
    ),
  ];
}
