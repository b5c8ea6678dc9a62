import { basename } from "node:path";
import type { AreaRing } from "@swath/pointcloud/grid";
import type { PlannedLine } from "@swath/pointcloud/quality";
import { readKml, readKmz } from "@swath/survey/readers";
import { forwardOf, type MetricScale } from "../../coordinates/cloud-system.ts";
import { withFile } from "../../files/file-bytes.ts";
import { findFiles } from "../../files/find-files.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { FileFault } from "../../program.ts";

/** Places of a line; one alone is none. */
const FEWEST_PLACES = 2;

/** What a flight was planned to do, in metres as the points are. */
export interface FlightPlan {
  readonly lines: readonly PlannedLine[];
  /** Outer rings of the areas of interest. */
  readonly areas: readonly AreaRing[];
}

/**
 * The plans in a folder: of the project where some are named after it, else all. Undefined without a
 * plan or where the points' system is not known.
 */
export async function readPlan(
  folder: string | undefined,
  projectId: string | null | undefined,
  { crs }: IndexFile,
  scale: MetricScale,
): Promise<FlightPlan | undefined> {
  const forward = forwardOf(crs);
  const paths = ofProject(await findFiles(folder, /\.km[lz]$/i), projectId);
  if (forward === undefined || paths.length === 0) return undefined;
  const lines: PlannedLine[] = [];
  const areas: AreaRing[] = [];
  for (const path of paths) {
    const plan = await withFile(path, (source) =>
      (/\.kml$/i.test(path) ? readKml : readKmz)({ ...source, path }),
    );
    if (!plan.ok) throw new FileFault(basename(path), `is no readable flight plan: ${plan.fault}`);
    for (const { area, name, crossStrip, positions } of plan.paths) {
      if (positions.length < FEWEST_PLACES) continue;
      const places = positions.map(([longitude, latitude]): [number, number] => {
        const [x, y] = forward(longitude, latitude);
        return [x * scale.x, y * scale.y];
      });
      if (area) areas.push(places);
      else lines.push({ name, crossStrip, corners: places.flat() });
    }
  }
  return { lines, areas };
}

/** Plans are named `{projectId}…`; a longer id that begins alike is another project. */
function ofProject(paths: readonly string[], projectId: string | null | undefined) {
  if (projectId === null || projectId === undefined) return paths;
  const id = projectId.toLowerCase();
  const own = paths.filter((path) => {
    const name = basename(path).toLowerCase();
    return name.startsWith(id) && !/^[a-z0-9]/.test(name.slice(id.length));
  });
  return own.length === 0 ? paths : own;
}
