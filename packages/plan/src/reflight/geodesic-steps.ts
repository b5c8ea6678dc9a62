import geodesic from "geographiclib-geodesic";

/** Longitude and latitude in degrees, and whatever else is known of a place. */
export type Place = readonly [longitude: number, latitude: number, ...more: number[]];

/** A straight piece of a line, short enough that a plane around it is true to centimetres. */
export interface Step {
  readonly from: Place;
  readonly to: Place;
  /** Where it begins and ends, m along the line. */
  readonly start: number;
  readonly end: number;
}

const { WGS84 } = geodesic.Geodesic;
/** The arc of a step of this length leaves its chord by 8 cm. */
const LONGEST_M = 2_000;
const MOST_STEPS = 5_000;

/** A line's geodesics (Karney 2013) on WGS 84 in steps of at most 2 km. */
export function geodesicSteps(line: readonly Place[]): Step[] {
  const steps: Step[] = [];
  let start = 0;
  for (const [at, place] of line.entries()) {
    const before = line[at - 1];
    if (before === undefined) continue;
    const path = WGS84.InverseLine(before[1], before[0], place[1], place[0]);
    const length = path.s13;
    if (!(length > 0)) continue;
    const count = Math.min(Math.ceil(length / LONGEST_M), MOST_STEPS);
    let from = before;
    for (let n = 1; n <= count; n += 1) {
      const to = n === count ? place : placeAt(path, (length * n) / count);
      const [begin, end] = [start + (length * (n - 1)) / count, start + (length * n) / count];
      steps.push({ from, to, start: begin, end });
      from = to;
    }
    start += length;
  }
  return steps;
}

function placeAt(path: ReturnType<typeof WGS84.InverseLine>, metres: number): Place {
  const { lon2 = 0, lat2 = 0 } = path.Position(metres);
  return [lon2, lat2];
}
