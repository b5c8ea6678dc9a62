import { memorySource } from "@swath/survey/readers";
import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { geodeticToEarth } from "../coordinates/index.ts";
import { emptyPose, TrajectoryInterpolator } from "./interpolation.ts";
import {
  antennaToImu,
  eulerRotation,
  inverse,
  levelToEarth,
  multiply,
  rotate,
} from "./rotation.ts";
import {
  readSbet,
  SBET_BYTES,
  type SbetSolution,
  writeSbetSolution,
  type Trajectory,
} from "./trajectory.ts";
import { TrajectoryObserver } from "./trajectory-report.ts";
import { turned } from "../testing/rodrigues.ts";

const angle = fc.double({ min: -3.1, max: 3.1, noNaN: true });
const matrix = (): Float64Array => new Float64Array(9);

describe("rotations", () => {
  test("roll, pitch and heading turn the aircraft the way a pilot means", () => {
    const forward = (roll: number, pitch: number, heading: number): Float64Array =>
      rotate(eulerRotation(roll, pitch, heading, matrix()), 1, 0, 0, new Float64Array(3));
    const right = rotate(eulerRotation(0.1, 0, 0, matrix()), 0, 1, 0, new Float64Array(3));
    expect(forward(0, 0, Math.PI / 2)[1]).toBeCloseTo(1, 12); // heading 90°: nose to the east
    expect(forward(0, 0.1, 0)[2]).toBeCloseTo(-Math.sin(0.1), 12); // pitch: nose up
    expect(right[2]).toBeCloseTo(Math.sin(0.1), 12); // roll: right wing down
  });

  test("are heading about down, then pitch about the turned y, then roll about the turned x", () => {
    fc.assert(
      fc.property(angle, angle, angle, (roll, pitch, heading) => {
        const m = eulerRotation(roll, pitch, heading, matrix());
        const axes = [
          [1, 0, 0],
          [0, 1, 0],
          [0, 0, 1],
        ];
        const headed = axes.map((axis) => turned(axis, [0, 0, 1], heading));
        const pitched = headed.map((axis) => turned(axis, headed[1]!, pitch));
        const rolled = pitched.map((axis) => turned(axis, pitched[0]!, roll));
        for (const [column, axis] of rolled.entries())
          for (const [row, part] of axis.entries())
            expect(m[row * 3 + column]).toBeCloseTo(part, 12);
      }),
    );
  });

  test("and their inverse are one", () => {
    fc.assert(
      fc.property(angle, angle, angle, (x, y, z) => {
        const m = eulerRotation(x, y, z, matrix());
        const one = multiply(m, inverse(m), matrix());
        for (let i = 0; i < 9; i++) expect(one[i]).toBeCloseTo(i % 4 === 0 ? 1 : 0, 12);
      }),
    );
  });

  test("of the level frame lead along meridian, parallel and plumb line", () => {
    const [latitude, longitude] = [-0.6, 2.6];
    const m = levelToEarth(latitude, longitude, matrix());
    const at = (north: number, east: number, up: number): Float64Array =>
      geodeticToEarth(latitude + north, longitude + east, up, new Float64Array(3));
    const origin = at(0, 0, 0);
    for (const [column, moved] of [at(1e-6, 0, 0), at(0, 1e-6, 0), at(0, 0, -6)].entries()) {
      const way = [0, 1, 2].map((i) => moved[i]! - origin[i]!);
      const length = Math.hypot(...way);
      for (let row = 0; row < 3; row++)
        expect(m[row * 3 + column]).toBeCloseTo(way[row]! / length, 5);
    }
  });
});

describe("the lever arm", () => {
  const place = { latitude: -0.6, longitude: 2.6, height: 1_000 };

  test("of an antenna 2 m above the IMU lowers the height by 2 m", () => {
    const imu = antennaToImu([0, 0, -2])({ ...place, roll: 0, pitch: 0, heading: 1 });
    expect(imu.height).toBeCloseTo(998, 6);
    expect(imu.latitude).toBeCloseTo(-0.6, 12);
  });

  test("of an antenna 3 m ahead, heading east, moves the IMU 3 m to the west", () => {
    const imu = antennaToImu([3, 0, 0])({ ...place, roll: 0, pitch: 0, heading: Math.PI / 2 });
    const parallel = 6_378_137 / Math.sqrt(1 - 0.00669437999014 * Math.sin(0.6) ** 2);
    const metres = (imu.longitude - 2.6) * (parallel + 1_000) * Math.cos(0.6);
    expect(metres).toBeCloseTo(-3, 5);
  });

  test("of an antenna 1 m to the right, banked by 90° to the right, raises the IMU by 1 m", () => {
    const imu = antennaToImu([0, 1, 0])({ ...place, roll: Math.PI / 2, pitch: 0, heading: 0 });
    expect(imu.height).toBeCloseTo(1_001, 6);
  });

  test("of nothing changes nothing", () => {
    expect(antennaToImu([0, 0, 0])({ ...place, roll: 1, pitch: 1, heading: 1 })).toEqual(place);
  });
});

