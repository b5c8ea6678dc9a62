import { expect, test } from "vitest";
import { projectedSystem } from "../coordinates/index.ts";
import { Georeferencer } from "../georeferencing/index.ts";
import { type Trajectory, TrajectoryInterpolator } from "../navigation/index.ts";
import { newBlock, type PointBlock, type Triple } from "../points/index.ts";
import type { RangeBlock } from "../range/index.ts";
import { equationsOfPair, gatherEquations, type TracedStrip } from "./gather-equations.ts";
import { mapTrack } from "./map-track.ts";
import { MountingEffect } from "./mounting-effect.ts";
import { solveStrips } from "./solve-strips.ts";
import { StripEquations } from "./strip-equations.ts";
import { StripGrid } from "./strip-grid.ts";
import { stripSurface } from "./strip-surface.ts";
import { randoms } from "./testing/synthetic-strips.ts";

const DEGREE = Math.PI / 180;
const EAST = 500_000;
const NORTH = 6_470_000;
const SPEED = 60;
const made = projectedSystem(32_750, "+proj=utm +zone=50 +south +datum=WGS84 +units=m +no_defs");
if ("fault" in made) throw new Error(made.fault);
const UTM = made;

/** Hills of some 30 m; m. */
const terrain = (x: number, y: number): number =>
  60 + 15 * Math.sin(x / 60) + 12 * Math.cos(y / 45) + 3 * Math.sin((x + y) / 13);

interface Line {
  readonly x: number;
  readonly y: number;
  readonly heading: number;
  readonly height: number;
}

const SECONDS = 5;
const LINES: readonly Line[] = [
  { x: -70, y: 0, heading: 0, height: 430 },
  { x: 70, y: 0, heading: 180, height: 430 },
  { x: 0, y: 0, heading: 90, height: 430 },
  { x: 20, y: 0, heading: 0, height: 250 },
];

/** A flight along a line, with some roll and pitch. */
function flown({ x, y, heading, height }: Line): Trajectory {
  const count = (SECONDS + 2) * 100 + 1;
  const column = (of: (time: number) => number) =>
    Float64Array.from({ length: count }, (_, at) => of(at / 100 - 1));
  const place = (time: number) => {
    const way = SPEED * (time - SECONDS / 2);
    const [sin, cos] = [Math.sin(heading * DEGREE), Math.cos(heading * DEGREE)];
    return UTM.inverse(EAST + x + way * sin, NORTH + y + way * cos);
  };
  return {
    count,
    time: column((time) => time),
    latitude: column((time) => place(time)[1] * DEGREE),
    longitude: column((time) => place(time)[0] * DEGREE),
    height: column(() => height),
    roll: column((time) => 1.5 * DEGREE * Math.sin(time)),
    pitch: column((time) => 0.8 * DEGREE * Math.cos(0.7 * time)),
    heading: column(() => heading * DEGREE),
  };
}

interface Mounting {
  readonly lever: Triple;
  readonly angles: Triple;
}
const RECORDED: Mounting = {
  lever: [0.1, -0.05, 0.2],
  angles: [0.3 * DEGREE, -0.2 * DEGREE, 0.5 * DEGREE],
};

function placed(trajectory: Trajectory, returns: RangeBlock, mounting: Mounting): PointBlock {
  const facts = { line: 1, week: 2_400, timeShift: 0 };
  const block = newBlock(returns.count);
  const georeferencer = new Georeferencer(
    new TrajectoryInterpolator(trajectory, 1),
    mounting,
    UTM,
    facts,
  );
  block.count = georeferencer.place(returns, block);
  return block;
}

/** Returns of a line whose points lie on the terrain with the true mounting. */
function scanned(trajectory: Trajectory, height: number, seed: number): RangeBlock {
  const count = 130_000;
  const { uniform } = randoms(seed);
  const random = (of: () => number) => Float64Array.from({ length: count }, of);
  const returns: RangeBlock = {
    count,
    time: random(() => SECONDS * uniform()).toSorted(),
    range: new Float64Array(count).fill(height - 60),
    angle: random(() => 40 * uniform() - 20),
    intensity: new Uint16Array(count),
    returnNumber: new Uint8Array(count).fill(1),
    returnCount: new Uint8Array(count).fill(1),
  };
  for (let round = 0; round < 5; round += 1) {
    const { x, y, z } = placed(trajectory, returns, RECORDED);
    for (let at = 0; at < count; at += 1) {
      const above = z[at]! - terrain(x[at]! - EAST, y[at]! - NORTH);
      returns.range[at]! += above / Math.cos(returns.angle[at]! * DEGREE);
    }
  }
  return returns;
}

const SCANS = LINES.map((line, at) => {
  const trajectory = flown(line);
  return { trajectory, returns: scanned(trajectory, line.height, at + 1) };
});

interface Planted {
  /** By how much the true mounting is more than recorded: degrees, m. */
  readonly angles?: Triple;
  readonly lever?: Triple;
  /** Of each line, m and m/s. */
  readonly shifts?: readonly number[];
  readonly drifts?: readonly number[];
}

