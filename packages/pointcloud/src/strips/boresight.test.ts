import { expect, test } from "vitest";
import { projectedSystem } from "../coordinates/index.ts";
import { Georeferencer } from "../georeferencing/index.ts";
import { TrajectoryInterpolator } from "../navigation/index.ts";
import { newBlock, type PointBlock } from "../points/index.ts";
import type { RangeBlock } from "../range/index.ts";
import { sharedCells, stripPair } from "./strip-differences.ts";
import { StripGrid } from "./strip-grid.ts";
import { stripSurface } from "./strip-surface.ts";
import { randoms } from "./testing/synthetic-strips.ts";

const DEGREE = Math.PI / 180;
const EAST = 500_000;
const NORTH = 6_470_000;
const FLOWN = 430;
const SPEED = 60;
const made = projectedSystem(32_750, "+proj=utm +zone=50 +south +datum=WGS84 +units=m +no_defs");
if ("fault" in made) throw new Error(made.fault);
const UTM = made;

/** A valley along the lines, whose slope grows across it, with hills; m. */
const terrain = (x: number, y: number): number =>
  60 + 0.0006 * x * x + 2 * Math.sin(x / 12) + 3 * Math.cos(y / 15);

type Triple = readonly [number, number, number];
const STRAIGHT: Triple = [0, 0, 0];

interface Line {
  /** East of the middle, m. */
  readonly x: number;
  readonly y: number;
  /** Degrees. */
  readonly heading: number;
  /** Scan angles, degrees; to the right is positive. */
  readonly angles: readonly [from: number, to: number];
  readonly seconds: number;
}

function flown({ x, y, heading, seconds }: Line): TrajectoryInterpolator {
  const count = seconds * 20 + 1;
  const column = (of: (at: number) => number) =>
    Float64Array.from({ length: count }, (_, at) => of(at));
  const time = column((at) => at / 20);
  const places = Array.from(time, (t) => {
    const way = SPEED * (t - seconds / 2);
    return UTM.inverse(
      EAST + x + way * Math.sin(heading * DEGREE),
      NORTH + y + way * Math.cos(heading * DEGREE),
    );
  });
  const level = column(() => 0);
  const trajectory = {
    count,
    time,
    latitude: column((at) => places[at]![1] * DEGREE),
    longitude: column((at) => places[at]![0] * DEGREE),
    height: column(() => FLOWN),
    roll: level,
    pitch: level,
    heading: column(() => heading * DEGREE),
  };
  return new TrajectoryInterpolator(trajectory, 1);
}

const georeferenced = (line: Line, returns: RangeBlock, angles: Triple): PointBlock => {
  const facts = { line: 1, week: 2_400, timeShift: 0 };
  const block = newBlock(returns.count);
  const georeferencer = new Georeferencer(flown(line), { lever: STRAIGHT, angles }, UTM, facts);
  block.count = georeferencer.place(returns, block);
  return block;
};

const scans = new Map<string, { returns: RangeBlock; right: PointBlock }>();

/** The returns of a line, scanned once, and their points where the scanner sits straight. */
function scanOf(line: Line, seed: number) {
  const key = JSON.stringify([line, seed]);
  const known = scans.get(key);
  if (known !== undefined) return known;
  const returns = scanned(line, 45_000, seed);
  const scan = { returns, right: georeferenced(line, returns, STRAIGHT) };
  scans.set(key, scan);
  return scan;
}

/** The returns of a line whose points lie on the terrain where the scanner sits straight. */
function scanned(line: Line, count: number, seed: number): RangeBlock {
  const { uniform } = randoms(seed);
  const [from, to] = line.angles;
  const random = (of: () => number) => Float64Array.from({ length: count }, of);
  const returns: RangeBlock = {
    count,
    time: random(() => line.seconds * uniform()).toSorted(),
    range: new Float64Array(count).fill(FLOWN - 60),
    angle: random(() => from + (to - from) * uniform()),
    intensity: new Uint16Array(count),
    returnNumber: new Uint8Array(count).fill(1),
    returnCount: new Uint8Array(count).fill(1),
  };
  for (let round = 0; round < 4; round++) {
    const { x, y, z } = georeferenced(line, returns, STRAIGHT);
    for (let at = 0; at < count; at++) {
      const above = z[at]! - terrain(x[at]! - EAST, y[at]! - NORTH);
      returns.range[at]! += above / Math.cos(returns.angle[at]! * DEGREE);
    }
  }
  return returns;
}

/** What a strip is with an error of the mounting, and how far its points moved in a rectangle; m. */
function strip(
  line: Line,
  error: Triple,
  seed: number,
  [width, height]: readonly [number, number],
) {
  const { returns, right } = scanOf(line, seed);
  const wrong = georeferenced(line, returns, error);
  const { normal } = randoms(seed + 1);
  const grid = new StripGrid(1);
  const moved = { n: 0, x: 0, y: 0 };
  for (let at = 0; at < right.count; at++) {
    const [x, y] = [right.x[at]! - EAST, right.y[at]! - NORTH];
    grid.add(wrong.x[at]!, wrong.y[at]!, wrong.z[at]! + 0.02 * normal());
    if (Math.abs(x) > width || Math.abs(y) > height) continue;
    moved.n += 1;
    moved.x += wrong.x[at]! - right.x[at]!;
    moved.y += wrong.y[at]! - right.y[at]!;
  }
  return { surface: stripSurface(grid), x: moved.x / moved.n, y: moved.y / moved.n };
}

const FRO: Line = { x: -100, y: 0, heading: 0, angles: [8, 20], seconds: 3 };
const TO: Line = { x: 100, y: 0, heading: 180, angles: [8, 20], seconds: 3 };
const CROSS: Line = { x: 0, y: 0, heading: 90, angles: [-12, 12], seconds: 2 };
const NADIR: Line = { ...FRO, x: 0, angles: [-9, 9] };

test.each<[string, Line, Line, Triple]>([
  ["of roll, to and fro", FRO, TO, [0.05, 0, 0]],
  ["of pitch, to and fro", FRO, TO, [0, 0.05, 0]],
  ["of heading, to and fro", FRO, TO, [0, 0, 0.1]],
  ["of roll and pitch, to and fro", FRO, TO, [-0.03, 0.04, 0]],
  ["of roll, with a cross-strip", NADIR, CROSS, [0.05, 0, 0]],
  ["of pitch, with a cross-strip", NADIR, CROSS, [0, -0.05, 0]],
  ["that is none", FRO, TO, STRAIGHT],
])(
  "an error of the boresight %s: metres on the ground are told, as many as points really move",
  (_, one, other, degrees) => {
    const error = degrees.map((angle) => angle * DEGREE) as unknown as Triple;
    const shared = [45, 60] as const;
    const a = strip(one, error, 1, shared);
    const b = strip(other, error, 5, shared);
    const { dx, dy } = stripPair("a", "b", sharedCells(a.surface, b.surface))!;
    const [x, y] = [b.x - a.x, b.y - a.y];
    expect(Math.hypot(dx! - x, dy! - y)).toBeLessThan(0.03 + 0.03 * Math.hypot(x, y));
    // By the angle at the flown height above ground; a turn about the vertical by the way between lines.
    const height = FLOWN - 62;
    const [roll, pitch, heading] = error;
    const tilted = Math.hypot(roll, pitch) * height * (other === CROSS ? Math.SQRT2 : 2);
    const expected = heading === 0 ? tilted : Math.abs(heading) * (TO.x - FRO.x);
    expect(Math.abs(Math.hypot(dx!, dy!) - expected)).toBeLessThan(0.02 + 0.07 * expected);
  },
);
