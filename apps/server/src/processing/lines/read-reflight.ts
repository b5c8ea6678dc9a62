import { AppError } from "@swath/contract/errors";
import type { Reflight } from "@swath/contract/processing";
import type { RunDeps } from "../runs/run-deps.ts";
import { flownSource, planSources, readFlown, readPlans } from "./line-sources.ts";
import { nameOf } from "./kmz-files.ts";
import { workInThread } from "./line-worker.ts";
import type { Processing } from "../../domain/processing/processing.tables.ts";

/** The planned lines of a processing's area beside what was flown, by the trajectory where there is one. */
export async function readReflight(
  deps: Pick<RunDeps, "db" | "store" | "buckets">,
  processing: Processing,
): Promise<Reflight> {
  const plans = await planSources(deps, processing);
  const source = await flownSource(deps, processing, ["trajectory", "lines"]);
  const names = plans.map(nameOf);
  const none = { plans: names, unreadPlans: [], lines: [], linesLeftOut: 0 };
  if (source === undefined || plans.length === 0) return { ...none, flownBy: source?.by ?? null };
  const result = await workInThread({
    make: "reflight",
    flown: await readFlown(deps, source),
    plans: await readPlans(deps, plans),
    aoiNumber: processing.aoi_no,
  });
  if (result === undefined || !("reflight" in result))
    throw new AppError("OBJECT_NOT_FOUND", "what was published of the lines cannot be read");
  return { ...result.reflight, flownBy: source.by };
}
