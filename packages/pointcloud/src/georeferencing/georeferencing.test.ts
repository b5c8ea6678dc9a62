import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { gda2020Definition, geodeticToEarth, projectedSystem } from "../coordinates/index.ts";
import {
  emptyPose,
  type Pose,
  type Trajectory,
  TrajectoryInterpolator,
} from "../navigation/index.ts";
import { newBlock } from "../points/index.ts";
import type { RangeBlock } from "../range/index.ts";
import {
  cameraToBody,
  exposureAt,
  exteriorOrientation,
  footprintOf,
  groundOf,
  worldFileOf,
} from "./camera.ts";
import { Georeferencer, type ScannerMounting } from "./georeferencer.ts";
import { turned } from "../testing/rodrigues.ts";

const DEGREE = Math.PI / 180;
const made = projectedSystem(7856, gda2020Definition(7856));
if ("fault" in made) throw new Error(made.fault);
const MGA56 = made;

type V = readonly number[];
const plus = (a: V, b: V, by = 1): number[] => a.map((part, i) => part + by * b[i]!);
const mixed = (axes: readonly V[], v: V): number[] =>
  axes.reduce<number[]>((sum, axis, i) => plus(sum, axis, v[i]), [0, 0, 0]);

const X = [1, 0, 0];
const Y = [0, 1, 0];
const Z = [0, 0, 1];

/** Forward, right and down of the body in earth-centred coordinates. */
function bodyAxes({ latitude, longitude, roll, pitch, heading }: Pose): readonly V[] {
  const east = turned(Y, Z, longitude);
  const up = turned(turned(X, Y, -latitude), Z, longitude);
  const north = turned(up, east, -Math.PI / 2);
  const down = up.map((part) => -part);
  const headed = [north, east, down].map((axis) => turned(axis, down, heading));
  const pitched = headed.map((axis) => turned(axis, headed[1]!, pitch));
  return pitched.map((axis) => turned(axis, pitched[0]!, roll));
}

const within = (most: number) => fc.double({ min: -most, max: most, noNaN: true });
const attitude = fc.record({
  roll: within(0.6),
  pitch: within(0.3),
  heading: fc.double({ min: 0, max: 2 * Math.PI, noNaN: true }),
});
const place = fc.record({ latitude: within(0.9), longitude: within(3.1) });

function poseOf(values: Partial<Pose>, height = 1_000): Pose {
  const pose = { ...emptyPose(), ...values };
  const earth = geodeticToEarth(pose.latitude, pose.longitude, height, new Float64Array(3));
  return { ...pose, x: earth[0]!, y: earth[1]!, z: earth[2]! };
}

const column = (value = 0): Float64Array => Float64Array.of(value, value);

/** A trajectory that stands still at a pose from 0 to 10 s. */
function standing(pose: Partial<Pose>, height = 1_000): Trajectory {
  return {
    count: 2,
    time: Float64Array.of(0, 10),
    latitude: column(pose.latitude),
    longitude: column(pose.longitude),
    height: column(height),
    roll: column(pose.roll),
    pitch: column(pose.pitch),
    heading: column(pose.heading),
  };
}

function oneReturn(range: number, angle: number, time = 5): RangeBlock {
  return {
    count: 1,
    time: Float64Array.of(time),
    range: Float64Array.of(range),
    angle: Float64Array.of(angle),
    intensity: Uint16Array.of(77),
    returnNumber: Uint8Array.of(2),
    returnCount: Uint8Array.of(3),
  };
}

const FACTS = { line: 4, week: 2_409, timeShift: 0 };
const STRAIGHT: ScannerMounting = { lever: [0, 0, 0], angles: [0, 0, 0] };
const SYDNEY = { latitude: -33.9 * DEGREE, longitude: 151.2 * DEGREE };