/** The strips of a flight that was recorded with errors. */
function traced(
  { angles = [0, 0, 0], lever = [0, 0, 0], shifts, drifts }: Planted,
  of: readonly (typeof LINES)[number][],
): TracedStrip[] {
  const wrong: Mounting = {
    ...RECORDED,
    angles: RECORDED.angles.map((angle, at) => angle - angles[at]! * DEGREE) as unknown as Triple,
  };
  return of.map((line): TracedStrip => {
    const at = LINES.indexOf(line);
    const { trajectory, returns } = SCANS[at]!;
    const moved = moveImu(trajectory, lever);
    const block = placed(moved, returns, wrong);
    const { normal } = randoms(at + 100);
    const grid = new StripGrid(2);
    for (let n = 0; n < block.count; n += 1) {
      const late = returns.time[n]! - SECONDS / 2;
      const error = (shifts?.[at] ?? 0) + (drifts?.[at] ?? 0) * late;
      grid.add(block.x[n]!, block.y[n]!, block.z[n]! - error + 0.02 * normal());
    }
    const track = mapTrack(moved, UTM, { from: 0, to: SECONDS });
    return {
      line: of.indexOf(line),
      surface: stripSurface(grid),
      effect: new MountingEffect(track, wrong),
      start: 0,
      end: SECONDS,
      speed: SPEED,
    };
  });
}

/** What they tell. */
function solved(planted: Planted, of = LINES) {
  const strips = traced(planted, of);
  const equations = new StripEquations();
  for (const [at, a] of strips.entries())
    for (const b of strips.slice(at + 1)) gatherEquations(a, b, equations);
  return solveStrips(equations, strips.length);
}

/** The trajectory that a lever arm to the antenna makes which is less than it truly is, by forward and right. */
function moveImu(trajectory: Trajectory, [forward, right, down]: Triple): Trajectory {
  const metre = Math.PI / (180 * 111_200);
  const { latitude, longitude, height, heading } = trajectory;
  const north = (at: number) => forward * Math.cos(heading[at]!) - right * Math.sin(heading[at]!);
  const east = (at: number) => forward * Math.sin(heading[at]!) + right * Math.cos(heading[at]!);
  return {
    ...trajectory,
    latitude: latitude.map((value, at) => value + north(at) * metre),
    longitude: longitude.map((value, at) => value + (east(at) * metre) / Math.cos(latitude[at]!)),
    height: height.map((value) => value - down),
  };
}

const degrees = (found: ReturnType<typeof solved>) =>
  found.mounting.slice(0, 3).map(({ value }) => value / DEGREE);
const metres = (found: ReturnType<typeof solved>) =>
  found.mounting.slice(3).map(({ value }) => value);

test.each<[string, Planted]>([
  ["nothing", {}],
  ["roll", { angles: [0.05, 0, 0] }],
  ["pitch", { angles: [0, 0.05, 0] }],
  ["heading", { angles: [0, 0, 0.05] }],
  ["all three", { angles: [0.05, -0.05, 0.05] }],
  ["a lever arm forward", { lever: [0.2, 0, 0] }],
  ["a lever arm to the right", { lever: [0, 0.2, 0] }],
  ["angles and lever arm", { angles: [0.03, -0.05, 0.05], lever: [-0.2, 0.1, 0] }],
])("errors of a mounting are found from the strips: %s", (_, planted) => {
  const found = solved(planted);
  const { angles = [0, 0, 0], lever = [0, 0, 0] } = planted;
  for (const [axis, angle] of degrees(found).entries())
    expect(Math.abs(angle - angles[axis]!)).toBeLessThan(0.005);
  const [forward, right] = metres(found);
  expect(Math.abs(forward! - lever[0])).toBeLessThan(0.02);
  expect(Math.abs(right! - lever[1])).toBeLessThan(0.02);
  // A lever arm down moves all lines alike.
  expect(found.mounting[5]).toMatchObject({ told: false, value: 0 });
  expect(found.residual).toBeLessThan(0.03);
});

test("height shifts and drifts of lines are found beside an error of the mounting", () => {
  const shifts = [0.1, -0.05, 0, 0];
  const drifts = [0, 0.01, 0, 0];
  const found = solved({ angles: [0.05, 0.02, 0], shifts, drifts });
  const [first] = found.lines;
  for (const [line, { shift, drift }] of found.lines.entries()) {
    const relative = shift.value - first!.shift.value;
    expect(Math.abs(relative - (shifts[line]! - shifts[0]!))).toBeLessThan(0.01);
    expect(Math.abs(drift.value - drifts[line]!)).toBeLessThan(0.001);
  }
  expect(found.lines[1]!.drift.told).toBe(true);
  expect(Math.abs(degrees(found)[0]! - 0.05)).toBeLessThan(0.003);
});

test("lines of one direction do not tell the mounting apart, and say so", () => {
  const found = solved({ angles: [0.05, 0.05, 0] }, [LINES[0]!, LINES[3]!]);
  expect(found.mounting.some(({ told }) => !told)).toBe(true);
  for (const { value, told } of found.mounting) if (!told) expect(value).toBe(0);
});

test("the more pairs there are, the fewer cells of each are taken: half a million in all", () => {
  expect([1, 16, 100, 5_000].map(equationsOfPair)).toEqual([30_000, 30_000, 5_000, 100]);
  const [a, b] = traced({}, [LINES[0]!, LINES[3]!]);
  const counted = (most?: number): number => {
    const equations = new StripEquations();
    gatherEquations(a!, b!, equations, most);
    return equations.count;
  };
  expect(counted()).toBeGreaterThan(1_000);
  expect(counted(100)).toBeLessThanOrEqual(100);
  expect(counted(100)).toBeGreaterThan(30);
});
