import { link, mkdir, mkdtemp, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { Georeferencer } from "@swath/pointcloud/georeferencing";
import {
  SBET_BYTES,
  type Trajectory,
  TrajectoryInterpolator,
  writeSbetSolution,
} from "@swath/pointcloud/navigation";
import { newBlock } from "@swath/pointcloud/points";
import { type RangeBlock, rangeBlockBytes, rangeHeaderBytes } from "@swath/pointcloud/range";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { knownSystem } from "../../target-system.ts";
import { callProgram, measuresOf } from "../../testing/call-program.ts";
import { writeRecords } from "../../testing/records.ts";

const RADIANS = Math.PI / 180;
const WEEK = 2_409;
const BEGINS = 522_018;
const EPSG = 32_755;
const SYSTEM = knownSystem(EPSG)!;
const [EAST, NORTH] = [500_000, 6_000_000];
const HEIGHT = 430;
const SPEED = 60;
const SECONDS = 5;
/** Seconds from one line to the next. */
const APART = 60;
const LINES = [
  { x: -60, heading: 0 },
  { x: 60, heading: 180 },
  { x: 0, heading: 90 },
];
/** What the calibration record lacks of the true mounting, degrees. */
const PLANTED = [0.05, -0.04, 0.05] as const;

const terrain = (x: number, y: number): number =>
  60 + 15 * Math.sin(x / 60) + 12 * Math.cos(y / 45) + 3 * Math.sin((x + y) / 13);

/** Numbers that look random, the same each time. */
function randoms(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Where the IMU is a time after the first line began, whichever line it is on. */
function solutionAt(time: number) {
  const { x, heading } = LINES[Math.min(Math.floor((time + 1) / APART), LINES.length - 1)]!;
  const way = SPEED * (((time + 1) % APART) - 1 - SECONDS / 2);
  const [longitude, latitude] = SYSTEM.inverse(
    EAST + x + way * Math.sin(heading * RADIANS),
    NORTH + way * Math.cos(heading * RADIANS),
  );
  return {
    time: BEGINS + time,
    latitude: latitude * RADIANS,
    longitude: longitude * RADIANS,
    height: HEIGHT,
    velocity: [SPEED, 0, 0] as const,
    roll: 1.5 * RADIANS * Math.sin(time),
    pitch: 0.8 * RADIANS * Math.cos(0.7 * time),
    heading: heading * RADIANS,
    acceleration: [0, 0, 0] as const,
    rate: [0, 0, 0] as const,
  };
}

const TIMES = LINES.flatMap((_, line) =>
  Array.from({ length: (SECONDS + 1) * 100 }, (_each, n) => line * APART + n / 100 - 0.5),
);

function flown(): Trajectory {
  const all = TIMES.map(solutionAt);
  const column = (of: (solution: (typeof all)[number]) => number) => Float64Array.from(all, of);
  return {
    count: all.length,
    time: column(({ time }) => time),
    latitude: column(({ latitude }) => latitude),
    longitude: column(({ longitude }) => longitude),
    height: column(({ height }) => height),
    roll: column(({ roll }) => roll),
    pitch: column(({ pitch }) => pitch),
    heading: column(({ heading }) => heading),
  };
}

/** Returns of a line whose points lie on the terrain where the scanner sits as planted. */
function scanned(trajectory: Trajectory, line: number, recorded: readonly number[]): RangeBlock {
  const count = 120_000;
  const random = randoms(line + 1);
  const columns = (of: () => number) => Float64Array.from({ length: count }, of);
  const returns: RangeBlock = {
    count,
    time: columns(() => BEGINS + line * APART + SECONDS * random()).toSorted(),
    range: new Float64Array(count).fill(HEIGHT - 60),
    angle: columns(() => 40 * random() - 20),
    intensity: new Uint16Array(count),
    returnNumber: new Uint8Array(count).fill(1),
    returnCount: new Uint8Array(count).fill(1),
  };
  const angles = recorded.map((angle, axis) => (angle + PLANTED[axis]!) * RADIANS);
  const mounting = { lever: [0, 0, 0], angles: angles as never } as const;
  const facts = { line: 1, week: WEEK, timeShift: 0 };
  const interpolator = new TrajectoryInterpolator(trajectory, 0.2);
  const block = newBlock(count);
  for (let round = 0; round < 5; round += 1) {
    new Georeferencer(interpolator, mounting, SYSTEM, facts).place(returns, block);
    for (let at = 0; at < count; at += 1) {
      const above = block.z[at]! - terrain(block.x[at]! - EAST, block.y[at]! - NORTH);
      returns.range[at]! += above / Math.cos(returns.angle[at]! * RADIANS);
    }
  }
  const noise = randoms(line + 100);
  returns.range.forEach((range, at) => (returns.range[at] = range + 0.06 * (noise() - 0.5)));
  return returns;
}

const BLOCK = 1_000;

function rangeFile(returns: RangeBlock, line: number): Uint8Array {
  const text = "Laser Serial No: 18SEN045\r\n";
  const head = rangeHeaderBytes({ week: WEEK, line: line + 1, pulseRate: 24_000, text });
  const parts = Array.from({ length: returns.count / BLOCK }, (_, n) => {
    const [from, to] = [n * BLOCK, (n + 1) * BLOCK];
    return rangeBlockBytes(n, {
      count: BLOCK,
      time: returns.time.subarray(from, to),
      range: returns.range.subarray(from, to),
      angle: returns.angle.subarray(from, to),
      intensity: returns.intensity.subarray(from, to),
      returnNumber: returns.returnNumber.subarray(from, to),
      returnCount: returns.returnCount.subarray(from, to),
    });
  });
  return new Uint8Array(Buffer.concat([head, ...parts]));
}

let folder = "";
const at = (name: string): string => join(folder, name);
const run = async (name: string, options: Readonly<Record<string, string | number>>) =>
  expect(await callProgram(name, options)).toEqual({ code: 0, errors: [] });
const read = async (path: string) => JSON.parse(await readFile(at(path), "utf8"));

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "icp-mounting-"));
  for (const name of ["rec", "gps", "ranges", "lms", "pi1", "icp1", "icp2", "after"])
    await mkdir(at(name));
  await writeRecords(at("rec"), { epsg: EPSG });
  const { lidar } = await read("rec/calibration.json");
  const recorded = ["X", "Y", "Z"].map((axis) => lidar[`RefToIMUMountingAngl${axis}`]);
  const trajectory = flown();
  const bytes = new Uint8Array(TIMES.length * SBET_BYTES);
  for (const [n, time] of TIMES.entries())
    writeSbetSolution(new DataView(bytes.buffer), n * SBET_BYTES, solutionAt(time));
  await writeFile(at("gps/trajectory.sbet"), bytes);
  const report = { version: 1, gpsWeek: WEEK, leapSeconds: 18, trajectory: {} };
  await writeFile(at("gps/gps-report.json"), JSON.stringify(report));
  const records = { trajectory: at("gps"), calibration: at("rec") };
  for (const line of LINES.keys()) {
    const range = at(`ranges/FL000101_000${line + 1}.range`);
    await writeFile(range, rangeFile(scanned(trajectory, line, recorded), line));
    const task = `FL000101_000${line + 1}.range`;
    await run("lms", { range, task, ...records, processing: at("rec"), out: at("lms") });
  }
  await run("pi1", { points: at("lms"), trajectory: at("gps"), out: at("pi1") });
  const index = at("pi1/index.json");
  await run("icp1", { points: at("lms"), index, ...records, cell: 2, out: at("icp1") });
  const lists = { files: at("icp1/files.json"), adjustment: at("icp1/adjustment.json") };
  // A task is given its own file alone.
  for (const { name, files: own } of await read("icp1/files.json")) {
    await mkdir(at(`own/${name}`), { recursive: true });
    for (const file of own) await link(at(`lms/${file}`), at(`own/${name}/${file}`));
    await run("icp2", {
      file: name,
      points: at(`own/${name}`),
      index,
      ...lists,
      ...records,
      cell: 2,
      out: at("icp2"),
    });
  }
  const files = { files: at("icp1/files.json"), index };
  await run("icp2-collect", { strips: at("icp2"), ...files, out: at("after") });
}, 120_000);
afterAll(() => rm(folder, { recursive: true }));

