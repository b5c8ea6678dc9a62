import { mkdirSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { compareCloud } from "./cloud-truth.ts";
import { compareExposures } from "./exposure-truth.ts";
import { fitPlane } from "./fit-plane.ts";
import { eachLasPoint } from "./las-file.ts";
import { compareSbet } from "./sbet-truth.ts";
import { compareTerrain } from "./terrain-truth.ts";
import {
  type MadePoint,
  truthFolder,
  writeLas,
  writeSbet,
  writeTiff,
} from "./testing/write-files.ts";
import { truthCommand } from "./truth-command.ts";
import type { Truth } from "./truth-file.ts";

const folder = truthFolder();
afterAll(() => rmSync(folder, { recursive: true }));

/** A slope of 5 % under a roof at 110 m east of x = 500 020. */
const groundAt = (x: number, y: number): number =>
  100 + 0.05 * (x - 500_000) + 0.02 * (y - 6_000_000);
const ROOF = 110;

function sampleAt(x: number, y: number) {
  const roof = x > 500_020;
  return { x, y, z: roof ? ROOF : groundAt(x, y), surface: roof ? "roof" : "ground" } as const;
}
const truth: Truth = {
  crs: 32_755,
  seed: 1,
  noise: 0,
  planted: {},
  samples: [5, 10, 15, 25, 30].flatMap((x) =>
    [5, 10, 15].map((y) => sampleAt(500_000 + x, 6_000_000 + y)),
  ),
  trajectory: [],
};

/** Points every 0.3 m, with class 2 on the ground, moved by an error. */
function cloud(change: (point: MadePoint) => MadePoint): MadePoint[] {
  const points: MadePoint[] = [];
  for (let x = 500_000.1; x < 500_035; x += 0.3)
    for (let y = 6_000_000.1; y < 6_000_020; y += 0.3) {
      const roof = x > 500_020;
      const sourceId = y > 6_000_012.5 ? 2 : 1;
      const z = roof ? ROOF : groundAt(x, y);
      points.push(change({ x, y, z, classification: roof ? 6 : 2, sourceId }));
    }
  return points;
}

function compared(change: (point: MadePoint) => MadePoint, against: Truth = truth) {
  const path = join(folder, "cloud.las");
  writeLas(path, cloud(change));
  return compareCloud(against, [path]);
}

describe("points", () => {
  test("that lie on the truth have no error, on a slope too", () => {
    const { surfaces, classes, samplesReached } = compared((point) => point);
    expect(samplesReached).toBe(truth.samples.length);
    expect(surfaces.ground.points).toMatchObject({ within2mm: 1 });
    expect(surfaces.ground.plane.worst).toBeLessThan(0.0002);
    expect(surfaces.roof.plane.count).toBe(6);
    expect(classes).toMatchObject({ typeOne: 0, typeTwo: 0 });
  });

  test("of a line that jumped by 12 mm are seen by line and as a share off 2 mm", () => {
    const { lines, surfaces } = compared((point) =>
      point.sourceId === 2 ? { ...point, z: point.z + 0.012 } : point,
    );
    expect(lines["2"]!.bias).toBeCloseTo(0.012, 4);
    expect(Math.abs(lines["1"]!.bias!)).toBeLessThan(0.0005);
    expect(surfaces.ground.points.within2mm).toBeLessThan(0.8);
  });

  test("that moved sideways are seen on a slope", () => {
    const { surfaces } = compared((point) => ({ ...point, x: point.x + 0.2 }));
    expect(surfaces.ground.plane.bias).toBeCloseTo(-0.01, 4);
  });

  test("are judged by class: ground that is not class 2, roofs that are", () => {
    const all = compared((point) => ({ ...point, classification: 2 }));
    expect(all.classes).toMatchObject({ typeOne: 0, typeTwo: 1 });
    let turn = 0;
    const half = compared((point) => ({
      ...point,
      classification: point.classification === 2 && turn++ % 2 === 0 ? 1 : point.classification!,
    }));
    expect(half.classes!.typeOne).toBeCloseTo(0.5, 1);
    expect(compared((point) => ({ ...point, classification: 0 })).classes).toBeUndefined();
  });

  test("of a tree above ground that are class 2 are errors of type II", () => {
    const { classes } = compared((point) => ({ ...point, z: point.z + 3 }));
    expect(classes).toMatchObject({ groundPoints: 0, typeTwo: 1 });
  });

  test("of a file that is shorter than its header says are refused", () => {
    const path = join(folder, "short.las");
    writeLas(path, [{ x: 500_000, y: 6_000_000, z: 1 }], 2);
    expect(() => eachLasPoint(path, () => undefined)).toThrow(/shorter/);
  });
});

test("a plane leaves out what lies off it, and is none through points on a line", () => {
  const flat = [0, 1, 2, 3, 4, 5].flatMap((x) => [0, 1, 2].map((y) => ({ x, y, z: 0.1 * x })));
  expect(fitPlane([...flat, { x: 1, y: 1, z: 2 }])!.east).toBeCloseTo(0.1, 9);
  expect(fitPlane([0, 1, 2, 3].map((x) => ({ x, y: x, z: 0 })))).toBeUndefined();
});

/** Height at a pixel's centre. */
const centre = (column: number, row: number): number =>
  groundAt(500_000.5 + column, 6_000_099.5 - row);

test.each([1, 3] as const)(
  "a terrain model with predictor %i is read to its pixels",
  (predictor) => {
    const path = join(folder, `dtm_${predictor}.tif`);
    writeTiff(path, { width: 40, height: 100, predictor }, (c, r) => centre(c, r) + 0.03);
    expect(compareTerrain(truth, [path])).toMatchObject({ count: 9, empty: 0 });
    expect(compareTerrain(truth, [path]).bias).toBeCloseTo(0.03, 4);
    writeTiff(path, { width: 40, height: 100, predictor }, () => -9999);
    expect(compareTerrain(truth, [path])).toMatchObject({ count: 0, empty: 9 });
  },
);

const RADIANS = Math.PI / 180;
const poseAt = (t: number) => ({
  lat: -35 + 1e-5 * t,
  lon: 147,
  h: 1500 + 3 * Math.sin(t / 4),
  roll: 2 * Math.sin(t / 3),
  pitch: 1,
  heading: (359 + t / 4) % 360,
});
function sbet(path: string, times: readonly number[], roll = 0): void {
  writeSbet(path, times, (t) => {
    const { lat, lon, h, roll: true_, pitch, heading } = poseAt(t);
    const turned = [true_ + roll, pitch, heading].map((angle) => angle * RADIANS);
    return [lat * RADIANS, lon * RADIANS, h, 0, 0, 0, ...turned];
  });
}
const times = Array.from({ length: 2001 }, (_, i) => i / 100);
const flown: Truth = {
  ...truth,
  trajectory: Array.from({ length: 19 }, (_, i) => ({ t: i + 0.505, ...poseAt(i + 0.505) })),
};

describe("a trajectory", () => {
  const path = join(folder, "trajectory.sbet");
  test("is interpolated, over north too", () => {
    sbet(path, times);
    const { position, roll, heading, uncovered } = compareSbet(flown, path);
    expect(uncovered).toBe(0);
    expect(position.worst).toBeLessThan(0.0001);
    expect(roll.worst).toBeLessThan(1e-6);
    expect(heading.worst).toBeLessThan(1e-6);
  });

  test("that rolls too far is seen, and a gap is no error but seconds uncovered", () => {
    sbet(
      path,
      times.filter((t) => t < 5 || t > 8),
      0.05,
    );
    const { roll, uncovered } = compareSbet(flown, path);
    expect(roll.bias).toBeCloseTo(0.05, 6);
    expect(uncovered).toBe(3);
  });
});

describe("exposures", () => {
  const calibration = join(folder, "calibration.json");
  const names = ["CameraLeverArmX", "CameraLeverArmY", "CameraLeverArmZ"];
  const angles = ["CameraBoresiteAngleTx", "CameraBoresiteAngleTy", "CameraBoresiteAngleTz"];
  const record = {
    id: "a",
    SensorName: "S",
    Aircraft: "A",
    KappaCardinal: 0,
    SurveyDate: "2026-01-01T00:00:00Z",
  };
  const zero = Object.fromEntries([...names, ...angles].map((name) => [name, 0]));
  writeFileSync(calibration, JSON.stringify({ lidar: null, imagery: { ...record, ...zero } }));
  // On a central meridian grid north is true north, and easting is 500 000.
  const level = { t: 10, lat: 0, lon: 147, h: 1000, roll: 0, pitch: 0, heading: 0 };
  const against = { ...truth, crs: 32_755, trajectory: [level] };
  const eo = (row: string): string => {
    const path = join(folder, "eo.csv");
    writeFileSync(path, `file,gps_seconds,X0,Y0,Z0,omega,phi,kappa\r\na.iiq,${row}\r\n`);
    return path;
  };
  const judge = (row: string) =>
    compareExposures(against, eo(row), { calibration, sbet: undefined });

  test("of a level camera flown north look down with their top northward", () => {
    const { position, attitude, unjudged } = judge("10,500000,10000000,1000,0,0,0");
    expect(unjudged).toBe(0);
    expect(position.worst).toBeLessThan(1e-4);
    expect(attitude.worst).toBeLessThan(1e-6);
  });

  test("that are off by a centimetre or a hundredth of a degree are measured as that", () => {
    const { position, attitude } = judge("10,500000.01,10000000,1000,0.01,0,0");
    expect(position.worst).toBeCloseTo(0.01, 4);
    expect(attitude.worst).toBeCloseTo(0.01, 6);
    expect(judge("11.3,0,0,0,0,0,0").unjudged).toBe(1);
  });
});

describe("the command", () => {
  const file = join(folder, "truth.json");
  writeFileSync(file, JSON.stringify({ ...truth, planted: {} }));

  test("fails where a bound is missed and asked for, and says which", () => {
    mkdirSync(join(folder, "a"), { recursive: true });
    writeLas(
      join(folder, "a/line_1.las"),
      cloud((point) => ({ ...point, z: point.z + 0.01 })),
    );
    const words = [file, "a/line_1.las"];
    expect(truthCommand(words, folder).status).toBe(0);
    const { status, error, output } = truthCommand([...words, "--bounds"], folder);
    expect(status).toBe(1);
    expect(error).toMatch(/ground points within 2 mm.*MISSED/);
    expect(JSON.parse(output!)).toMatchObject({ cloud: { samplesReached: 15 } });
  });

  test("finds a planted height jump in the shifts, whatever all lines share", () => {
    writeFileSync(file, JSON.stringify({ ...truth, planted: { "height-jump": 0.1 } }));
    const shifts = [0.02, -0.078, 0.021, 0.019].map((dz, i) => ({
      line: `${i}`,
      dx: 0,
      dy: 0,
      dz,
    }));
    writeFileSync(join(folder, "shifts.json"), JSON.stringify(shifts));
    const { output } = truthCommand([file, "shifts.json"], folder);
    expect(JSON.parse(output!).shifts.heightJumpError).toBeCloseTo(0.002, 3);
  });

  test("without a truth says how it is used", () => {
    expect(truthCommand([], folder)).toMatchObject({ status: 2 });
  });
});
