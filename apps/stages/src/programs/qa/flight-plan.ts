import type { AreaRing } from "@swath/pointcloud/grid";
import type { FlownLine, PlannedLine } from "@swath/pointcloud/quality";
import { forwardOf, type MetricScale } from "../../coordinates/cloud-system.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { planPaths } from "../../records/plan-paths.ts";

/** Places of a line; one alone is none. */
const FEWEST_PLACES = 2;
/** Share of a planned line that has to be covered: recording begins before it and ends behind it. */
const FLOWN = 0.98;

/** Whether a planned line was not flown. */
export const isMissing = ({ share }: FlownLine): boolean => share < FLOWN;

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
  if (forward === undefined) return undefined;
  const paths = await planPaths(folder, projectId);
  if (paths === undefined) return undefined;
  const lines: PlannedLine[] = [];
  const areas: AreaRing[] = [];
  for (const { area, name, crossStrip, positions } of paths) {
    if (positions.length < FEWEST_PLACES) continue;
    const places = positions.map(([longitude, latitude]): [number, number] => {
      const [x, y] = forward(longitude, latitude);
      return [x * scale.x, y * scale.y];
    });
    if (area) areas.push(places);
    else lines.push({ name, crossStrip, corners: places.flat() });
  }
  return { lines, areas };
}