function pointOf(pose: Partial<Pose>, mounting: ScannerMounting, returns: RangeBlock) {
  const interpolator = new TrajectoryInterpolator(standing(pose), 20);
  const georeferencer = new Georeferencer(interpolator, mounting, MGA56, FACTS);
  const out = newBlock(1);
  const count = georeferencer.place(returns, out);
  return { count, out, lost: georeferencer.lost, xyz: [out.x[0]!, out.y[0]!, out.z[0]!] };
}

/** Easting, northing and height in earth-centred coordinates. */
function earthOf([x, y, z]: V): V {
  const [longitude, latitude] = MGA56.inverse(x!, y!);
  return [...geodeticToEarth(latitude * DEGREE, longitude * DEGREE, z!, new Float64Array(3))];
}

describe("a return", () => {
  test("straight down lies under the aircraft", () => {
    const { xyz } = pointOf(SYDNEY, STRAIGHT, oneReturn(900, 0));
    const [x, y] = MGA56.forward(151.2, -33.9);
    expect(Math.hypot(xyz[0]! - x, xyz[1]! - y)).toBeLessThan(1e-4);
    expect(xyz[2]).toBeCloseTo(100, 4);
  });

  test("of a positive scan angle lies to the right: heading north, to the east", () => {
    const { xyz, out } = pointOf(SYDNEY, STRAIGHT, oneReturn(900, 20));
    const [x, y] = MGA56.forward(151.2, -33.9);
    const turn = Math.atan(Math.tan(-1.8 * DEGREE) * Math.sin(-33.9 * DEGREE));
    // Along the parallel, which the grid shows turned by the convergence.
    const east = 900 * Math.sin(20 * DEGREE);
    expect(xyz[0]! - x).toBeCloseTo(east * Math.cos(turn) * 0.99986, 0);
    expect(Math.abs(xyz[1]! - y)).toBeLessThan(east * Math.abs(Math.sin(turn)) + 0.1);
    expect(out.scanAngle[0]).toBeCloseTo(20, 5);
  });

  test("of a scanner banked to the right looks less to the right", () => {
    const { out } = pointOf({ ...SYDNEY, roll: 5 * DEGREE }, STRAIGHT, oneReturn(900, 20));
    expect(out.scanAngle[0]).toBeCloseTo(15, 5);
  });

  const triple = fc.tuple(within(0.5), within(0.5), within(0.5));
  test("lies where vectors turned one after the other lead, within 0.1 mm", () => {
    const near = fc.record({ latitude: within(0.02), longitude: within(0.02) });
    fc.assert(
      fc.property(
        attitude,
        near,
        fc.record({ lever: triple, angles: triple }),
        fc.double({ min: 10, max: 2_000, noNaN: true }),
        within(40),
        (standingAs, moved, mounting, range, angle) => {
          const pose = poseOf({
            ...standingAs,
            latitude: SYDNEY.latitude + moved.latitude,
            longitude: SYDNEY.longitude + moved.longitude,
          });
          const body = bodyAxes(pose);
          const [tx, ty, tz] = mounting.angles;
          // From the scanner's frame to the body's: the mounting angles undone, the last one first.
          const toBody = (v: V): number[] => turned(turned(turned(v, Z, -tz), Y, -ty), X, -tx);
          const beam = [0, Math.sin(angle * DEGREE), Math.cos(angle * DEGREE)];
          const scanner = plus([pose.x, pose.y, pose.z], mixed(body, toBody(mounting.lever)), -1);
          const truth = plus(scanner, mixed(body, toBody(beam)), range);
          const { xyz } = pointOf(pose, mounting, oneReturn(range, angle));
          const off = Math.hypot(...plus(earthOf(xyz), truth, -1));
          expect(off).toBeLessThan(1e-4);
        },
      ),
      { numRuns: 300 },
    );
  });

  test("has its line, its standard GPS time, its intensity and its place in the pulse", () => {
    const { out } = pointOf(SYDNEY, STRAIGHT, oneReturn(900, 0, 7.25));
    expect(out.gpsTime[0]).toBe(2_409 * 604_800 + 7.25 - 1e9);
    expect([out.sourceId[0], out.intensity[0]]).toEqual([4, 77]);
    expect([out.returnNumber[0], out.returnCount[0]]).toEqual([2, 3]);
  });

  test("without a trajectory or without a range is counted and left out", () => {
    expect(pointOf(SYDNEY, STRAIGHT, oneReturn(900, 0, 11))).toMatchObject({
      count: 0,
      lost: { withoutTrajectory: 1, withoutRange: 0 },
    });
    expect(pointOf(SYDNEY, STRAIGHT, oneReturn(0, 0))).toMatchObject({
      count: 0,
      lost: { withoutTrajectory: 0, withoutRange: 1 },
    });
  });
});

