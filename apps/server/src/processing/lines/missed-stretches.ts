import type { PlannedLine } from "@swath/contract/processing";
import { reflight } from "@swath/plan/reflight";
import type { LinePlace } from "@swath/survey/areas";
import type { KmlPath } from "@swath/survey/readers";

const placeOf = ([longitude, latitude]: LinePlace): [number, number] => [
  Number(longitude.toFixed(7)),
  Number(latitude.toFixed(7)),
];

/** Planned lines, each with what no flown line covers. */
export function missedStretches(
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
