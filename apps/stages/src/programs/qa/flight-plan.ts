import { readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { projectedSystem } from "@swath/pointcloud/coordinates";
import type { PlannedLine } from "@swath/pointcloud/quality";
import { readKml, readKmz } from "@swath/survey/readers";
import type { MetricScale } from "../../coordinates/cloud-system.ts";
import { epsgDefinition } from "../../records/target-system.ts";
import { withFile } from "../../files/file-bytes.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { FileFault } from "../../program.ts";

/** Lines of a flight plan: an area or a path of a few places is none. */
const FEWEST_PLACES = 2;

/**
 * The planned lines of the plans in a folder, in metres as the points are; undefined without a plan
 * or where the points' system is not known.
 */
export async function readPlan(
  folder: string | undefined,
  { crs }: IndexFile,
  scale: MetricScale,
): Promise<PlannedLine[] | undefined> {
  const forward = forwardOf(crs);
  const paths = folder === undefined ? [] : await planFiles(folder);
  if (forward === undefined || paths.length === 0) return undefined;
  const lines: PlannedLine[] = [];
  for (const path of paths) {
    const plan = await withFile(path, (source) =>
      (/\.kml$/i.test(path) ? readKml : readKmz)({ ...source, path }),
    );
    if (!plan.ok) throw new FileFault(basename(path), `is no readable flight plan: ${plan.fault}`);
    for (const { area, name, crossStrip, positions } of plan.paths) {
      if (area || positions.length < FEWEST_PLACES) continue;
      const corners = positions.flatMap(([longitude, latitude]) => {
        const [x, y] = forward(longitude, latitude);
        return [x * scale.x, y * scale.y];
      });
      lines.push({ name, crossStrip, corners });
    }
  }
  return lines;
}

async function planFiles(folder: string): Promise<string[]> {
  const names = await readdir(folder, { recursive: true }).catch(
    (fault: NodeJS.ErrnoException): string[] => {
      if (fault.code === "ENOENT") return [];
      throw fault;
    },
  );
  return names
    .filter((name) => /\.km[lz]$/i.test(name))
    .toSorted()
    .map((name) => join(folder, name));
}

function forwardOf({ epsg, geographic }: IndexFile["crs"]) {
  if (geographic) return (longitude: number, latitude: number) => [longitude, latitude] as const;
  const system = epsg === null ? undefined : projectedSystem(epsg, epsgDefinition(epsg));
  if (system === undefined || "fault" in system) return undefined;
  return (longitude: number, latitude: number) => system.forward(longitude, latitude);
}