const MOUNTED = { lever: [0, 0, 0], boresight: [0, 0, 0], kappaCardinal: 0 } as const;
const CENTRAL = { latitude: -33 * DEGREE, longitude: 153 * DEGREE };

describe("exterior orientation", () => {
  const orient = (pose: Partial<Pose>, mounting = MOUNTED as Parameters<typeof exposureAt>[1]) =>
    exteriorOrientation(exposureAt(poseOf({ ...CENTRAL, ...pose }), mounting), MGA56);

  test.each([
    ["heading north, nothing is turned", {}, MOUNTED, [0, 0, 0]],
    ["heading east, κ is −90°", { heading: 90 * DEGREE }, MOUNTED, [0, 0, -90]],
    ["nose up looks forward, ω is positive", { pitch: 5 * DEGREE }, MOUNTED, [5, 0, 0]],
    ["right wing down looks left, φ is positive", { roll: 5 * DEGREE }, MOUNTED, [0, 5, 0]],
    [
      "a camera turned by 90° shows its top to the right",
      {},
      { ...MOUNTED, kappaCardinal: 90 * DEGREE },
      [0, 0, -90],
    ],
    [
      "a boresight about the body's x adds to roll",
      { roll: 2 * DEGREE },
      { ...MOUNTED, boresight: [1 * DEGREE, 0, 0] as const },
      [0, 3, 0],
    ],
  ] as const)("on the central meridian, %s", (_, pose, mounting, [omega, phi, kappa]) => {
    const eo = orient(pose, mounting);
    expect(eo.omega).toBeCloseTo(omega, 7);
    expect(eo.phi).toBeCloseTo(phi, 7);
    expect(eo.kappa).toBeCloseTo(kappa, 7);
    expect([eo.x, eo.z]).toEqual([expect.closeTo(500_000, 4), expect.closeTo(1_000, 6)]);
  });

  test("turns the camera's axes as the body, the mounting and the convergence do", () => {
    const mounting = fc.record({
      lever: fc.tuple(within(1), within(1), within(1)),
      boresight: fc.tuple(within(0.1), within(0.1), within(0.1)),
      kappaCardinal: within(3),
    });
    fc.assert(
      fc.property(attitude, mounting, within(0.025), within(0.6), (at, mounted, east, latitude) => {
        const pose = poseOf({ ...at, latitude, longitude: 153 * DEGREE + east });
        const eo = exteriorOrientation(exposureAt(pose, mounted), MGA56);
        const body = bodyAxes({ ...pose, latitude: 0, longitude: 0 });
        // At 0°, 0° the earth-centred axes are up, east and north.
        const [tx, ty, tz] = mounted.boresight;
        const straight = [Y, X, [0, 0, -1]];
        const camera = straight.map((axis) =>
          mixed(
            body,
            turned(turned(turned(turned(axis, X, tx), Y, ty), Z, tz), Z, mounted.kappaCardinal),
          ),
        );
        const convergence = Math.atan(Math.tan(east) * Math.sin(latitude));
        const radians = [eo.omega, eo.phi, eo.kappa].map((value) => value * DEGREE);
        for (const [index, axis] of [X, Y, Z].entries()) {
          const grid = turned(turned(turned(axis, Z, radians[2]!), Y, radians[1]!), X, radians[0]!);
          const [e, n, u] = turned(grid, Z, -convergence);
          expect(Math.hypot(...plus([u!, e!, n!], camera[index]!, -1))).toBeLessThan(2e-7);
        }
        const truth = plus([pose.x, pose.y, pose.z], mixed(bodyAxes(pose), mounted.lever));
        expect(Math.hypot(...plus(earthOf([eo.x, eo.y, eo.z]), truth, -1))).toBeLessThan(1e-4);
      }),
      { numRuns: 200 },
    );
  });

  test("mounts a camera by a proper rotation", () => {
    fc.assert(
      fc.property(place, ({ latitude, longitude }) => {
        const m = cameraToBody({ ...MOUNTED, boresight: [latitude, longitude, 0.1] });
        const cross = m[3]! * m[7]! - m[6]! * m[4]!;
        expect(cross).toBeCloseTo(m[2]!, 12);
      }),
    );
  });
});

