import type { FlightLine } from "@swath/pointcloud/points";
import type { CloudSystem } from "../../coordinates/cloud-system.ts";
import type { IndexFile } from "../../points/index-file.ts";
import type { CloudSurvey } from "./survey-cloud.ts";

/** `index.json` of the surveyed files, in their order, and the lines over all of them. */
export function indexOf(
  { epsg, verticalEpsg, geographic, horizontalUnit, verticalUnit }: CloudSystem,
  files: readonly { readonly path: string; readonly survey: CloudSurvey }[],
  lines: readonly FlightLine[],
): IndexFile {
  return {
    version: 1,
    crs: { epsg, verticalEpsg, geographic, horizontalUnit, verticalUnit },
    files: files.map(({ path, survey: { tally } }, file) => ({
      path,
      points: tally.count,
      bounds: tally.count === 0 ? null : { min: tally.min, max: tally.max },
      lines: lines.flatMap(({ id, sourceId, parts }) =>
        parts
          .filter((part) => part.file === file)
          .map(({ start, end, points }) => ({ id, sourceId, start, end, points })),
      ),
    })),
  };
}
