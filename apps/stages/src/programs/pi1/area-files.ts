import { flightLinesFile } from "@swath/contract/processing";
import { numberedAreas, ringsOfArea } from "@swath/survey/areas";
import { FileFault } from "../../program.ts";
import { planPaths } from "../../records/plan-paths.ts";
import { readProcessing } from "../../records/read-records.ts";
import { type LineDrawing, linesKmz } from "./line-files.ts";

interface AreaFile {
  readonly name: string;
  readonly bytes: Uint8Array;
}

/** A plan that names more areas is drawn for the first of them. */
const MOST_AREAS = 200;

/**
 * `lines_AOI{n}.kmz` of each numbered area of the plan and of the processing's own: the stretches inside
 * it, or where the plan does not draw it the whole lines. A damaged plan is counted, and none.
 */
export async function areaFiles(
  given: { readonly plan?: string | undefined; readonly processing?: string | undefined },
  drawing: LineDrawing,
): Promise<{ readonly files: readonly AreaFile[]; readonly unreadPlans: number }> {
  const record =
    given.processing === undefined ? undefined : await readProcessing(given.processing);
  const plan = await readable(given.plan, record?.projectId);
  const paths = plan ?? [];
  const planned = [...numberedAreas(paths).keys()].toSorted((one, other) => one - other);
  const own = record?.aoiNo ?? undefined;
  const numbers = new Set([...(own === undefined ? [] : [own]), ...planned.slice(0, MOST_AREAS)]);
  const files = [...numbers].map((number) => ({
    name: flightLinesFile(number),
    bytes: linesKmz(drawing, `Flight lines of AOI ${number}`, ringsOfArea(paths, number)),
  }));
  return { files, unreadPlans: plan === undefined ? 1 : 0 };
}

/** None where there is no plan; undefined where it cannot be read. */
async function readable(folder: string | undefined, projectId: string | null | undefined) {
  try {
    return (await planPaths(folder, projectId)) ?? [];
  } catch (fault) {
    if (fault instanceof FileFault) return undefined;
    throw fault;
  }
}
