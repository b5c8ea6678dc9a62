import {
  numberedAreas,
  ringsOfArea,
  type AreaRings,
  ClipArea,
  type LinePlace,
} from "@swath/survey/areas";
import { type KmlPath, memorySource, readKmz } from "@swath/survey/readers";
import { kmzFile } from "@swath/survey/writers";
import { z } from "zod";

/** The flown lines: the KMZ of the lines' job, or the track of the trajectory as GeoJSON. */
export interface FlownFile {
  readonly by: "lines" | "trajectory";
  readonly bytes: Uint8Array<ArrayBuffer>;
}

export interface PlanFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
}

/** A line as it was flown. */
export interface FlownLine {
  readonly name: string;
  readonly places: readonly LinePlace[];
}

/** The paths of all plans, and the names of plans that could not be read. */
export interface ReadPlans {
  readonly paths: readonly KmlPath[];
  readonly unread: readonly string[];
}

const trackSchema = z.object({
  features: z.array(
    z.object({
      geometry: z.object({
        coordinates: z.array(z.tuple([z.number(), z.number()], z.number())),
      }),
    }),
  ),
});

/** Reads the lines; undefined where the file is damaged. */
export async function readFlownLines({
  by,
  bytes,
}: FlownFile): Promise<readonly FlownLine[] | undefined> {
  if (by === "lines") {
    const read = await readKmz(memorySource("lines.kmz", bytes));
    if (!read.ok) return undefined;
    return read.paths
      .filter(({ area }) => !area)
      .map(({ name, positions }) => ({ name, places: positions }));
  }
  const track = trackSchema.safeParse(parsed(bytes)).data;
  return track?.features.map(({ geometry }, index) => ({
    name: `Trajectory ${index + 1}`,
    places: geometry.coordinates,
  }));
}

function parsed(bytes: Uint8Array): unknown {
  try {
    return JSON.parse(new TextDecoder().decode(bytes));
  } catch {
    return undefined;
  }
}

/** Reads plans; one that cannot be read is named. */
export async function readPlanPaths(plans: readonly PlanFile[]): Promise<ReadPlans> {
  const paths: KmlPath[] = [];
  const unread: string[] = [];
  for (const { name, bytes } of plans) {
    const read = await readKmz(memorySource(name, bytes));
    if (read.ok) paths.push(...read.paths);
    else unread.push(name);
  }
  return { paths, unread };
}

/** The KMZ of the stretches of lines inside an area of interest of the plan; whole without its rings. */
export function areaKmz(
  lines: readonly FlownLine[],
  paths: readonly KmlPath[],
  aoiNumber: number,
): Uint8Array<ArrayBuffer> {
  const rings: AreaRings | undefined = ringsOfArea(paths, aoiNumber);
  const clip = rings && new ClipArea(rings);
  const marks = lines.flatMap(({ name, places }) => {
    const stretches = clip === undefined ? [places] : clip.clip(places);
    const shapes = stretches
      .filter((stretch) => stretch.length > 1)
      .map((stretch) => ({
        type: "line" as const,
        positions: stretch.map(([longitude, latitude, height]) =>
          height === undefined
            ? ([longitude, latitude] as const)
            : ([longitude, latitude, height] as const),
        ),
      }));
    return shapes.length === 0 ? [] : [{ name, shapes }];
  });
  return kmzFile(`Flight lines of AOI ${aoiNumber}`, [{ name: "", marks }]);
}

/** The planned lines of an area of interest: where areas are numbered, those that enter it. */
export function plannedLines(
  paths: readonly KmlPath[],
  aoiNumber: number | null,
): readonly KmlPath[] {
  const lines = paths.filter(({ area, positions }) => !area && positions.length > 1);
  const rings = aoiNumber === null ? undefined : numberedAreas(paths).get(aoiNumber);
  if (rings === undefined) return lines;
  const clip = new ClipArea(rings);
  return lines.filter(({ positions }) => clip.clip(positions).length > 0);
}