/** A flight on a curve, its attitude swinging, by smooth functions of time. */
function motion(t: number) {
  const s = t - 100;
  return {
    time: t,
    latitude: -0.6 + 1e-5 * s + 1e-6 * Math.sin(0.5 * s),
    longitude: Math.PI - 1e-4 + 1e-5 * s,
    height: 1_000 + 3 * Math.sin(0.8 * s),
    roll: 0.05 * Math.sin(2 * s),
    pitch: 0.03 * Math.sin(1.7 * s + 1),
    heading: 6.2 + 0.1 * Math.sin(0.9 * s),
  };
}

const wrap = (value: number): number => Math.atan2(Math.sin(value), Math.cos(value));

function trajectoryAt(times: readonly number[]): Trajectory {
  const solutions = times.map(motion);
  const column = (name: keyof ReturnType<typeof motion>, of = (value: number) => value) =>
    Float64Array.from(solutions, (solution) => of(solution[name]));
  return {
    count: times.length,
    time: column("time"),
    latitude: column("latitude"),
    longitude: column("longitude", wrap),
    height: column("height"),
    roll: column("roll"),
    pitch: column("pitch"),
    heading: column("heading", wrap),
  };
}

const at50Hz = (seconds: number): number[] =>
  Array.from({ length: seconds * 50 + 1 }, (_, i) => 100 + i / 50);

describe("interpolation", () => {
  test("between solutions of 50 Hz is within 20 µm and 0.2 µrad of the motion", () => {
    const interpolator = new TrajectoryInterpolator(trajectoryAt(at50Hz(20)), 0.1);
    const pose = emptyPose();
    const earth = new Float64Array(3);
    fc.assert(
      fc.property(fc.double({ min: 100.02, max: 119.98, noNaN: true }), (time) => {
        expect(interpolator.at(time, pose)).toBe(true);
        const truth = motion(time);
        geodeticToEarth(truth.latitude, truth.longitude, truth.height, earth);
        const off = Math.hypot(pose.x - earth[0]!, pose.y - earth[1]!, pose.z - earth[2]!);
        expect(off).toBeLessThan(2e-5);
        expect(Math.abs(pose.roll - truth.roll)).toBeLessThan(2e-7);
        expect(Math.abs(pose.pitch - truth.pitch)).toBeLessThan(2e-7);
        expect(Math.abs(Math.sin(pose.heading - truth.heading))).toBeLessThan(2e-7);
        expect(Math.abs(Math.sin(pose.longitude - truth.longitude))).toBeLessThan(1e-10);
      }),
      { numRuns: 300 },
    );
  });

  test("at a solution is the solution, at both ends too", () => {
    const interpolator = new TrajectoryInterpolator(trajectoryAt(at50Hz(2)), 0.1);
    const pose = emptyPose();
    for (const time of [100, 100.02, 101, 101.98, 102]) {
      expect(interpolator.at(time, pose)).toBe(true);
      expect(pose.roll).toBeCloseTo(motion(time).roll, 12);
    }
  });

  test("has nothing outside and in gaps, and something right up to them", () => {
    const times = at50Hz(10).filter((time) => time <= 103 || time >= 104);
    const interpolator = new TrajectoryInterpolator(trajectoryAt(times), 0.1);
    const pose = emptyPose();
    for (const time of [99.999, 103.0001, 103.5, 103.9999, 110.0001, Number.NaN])
      expect(interpolator.at(time, pose)).toBe(false);
    for (const time of [100, 102.99, 103, 104, 104.01, 110]) {
      expect(interpolator.at(time, pose)).toBe(true);
      expect(Math.abs(pose.roll - motion(time).roll)).toBeLessThan(1e-5);
    }
  });

  test("is the same in any order of instants", () => {
    const trajectory = trajectoryAt(at50Hz(20).filter((time) => time % 7 > 0.3));
    const [one, other] = [emptyPose(), emptyPose()];
    const jumping = new TrajectoryInterpolator(trajectory, 0.1);
    fc.assert(
      fc.property(fc.double({ min: 99, max: 121, noNaN: true }), (time) => {
        const fresh = new TrajectoryInterpolator(trajectory, 0.1);
        expect(jumping.at(time, one)).toBe(fresh.at(time, other));
        expect(one).toEqual(other);
        Object.assign(other, emptyPose());
        Object.assign(one, emptyPose());
      }),
    );
  });

  test("of fewer than two solutions has nothing", () => {
    for (const times of [[], [100]])
      expect(new TrajectoryInterpolator(trajectoryAt(times), 1).at(100, emptyPose())).toBe(false);
  });
});