describe("a flight whose record has another mounting", () => {
  test("tells it by its strips, with deviations, and says what they do not tell", async () => {
    const { mounting } = await read("icp1/adjustment.json");
    for (const [axis, angle] of PLANTED.entries()) {
      expect(mounting[axis].told).toBe(true);
      expect(Math.abs(mounting[axis].value - angle)).toBeLessThan(0.005);
      expect(mounting[axis].deviation).toBeLessThan(0.005);
    }
    expect(mounting[5]).toMatchObject({ name: "PriGNSSLeverZ", told: false, value: 0 });
    expect(measuresOf(at("icp1"))["mountingUntold"]).toBeGreaterThan(0);
  });

  test("is a proposal of a record, with the parameters that are told", async () => {
    const { lidar } = await read("rec/calibration.json");
    const { record, values } = await read("icp1/proposal.json");
    expect(record).toBe(lidar.id);
    const proposed = values["RefToIMUMountingAnglX"] - lidar.RefToIMUMountingAnglX;
    expect(Math.abs(proposed - PLANTED[0])).toBeLessThan(0.005);
  });

  test("has strips that meet once its points are moved", async () => {
    const [before, after] = [measuresOf(at("icp1")), measuresOf(at("after"))];
    expect(before["horizontalShift"]).toBeGreaterThan(0.3);
    expect(after["horizontalShift"]).toBeLessThan(0.05);
    expect(after["cellRms"]).toBeLessThan(before["cellRms"]! / 3);
  });
});
