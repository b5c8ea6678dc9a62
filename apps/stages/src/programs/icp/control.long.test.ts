import { existsSync } from "node:fs";
import { mkdir, mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { forwardOf } from "../../coordinates/cloud-system.ts";
import { callProgram, measuresOf, testFolder } from "../../testing/call-program.ts";
import {
  groundHeight,
  SOUTH,
  type SyntheticLine,
  WEST,
  writeSyntheticFlight,
} from "../../testing/synthetic-flight.ts";

/** Two lines over the land, all of it `z` m too high. */
const lines = (z: number): SyntheticLine[] =>
  [1, 2].map((n) => ({
    path: `line_${n}.las`,
    id: String(n),
    sourceId: n,
    x: [0, 110],
    y: [20 * n + 40, 20 * n + 100],
    shift: [0, 0, z],
  }));

/** Places between the houses. */
const PLACES = [1, 2, 3].flatMap((n) => [
  [30 * n + 0.3, 92.4],
  [30 * n + 9.7, 121.9],
]) as [number, number][];

const metric = (unit = 1): string[] =>
  PLACES.map(([x, y], n) =>
    [`P${n}`, (WEST + x) / unit, (SOUTH + y) / unit, groundHeight(x, y) / unit].join(","),
  );

let folder = "";
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "control-"));
});
afterAll(() => rm(folder, { recursive: true }));

/** The folder of a flight, written once. */
async function flight(z: number, unit: number): Promise<string> {
  const points = join(folder, `${z}-${unit}`);
  if (!existsSync(points)) await writeSyntheticFlight(points, lines(z), { unit });
  return points;
}

/** ICP1 of a flight whose heights are `z` m too great, with a file of control points. */
async function icp1(
  z: number,
  rows: readonly string[],
  { unit = 1, name = "FL1_control.csv" } = {},
) {
  const own = testFolder();
  const [out, part] = [join(own, "out"), join(own, "FL1")];
  await mkdir(out);
  await mkdir(part);
  await writeFile(join(part, name), rows.join("\r\n"));
  const points = await flight(z, unit);
  const options = { points, index: join(points, "index.json"), control: part, out };
  const ended = await callProgram("icp1", options);
  return { ...ended, measures: ended.code === 0 ? measuresOf(out) : {} };
}

test.each([0, 0.2, -0.03])(
  "a cloud that is %f m too high differs so from control points",
  async (z) => {
    const { measures } = await icp1(z, ["name,x,y,z", ...metric()]);
    expect(measures["controlPoints"]).toBe(PLACES.length);
    expect(Math.abs(measures["controlMedian"]! - z)).toBeLessThan(0.015);
    expect(Math.abs(measures["controlRms"]! - Math.abs(z))).toBeLessThan(0.02);
    // What moves all lines alike shows in no strip difference.
    expect(measures["pairMedian"]).toBeLessThan(0.005);
  },
);

test.each([
  ["feet, without a head", metric(0.3048), { unit: 0.3048 }],
  [
    "columns of another order",
    [
      "# surveyed",
      "",
      "Elevation;Northing;Easting;Point ID",
      ...metric().map((row) => row.split(",").toReversed().join(";")),
    ],
    { name: "control_PRJ1_site.txt" },
  ],
  [
    "degrees",
    ["lat\tlon\th", ...PLACES.map((xy) => [...degreesOf(xy), groundHeight(...xy)].join("\t"))],
    {},
  ],
])("control points are read in %s", async (_, rows, options) => {
  const { measures } = await icp1(0, rows, options);
  expect(measures["controlPoints"]).toBe(PLACES.length);
  expect(Math.abs(measures["controlMedian"]!)).toBeLessThan(0.015);
});

/** Latitude and longitude by Newton's way back from the projection. */
function degreesOf([x, y]: readonly [number, number]): [number, number] {
  const forward = forwardOf({ epsg: 28_356, geographic: false })!;
  let [longitude, latitude] = [153, -36.14];
  for (let round = 0; round < 8; round++) {
    const [east, north] = forward(longitude, latitude);
    longitude += (WEST + x - east) / 90_000;
    latitude += (SOUTH + y - north) / 111_000;
  }
  return [latitude, longitude];
}

test("points where no line saw smooth ground count for nothing, and without any nothing is measured", async () => {
  const far = `far,${WEST + 5_000},${SOUTH},0`;
  expect((await icp1(0, [...metric(), far])).measures["controlPoints"]).toBe(PLACES.length);
  const { measures } = await icp1(0, [far]);
  expect([measures["controlPoints"], measures["controlMedian"]]).toEqual([0, null]);
});

test("a line that is not a control point is named", async () => {
  const { code, errors } = await icp1(0, ["name,x,y,z", ...metric(), "P9,5,north,2"]);
  expect(code).toBe(1);
  expect(errors).toEqual(["ERROR FL1_control.csv: line 8 is not a control point"]);
});

test("a file of far too many lines is refused", async () => {
  const { errors } = await icp1(
    0,
    Array.from({ length: 100_001 }, () => "P,0,0,0"),
  );
  expect(errors).toEqual(["ERROR FL1_control.csv: there are more than 100,000 lines"]);
});
