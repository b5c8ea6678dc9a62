import { kmzFile, type KmlMark, type KmlPosition, type KmlShape } from "@swath/survey/writers";
import { AREA, LINE, wrapped } from "../model/index.ts";
import type { PlanWork } from "../state/index.ts";
import { type AssignedFeature, assignedFeatures, type DegreePath } from "./assigned-features.ts";
import { polygonsOf } from "./geojson.ts";

/** The assignment as a KMZ: a folder for each instruction; cross-strips say so in their description. */
export function assignmentAsKmz(
  work: Pick<PlanWork, "layers" | "instructions">,
): Uint8Array<ArrayBuffer> {
  const folders = Map.groupBy(
    assignedFeatures(work),
    ({ projectId, siteName }) => `${projectId} ${siteName}`,
  );
  return kmzFile(
    "Assignment",
    [...folders].map(([name, features]) => ({ name, marks: features.map(markOf) })),
  );
}

function markOf({ name, crossStrip, parts }: AssignedFeature): KmlMark {
  const single = parts.filter(({ kind }) => kind !== AREA);
  const rings = parts.filter(({ kind }) => kind === AREA).map(({ path }) => path);
  const shapes: KmlShape[] = [
    ...single.map(({ kind, path }): KmlShape => {
      const positions = places(path);
      if (kind === LINE) return { type: "line", positions };
      return { type: "point", position: positions[0] ?? [0, 0] };
    }),
    ...polygonsOf(rings).map((polygon): KmlShape => ({ type: "area", rings: polygon.map(places) })),
  ];
  return crossStrip ? { name, description: "Cross strip", shapes } : { name, shapes };
}

/** Longitudes within ±180°: who reads a KML joins them the shorter way. */
const places = (path: DegreePath): readonly KmlPosition[] =>
  Array.from({ length: path.length / 2 }, (_, at) => [
    wrapped(path[at * 2] ?? 0),
    path[at * 2 + 1] ?? 0,
  ]);
