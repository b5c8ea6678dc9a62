import type { PlannedLine, Reflight } from "@swath/contract/processing";
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
    };

/** Undefined if the flown lines cannot be read. */
export type LineResult =
  | { readonly kmz: Uint8Array<ArrayBuffer> }
  | { readonly reflight: Omit<Reflight, "flownBy"> }
  | undefined;

/** Lines of a plan that are compared, the first of very many. */
const MOST_LINES = 2_000;

/** Draws the lines of an area, or compares its planned lines with the flown ones. */
export async function workOnLines(order: LineOrder): Promise<LineResult> {
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
