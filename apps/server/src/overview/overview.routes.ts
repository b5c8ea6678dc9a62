import { endpoints } from "@swath/contract/endpoints";
import { type Identity, may } from "@swath/contract/identity";
import type { Overview } from "@swath/contract/overview";
import type { Serve } from "../platform/http/serve.ts";
import { flownFor, flownUploads } from "./flown-uploads.ts";
import type { Area, OverviewDeps } from "./overview-deps.ts";
import { ownUploads } from "./own-uploads.ts";
import { awaitingJobs, countNeeds, failedJobs, waitingProcessings } from "./processing-needs.ts";
import { projectProgress, projectsFor } from "./project-progress.ts";
import { remembered } from "./remember.ts";

/** What is the same for many is read once in so many milliseconds, whoever asks. */
const SHARED_MS = 10_000;
const PROJECTS_MS = 60_000;

const BOTH: readonly Area[] = ["ip", "iptm"];
const FIRST: readonly Area[] = ["ip"];

/** What waits on some dashboards. */
async function needsOf({ db }: OverviewDeps, areas: readonly Area[]) {
  const [failed, waiting, awaiting, counts] = await Promise.all([
    failedJobs(db, areas),
    waitingProcessings(db, areas),
    awaitingJobs(db, areas),
    countNeeds(db),
  ]);
  return { failed, waiting, awaiting, counts };
}

type Needs = Awaited<ReturnType<typeof needsOf>>;

function processingParts(
  { failed, waiting, awaiting, counts }: Needs,
  areas: readonly Area[],
): Partial<Overview> {
  const sum = (of: "failed" | "awaitsQA"): number =>
    areas.reduce((total, area) => total + counts[area][of], 0);
  return {
    failed: { count: sum("failed"), more: false, rows: failed },
    waiting,
    awaitsQA: { count: sum("awaitsQA"), more: false, rows: awaiting },
    ...Object.fromEntries(areas.map((area) => [area, counts[area]])),
  };
}

/**
 * Serves what needs the caller (overview/V1 to V4):
 *
 * overview/V1 own uploads, and what was flown and is not uploaded, to who may upload;
 * overview/V2 failures, what waits and what awaits QA to who may change processings;
 * overview/V3 of the Terrain Mapper's dashboard nothing, nor in a count, to who may not read it;
 * overview/V4 projects to who may read both flights and processings.
 */
export function serveOverview(serve: Serve, deps: OverviewDeps): void {
  const { db, now, clock } = deps;
  const flown = remembered(SHARED_MS, now, () => flownUploads(deps));
  const ofBoth = remembered(SHARED_MS, now, () => needsOf(deps, BOTH));
  const ofFirst = remembered(SHARED_MS, now, () => needsOf(deps, FIRST));
  const projects = remembered(PROJECTS_MS, now, () => projectProgress(deps));

  const uploadParts = async ({ subject, roles }: Identity): Promise<Partial<Overview>> => {
    if (!may(roles, "upload")) return {};
    const [own, rows] = await Promise.all([ownUploads(db, subject), flown()]);
    return { uploads: own, flown: flownFor(rows, subject) };
  };
  const jobParts = async ({ roles }: Identity): Promise<Partial<Overview>> => {
    if (!may(roles, "changeProcessings") || !may(roles, "readProcessings")) return {};
    return may(roles, "readTerrainMapper")
      ? processingParts(await ofBoth(), BOTH)
      : processingParts(await ofFirst(), FIRST);
  };
  const projectParts = async (identity: Identity): Promise<Partial<Overview>> => {
    const { roles } = identity;
    const sees = ["readFlights", "readProcessings", "readTerrainMapper"] as const;
    if (!sees.every((permission) => may(roles, permission))) return {};
    return { projects: projectsFor(await projects(), identity) };
  };

  serve(endpoints.readOverview, async ({ identity }) => {
    const [uploads, jobs, ofProjects] = await Promise.all([
      uploadParts(identity),
      jobParts(identity),
      projectParts(identity),
    ]);
    return { at: clock().toISOString(), ...uploads, ...jobs, ...ofProjects };
  });
}
