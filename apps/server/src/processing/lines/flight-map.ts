import type { FlightMap } from "@swath/contract/processing";
import type { Processing } from "../../domain/processing/processing.tables.ts";
import type { InputFile } from "../inputs/input-file.ts";
import type { RunDeps } from "../processing-deps.ts";
import {
  type FlownSource,
  flownSource,
  planSources,
  readFlown,
  readPlans,
} from "./line-sources.ts";
import { workInThread } from "./line-thread.ts";

/** Processings that a map is drawn from, and sources of each kind; the first of very many. */
const MOST_SOURCES = 8;

const placeOf = ({ bucket, key }: InputFile): string => `${bucket}/${key}`;

/** The first of those that name one object each. */
function eachOnce<T>(all: readonly T[], fileOf: (one: T) => InputFile): readonly T[] {
  const once = new Map(all.map((one) => [placeOf(fileOf(one)), one]));
  return [...once.values()].slice(0, MOST_SOURCES);
}

/** The planned and flown lines of a flight's processings: those of one log share their uploads. */
export async function flightMap(
  deps: Pick<RunDeps, "db" | "store" | "buckets">,
  processings: readonly Processing[],
): Promise<FlightMap> {
  const plans: InputFile[] = [];
  const flown: FlownSource[] = [];
  for (const processing of processings.slice(0, MOST_SOURCES)) {
    plans.push(...(await planSources(deps, processing)));
    const source = await flownSource(deps, processing, ["lines", "trajectory"]);
    if (source !== undefined) flown.push(source);
  }
  if (plans.length === 0 && flown.length === 0) return { planned: [], flown: [] };
  const result = await workInThread({
    make: "map",
    plans: await readPlans(
      deps,
      eachOnce(plans, (plan) => plan),
    ),
    flown: await Promise.all(
      eachOnce(flown, ({ file }) => file).map((source) => readFlown(deps, source)),
    ),
  });
  return result !== undefined && "map" in result ? result.map : { planned: [], flown: [] };
}
