import type { KnownTemplates } from "../../domain/processing/known-templates.ts";
import { recordServe, testIdentity } from "../../platform/http/testing/recorded-serve.ts";
import { serveRuns } from "../attempts/attempts.routes.ts";
import { serveFindings } from "../findings/findings.routes.ts";
import type { RunRig } from "./run-rig.ts";

export const LEADER = testIdentity("leader", "leader");
export const CREW = testIdentity("crew");

/** The calls of runs, and of findings in their clouds, over a rig. */
export function serveRig(rig: Pick<RunRig, "deps">, templates: KnownTemplates = new Map()) {
  const { serve, ask } = recordServe();
  serveRuns(serve, { ...rig.deps, templates });
  serveFindings(serve, rig.deps);
  return ask;
}