const FORMAT = { focalLength: 50, pixel: 0.005, width: 10_000, height: 8_000 };

const metresOf = ([longitude, latitude]: readonly [number, number]): V => {
  const [x, y] = MGA56.forward(longitude, latitude);
  const [x0, y0] = MGA56.forward(153, -33);
  return [(x - x0) / 0.9996, (y - y0) / 0.9996];
};

describe("an image on the ground", () => {
  const exposure = exposureAt(poseOf(CENTRAL), MOUNTED);

  test("of a level camera is height over focal length times its size", () => {
    const corners = footprintOf(exposure, FORMAT, 0)?.map(metresOf);
    // 1,000 m / 50 mm × 50 mm × 40 mm; 0.02 % smaller at sea level than at 1,000 m.
    for (const [index, [x, y]] of [
      [-500, 400],
      [500, 400],
      [500, -400],
      [-500, -400],
    ].entries()) {
      expect(Math.abs(corners![index]![0]! - x!)).toBeLessThan(0.2);
      expect(Math.abs(corners![index]![1]! - y!)).toBeLessThan(0.2);
    }
  });

  test("lies along the pixel's ray, at the height of the ground", () => {
    const wide = { ...FORMAT, focalLength: 10 };
    const ground = groundOf(exposure, wide, [9_999.5, 3_999.5], 0)!;
    const [longitude, latitude] = ground.map((degrees) => degrees * DEGREE);
    const at = geodeticToEarth(latitude!, longitude!, 0, new Float64Array(3));
    const way = plus([...at], exposure.earth, -1);
    const [, east, down] = bodyAxes(poseOf(CENTRAL)).map((axis) =>
      axis.reduce((sum, part, i) => sum + part * way[i]!, 0),
    );
    // 25 mm to the right by a focal length of 10 mm.
    expect(east! / down!).toBeCloseTo(2.5, 5);
  });

  test("has a world file that leads from pixels to the same ground", () => {
    const tilted = exposureAt(poseOf({ ...CENTRAL, heading: 1 }), MOUNTED);
    const [a, d, b, e, c, f] = worldFileOf(tilted, FORMAT, 0, MGA56) as number[] & { length: 6 };
    const ground = groundOf(tilted, FORMAT, [2_000, 7_000], 0)!;
    const [x, y] = MGA56.forward(...ground);
    expect(a! * 2_000 + b! * 7_000 + c!).toBeCloseTo(x, 1);
    expect(d! * 2_000 + e! * 7_000 + f!).toBeCloseTo(y, 1);
    expect(Math.hypot(a!, d!)).toBeCloseTo(0.1, 4);
  });

  test("that looks over the horizon, or from below the ground, has none", () => {
    const over = exposureAt(poseOf({ ...CENTRAL, roll: 80 * DEGREE }), MOUNTED);
    expect(footprintOf(over, FORMAT, 0)).toBeUndefined();
    expect(worldFileOf(over, FORMAT, 0, MGA56)).toBeUndefined();
    expect(footprintOf(exposure, FORMAT, 1_500)).toBeUndefined();
  });
});
