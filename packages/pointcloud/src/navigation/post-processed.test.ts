import { expect, test } from "vitest";
import { visitExplorer, type ExplorerSolution } from "./inertial-explorer.ts";
import { type SolutionAccuracy, visitAccuracy, visitSbet } from "./post-processed.ts";
import { SBET_BYTES, type SbetSolution, writeSbetSolution } from "./trajectory.ts";

const sourceOf = (values: readonly number[]) => {
  const bytes = new Uint8Array(Float64Array.from(values).buffer);
  return { size: bytes.length, read: async (from: number, to: number) => bytes.slice(from, to) };
};

/** 30 m/s northward and 40 m/s eastward, as a platform has it whose x axis is turned by a wander angle. */
function recordOf(wander: number): number[] {
  const [cos, sin] = [Math.cos(wander), Math.sin(wander)];
  const velocity = [30 * cos - 40 * sin, 30 * sin + 40 * cos, -1];
  return [7, 0.1, 0.2, 300, ...velocity, 0.01, 0.02, 1.5 + wander, wander, 1, 2, 3, 4, 5, 6];
}

test.each([0, 0.4, -2.5])(
  "a platform's heading and velocity are turned to north (%s)",
  async (wander) => {
    const found: SbetSolution[] = [];
    expect(await visitSbet(sourceOf(recordOf(wander)), (each) => found.push(each))).toBeUndefined();
    const [{ velocity, heading, ...other } = {} as SbetSolution] = found;
    expect(velocity[0]).toBeCloseTo(30, 9);
    expect(velocity[1]).toBeCloseTo(40, 9);
    expect(heading).toBeCloseTo(1.5, 12);
    expect(other).toEqual({
      time: 7,
      latitude: 0.1,
      longitude: 0.2,
      height: 300,
      roll: 0.01,
      pitch: 0.02,
      acceleration: [1, 2, 3],
      rate: [4, 5, 6],
    });
  },
);

const solutionAt = (time: number): SbetSolution => ({
  time,
  latitude: time / 1e5,
  longitude: 1,
  height: 2,
  velocity: [3, 4, 5],
  roll: 6,
  pitch: 7,
  heading: 8,
  acceleration: [9, 10, 11],
  rate: [12, 13, 14],
});

test("a solution that was written is read again, whichever piece it is in", async () => {
  const count = 8_193;
  const view = new DataView(new ArrayBuffer(count * SBET_BYTES));
  for (let n = 0; n < count; n += 1) writeSbetSolution(view, n * SBET_BYTES, solutionAt(n));
  const found: SbetSolution[] = [];
  const bytes = new Uint8Array(view.buffer);
  const read = async (from: number, to: number) => bytes.slice(from, to);
  await visitSbet({ size: bytes.length, read }, (each) => found.push(each));
  expect(found).toHaveLength(count);
  expect(found[8_192]).toEqual(solutionAt(8_192));
});

test("an empty file and one that is cut are told apart", async () => {
  expect(await visitSbet(sourceOf([]), () => {})).toBe("empty");
  expect(await visitSbet(sourceOf([1, 2, 3]), () => {})).toBe("cut");
  expect(await visitAccuracy(sourceOf([1, 2, 3]), () => {})).toBe("cut");
});

test("an accuracy file's angles are arc minutes", async () => {
  const found: SolutionAccuracy[] = [];
  await visitAccuracy(sourceOf([7, 0.01, 0.02, 0.03, 1, 1, 1, 0.3, 0.6, 60]), (each) =>
    found.push(each),
  );
  expect(found).toHaveLength(1);
  const [accuracy] = found as [SolutionAccuracy];
  expect(accuracy).toMatchObject({ north: 0.01, east: 0.02, down: 0.03 });
  expect(accuracy.heading).toBeCloseTo(Math.PI / 180, 12);
});

async function explore(text: string) {
  const found: ExplorerSolution[] = [];
  async function* lines() {
    yield* text.split("\n");
  }
  const fault = await visitExplorer(lines(), (each) => found.push(each));
  return { fault, found };
}

const HEAD = `Project:     FL000101
Program:     Inertial Explorer Version 8.90.2124
Profile:     Swath

     GPSTime       Latitude      Longitude     H-Ell     VNorth   VEast    VUp    Roll   Pitch  Heading SDNorth SDEast SDHeight Q
       (sec)          (deg)          (deg)       (m)      (m/s)   (m/s)  (m/s)   (deg)   (deg)    (deg)     (m)    (m)      (m)
`;

test("a text of Inertial Explorer is read by the names of its columns", async () => {
  const { fault, found } = await explore(
    `${HEAD}522018.000  -37.000000001  145.5  1500.125  60.0 1.0 -0.5 1.5 -2.0 359.0 0.01 0.02 0.03 1\n\n522018.005 -37.1 145.5 1500.1 60 1 0 1.5 -2 359 0.01 0.02 0.03 1\nEnd of file\n`,
  );
  expect(fault).toBeUndefined();
  expect(found).toHaveLength(2);
  const [{ solution, accuracy }] = found as [ExplorerSolution];
  expect(solution).toMatchObject({ time: 522_018, height: 1_500.125, velocity: [60, 1, 0.5] });
  expect((solution.latitude * 180) / Math.PI).toBeCloseTo(-37.000000001, 11);
  expect((solution.heading * 180) / Math.PI).toBeCloseTo(359, 9);
  expect(accuracy).toMatchObject({ north: 0.01, east: 0.02, down: 0.03, roll: undefined });
});

test("columns may stand in any order, with commas between them, and without velocities", async () => {
  const { found } = await explore(
    "Heading,Pitch,Roll,H-Ell,Longitude,Latitude,GPSTime\n10,2,1,100,145,-37,5\n",
  );
  expect(found).toHaveLength(1);
  expect(found[0]).toMatchObject({ solution: { time: 5, height: 100 }, accuracy: undefined });
});

test.each([
  ["noHeader", "a paper of the flight\nand nothing else\n"],
  ["noHeader", `${"x\n".repeat(300)}${HEAD}`],
  ["utcTime", HEAD.replace("GPSTime", "UTCTime")],
  ["degreesMinutes", HEAD.replace("         (deg)", "     (D M S)")],
])("what is no trajectory in GPS time and degrees says so: %s", async (fault, text) => {
  expect((await explore(text)).fault).toBe(fault);
});
