import type { FlightMap, PlannedLine, Reflight } from "@swath/contract/processing";
import { reflight } from "@swath/plan/reflight";
import type { LinePlace } from "@swath/survey/areas";
import type { KmlPath } from "@swath/survey/readers";
import {
  areaKmz,
  type FlownFile,
  type PlanFile,
  plannedLines,
  readFlownLines,
  readPlanPaths,
} from "./line-files.ts";

/** Work for a thread that answers no calls. */
export type LineOrder =
  | {
      readonly make: "kmz";
      readonly flown: FlownFile;
      readonly plans: readonly PlanFile[];
      readonly aoiNumber: number;
    }
  | {
      readonly make: "reflight";
      readonly flown: FlownFile;
      readonly plans: readonly PlanFile[];
      readonly aoiNumber: number | null;
    }
  | {
      readonly make: "map";
      readonly flown: readonly FlownFile[];
      readonly plans: readonly PlanFile[];
    };

/** Undefined if the flown lines cannot be read. */
export type LineResult =
  | { readonly kmz: Uint8Array<ArrayBuffer> }
  | { readonly reflight: Omit<Reflight, "flownBy"> }
  | { readonly map: FlightMap }
  | undefined;

/** Lines of a plan that are compared, the first of very many. */
const MOST_LINES = 2_000;

/** Draws the lines of an area, or of a flight, or compares an area's planned lines with the flown ones. */
export async function workOnLines(order: LineOrder): Promise<LineResult> {
  if (order.make === "map") return { map: await mapOf(order) };
  const flown = await readFlownLines(order.flown);
  if (flown === undefined) return undefined;
  const { paths, unread } = await readPlanPaths(order.plans);
  if (order.make === "kmz") return { kmz: areaKmz(flown, paths, order.aoiNumber) };
  const planned = plannedLines(paths, order.aoiNumber);
  const lines = missedStretches(
    planned.slice(0, MOST_LINES),
    flown.map(({ places }) => places),
  );
  const names = order.plans.map(({ name }) => name);
  return {
    reflight: {
      plans: names.filter((name) => !unread.includes(name)),
      unreadPlans: [...unread],
      lines,
      linesLeftOut: planned.length - lines.length,
    },
  };
}

const placeOf = ([longitude, latitude]: LinePlace): [number, number] => [
  Number(longitude.toFixed(7)),
  Number(latitude.toFixed(7)),
];

/** Planned lines, each with the stretches that no flown line covers. */
function missedStretches(
  planned: readonly KmlPath[],
  flown: readonly (readonly LinePlace[])[],
): PlannedLine[] {
  return reflight(planned, flown).map(({ length, missed }, index) => {
    const { name, crossStrip, positions } = planned[index]!;
    return {
      name,
      crossStrip,
      length,
      missed: missed.map(({ from, to, positions: path }) => ({
        from,
        to,
        path: path.map(placeOf),
      })),
      path: positions.map(placeOf),
    };
  });
}

/** Of one line; a trajectory has a place for each second. */
const MOST_PLACES = 400;

/** Every so many places, and the last. */
function thinned(places: readonly LinePlace[]): [number, number][] {
  const step = Math.ceil(places.length / MOST_PLACES);
  return places.filter((_, at) => at % step === 0 || at === places.length - 1).map(placeOf);
}

/** The lines of a flight, those of files that can be read; of very many the first. */
async function mapOf({ flown, plans }: Extract<LineOrder, { make: "map" }>): Promise<FlightMap> {
  const { paths } = await readPlanPaths(plans);
  const lines = await Promise.all(flown.map(readFlownLines));
  return {
    planned: paths
      .filter(({ positions }) => positions.length > 1)
      .slice(0, MOST_LINES)
      .map(({ name, crossStrip, area, positions }) => ({
        name,
        crossStrip,
        area,
        path: thinned(positions),
      })),
    flown: lines
      .flatMap((read) => read ?? [])
      .slice(0, MOST_LINES)
      .map(({ name, places }) => ({ name, path: thinned(places) })),
  };
}
