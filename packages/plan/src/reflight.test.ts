import geodesic from "geographiclib-geodesic";
import { describe, expect, onTestFinished, test, vi } from "vitest";
import { FlownGrid } from "./geodesy.ts";
import { reflight } from "./reflight.ts";

const { WGS84 } = geodesic.Geodesic;
type Spot = readonly [number, number];

/** A place so many metres from another, azimuth in degrees. */
function off([longitude, latitude]: Spot, metres: number, azimuth: number): Spot {
  const { lon2 = 0, lat2 = 0 } = WGS84.Direct(latitude, longitude, azimuth, metres);
  return [lon2, lat2];
}

const START: Spot = [145, -37];
/** A straight line of 10 km to an azimuth. */
const planned = (azimuth: number) => [START, off(START, 10_000, azimuth)];
/** From so many to so many metres along it, so many metres to its right, a place each 60 m. */
function flown(azimuth: number, from: number, to: number, right = 0): Spot[] {
  const count = Math.ceil(Math.abs(to - from) / 60);
  return Array.from({ length: count + 1 }, (_, n) =>
    off(off(START, from + ((to - from) * n) / count, azimuth), right, azimuth + 90),
  );
}
const missedOf = (line: readonly Spot[], ...tracks: Spot[][]) =>
  reflight([{ positions: line }], tracks)[0]!.missed.map(({ from, to }) => [
    Math.round(from),
    Math.round(to),
  ]);

describe.each([0, 37, 90, 215])("a line to %s°", (azimuth) => {
  const line = planned(azimuth);

  test("is flown whole either way, within the corridor; beside it, it is missed", () => {
    expect(missedOf(line, flown(azimuth, -100, 10_100, 49))).toEqual([]);
    expect(missedOf(line, flown(azimuth, 10_100, -100, -49))).toEqual([]);
    expect(missedOf(line, flown(azimuth, -100, 10_100, 51))).toEqual([[0, 10_000]]);
  });

  test("what two passes leave is missed, to the metre, with its places and length", () => {
    const passes = [flown(azimuth, -60, 4_000, 10), flown(azimuth, 10_060, 6_500, -20)];
    const [share] = reflight([{ positions: line }], passes);
    expect(share!.length).toBeCloseTo(10_000, 6);
    expect(share!.missed).toHaveLength(1);
    const [{ from, to, positions }] = share!.missed as [(typeof share & object)["missed"][0]];
    expect(from).toBeCloseTo(4_000, 0);
    expect(to).toBeCloseTo(6_500, 0);
    const [first, last] = [positions[0]!, positions.at(-1)!];
    const between = WGS84.Inverse(first[1], first[0], last[1], last[0]);
    expect(between.s12).toBeCloseTo(2_500, 0);
    expect(
      share!.flown.map((stretch) => [Math.round(stretch.from), Math.round(stretch.to)]),
    ).toEqual([
      [0, 4_000],
      [6_500, 10_000],
    ]);
  });

  test("a pass across it covers nothing of it, one at 10° what it is near for, one at 20° nothing", () => {
    const middle = off(START, 5_000, azimuth);
    const across = [off(middle, 2_000, azimuth + 90), off(middle, 2_000, azimuth - 90)];
    expect(missedOf(line, across)).toEqual([[0, 10_000]]);
    const at = (angle: number) => [
      off(middle, 3_000, azimuth + angle),
      off(middle, 3_000, azimuth + angle + 180),
    ];
    expect(missedOf(line, at(20))).toEqual([[0, 10_000]]);
    const [[, left] = [0, 0], [right] = [0]] = missedOf(line, at(10));
    // 50 m to either side at 10°: 284 m along it.
    const along = 50 / Math.tan((10 * Math.PI) / 180);
    expect(left).toBeCloseTo(5_000 - along, -1);
    expect(right).toBeCloseTo(5_000 + along, -1);
  });
});

test("a track of two places beside a line of 60 km follows its geodesic", () => {
  const line = [START, off(START, 60_000, 90)];
  expect(missedOf(line, [off(line[0]!, 40, 0), off(line[1]!, 40, 0)])).toEqual([]);
});

test("a curved line is covered around its bends; gaps at them are too short to count", () => {
  const corner = off(START, 3_000, 90);
  const line = [START, corner, off(corner, 3_000, 120)];
  const track = [off(START, 100, 270), corner, off(corner, 3_100, 120)];
  expect(missedOf(line, track)).toEqual([]);
});

test("a line of one vertex covers nothing, and nothing of it is missed", () => {
  const dot = [off(START, 5_000, 90)];
  expect(missedOf(planned(90), dot)).toEqual([[0, 10_000]]);
  expect(reflight([{ positions: dot }], [flown(90, 0, 10_000)])).toEqual([
    { length: 0, flown: [], missed: [] },
  ]);
});

test("nothing was flown: all is missed; nothing was planned: nothing is", () => {
  expect(missedOf(planned(90))).toEqual([[0, 10_000]]);
  expect(reflight([], [flown(90, 0, 100)])).toEqual([]);
  expect(reflight([{ positions: [START, START] }], [])).toEqual([
    { length: 0, flown: [], missed: [] },
  ]);
});

test("over 180° east the line and its track are one", () => {
  const line: Spot[] = [
    [179.95, -17],
    [-179.95, -17],
  ];
  const [share] = reflight(
    [{ positions: line }],
    [
      [
        [179.9, -17],
        [-180, -17],
      ],
    ],
  );
  expect(share!.length).toBeCloseTo(10_643, -2);
  expect(share!.missed).toHaveLength(1);
  expect(share!.missed[0]!.from).toBeCloseTo(share!.length / 2, -1);
});

test("a planned line is compared with what was flown near it alone", () => {
  const lines = Array.from({ length: 1_000 }, (_, n) => {
    const begin = off(START, n * 120, 0);
    return { positions: [begin, off(begin, 10_000, 90)] };
  });
  const track = lines.slice(0, 40).flatMap(({ positions: [from, to] }, n) => {
    const [begin, azimuth] = n % 2 === 0 ? [from!, 90] : [to!, 270];
    return Array.from({ length: 180 }, (_, second) => off(begin, second * 56, azimuth));
  });
  const near = vi.spyOn(FlownGrid.prototype, "near");
  onTestFinished(() => near.mockRestore());
  const shares = reflight(lines, [track]);
  const compared = near.mock.results.reduce((sum, { value }) => sum + value.size, 0);
  expect(compared).toBeLessThan((lines.length * track.length) / 20);
  expect(shares.slice(0, 40).every(({ missed }) => missed.length === 0)).toBe(true);
  expect(shares.slice(40).every(({ missed }) => missed.length === 1)).toBe(true);
});