const SOLUTION: SbetSolution = {
  time: 522_018.25,
  latitude: -0.6,
  longitude: 2.6,
  height: 1_234.5,
  velocity: [1, 2, 3],
  roll: 0.01,
  pitch: 0.02,
  heading: 6.1,
  acceleration: [4, 5, 6],
  rate: [7, 8, 9],
};

function sbet(...solutions: readonly SbetSolution[]): Uint8Array {
  const bytes = new Uint8Array(solutions.length * SBET_BYTES);
  const view = new DataView(bytes.buffer);
  for (const [i, solution] of solutions.entries())
    writeSbetSolution(view, i * SBET_BYTES, solution);
  return bytes;
}

const readBytes = (bytes: Uint8Array) => readSbet(memorySource("trajectory.sbet", bytes));

describe("an SBET", () => {
  test("has 17 doubles in POSPac's order", () => {
    const values = new Float64Array(sbet(SOLUTION).buffer);
    const known = [522_018.25, -0.6, 2.6, 1_234.5, 1, 2, 3, 0.01, 0.02, 6.1, 0, 4, 5, 6, 7, 8, 9];
    expect([...values]).toEqual(known);
  });

  test("is read back, its heading from true north", async () => {
    const later = Array.from({ length: 20_000 }, (_, i) => ({ ...SOLUTION, time: 1 + i / 200 }));
    const bytes = sbet(...later);
    new DataView(bytes.buffer).setFloat64(80, 0.5, true); // the wander angle of the first
    const read = await readBytes(bytes);
    if ("fault" in read) throw new Error(read.fault);
    expect(read.trajectory.count).toBe(20_000);
    expect(read.trajectory.heading[0]).toBeCloseTo(5.6, 12);
    expect(read.trajectory.heading[1]).toBe(6.1);
    expect(read.trajectory.time.at(-1)).toBe(1 + 19_999 / 200);
    expect(read.trajectory.height[9_000]).toBe(1_234.5);
  });

  test.each([
    ["empty", new Uint8Array(0)],
    ["cut", sbet(SOLUTION).subarray(1)],
    ["disordered", sbet(SOLUTION, SOLUTION)],
    ["disordered", sbet({ ...SOLUTION, roll: Number.NaN })],
    ["disordered", sbet(SOLUTION, { ...SOLUTION, time: Number.NaN })],
  ])("is refused as %s", async (fault, bytes) => {
    expect(await readBytes(bytes)).toEqual({ fault });
  });
});

function report(change: (solution: SbetSolution, i: number) => SbetSolution | undefined) {
  const observer = new TrajectoryObserver();
  for (let i = 0; i < 1_000; i++) {
    const moved = { time: 100 + i / 50, latitude: -0.6 + (i / 50) * 9.4e-6 };
    const solution = change({ ...SOLUTION, ...moved, velocity: [60, 0, 0] }, i);
    if (solution !== undefined) observer.add(solution, i < 100 ? 4 : i % 2);
  }
  return observer.report();
}

describe("the report on a trajectory", () => {
  test("tells rate, span and alignment", () => {
    const sound = report((solution) => solution);
    expect(sound).toMatchObject({ solutions: 1_000, start: 100, gaps: [], navigating: 0.9 });
    expect(sound).toMatchObject({ speedOutliers: 0, bankOutliers: 0, fastest: 60 });
    expect(sound?.interval).toBeCloseTo(0.02, 9);
  });

  test("tells each gap, and that solutions are lost within a fifth of a second is none", () => {
    const gapped = report((solution, i) =>
      (i >= 200 && i < 230) || (i >= 500 && i < 508) ? undefined : solution,
    );
    expect(gapped?.gaps).toHaveLength(1);
    expect(gapped?.longestGap).toBeCloseTo(0.62, 9);
    expect(gapped?.gaps[0]?.start).toBeCloseTo(103.98, 9);
  });

  test("of two recordings has the gap between them, but not as the longest within one", () => {
    const observer = new TrajectoryObserver();
    for (const [second, time] of [0, 1, 2, 3, 10, 11, 14, 15].entries()) {
      if (second === 4) observer.beginRecording();
      observer.add({ ...SOLUTION, time, velocity: [60, 0, 0] }, 0);
    }
    expect(observer.report()).toMatchObject({
      gaps: [
        { start: 3, end: 10 },
        { start: 11, end: 14 },
      ],
      longestGap: 3,
    });
  });

  test("counts what no aircraft does", () => {
    const wild = report((solution, i) => {
      if (i === 300) return { ...solution, roll: 1.2 };
      if (i === 400) return { ...solution, velocity: [200, 0, 0] };
      if (i === 500) return { ...solution, height: solution.height + 50 };
      return solution;
    });
    // A jump is seen on the way there and on the way back.
    expect(wild).toMatchObject({ bankOutliers: 1, speedOutliers: 3 });
  });

  test("of nothing is none", () => {
    expect(report(() => undefined)).toBeUndefined();
  });
});
