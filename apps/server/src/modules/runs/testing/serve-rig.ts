import { recordServe, testIdentity } from "../../../platform/http/testing/recorded-serve.ts";
import { serveRuns } from "../runs.routes.ts";
import type { RunRig } from "./run-rig.ts";

export const LEADER = testIdentity("leader", "leader");
export const CREW = testIdentity("crew");

/** The calls of runs over a rig. */
export function serveRig(rig: RunRig) {
  const { serve, ask } = recordServe();
  serveRuns(serve, { ...rig.deps, templates: new Map() });
  return ask;
}
