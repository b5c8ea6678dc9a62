import { join } from "node:path";
import { readFileSync } from "node:fs";
import {
  type LasFile,
  type LasRecord,
  projectedSystemRecord,
  textRecord,
} from "@swath/pointcloud/las";
import { describe, expect, test } from "vitest";
import { openPoints } from "../points/point-file.ts";
import { callProgram, measuresOf, testFolder } from "../testing/call-program.ts";
import { writeRecords } from "../testing/records.ts";
import { type CloudPoint, writeCloud } from "../testing/write-cloud.ts";
import { cloudSystem } from "./cloud-system.ts";
import { impossibleSystem } from "./check-system.ts";

type Triple = readonly [number, number, number];
const STATED = {
  epsg: null,
  verticalEpsg: null,
  horizontalUnit: null,
  verticalUnit: null,
  geographic: false,
  geocentric: false,
  stated: true,
};

/** Why points within bounds cannot be in a system, stated with some members. */
function faultOf(stated: object, min: Triple, max: Triple): string | undefined {
  const system = cloudSystem({ ...STATED, ...stated }, null);
  return typeof system === "string" ? system : impossibleSystem(system, { min, max });
}

const MGA55 = { epsg: 7855 };
const PLACE: readonly [Triple, Triple] = [
  [500_000, 6_000_000, 50],
  [501_000, 6_001_000, 90],
];

const heightUnit = (verticalEpsg: number, verticalUnit: number | null = null) => {
  const system = cloudSystem({ ...STATED, epsg: 32_610, verticalEpsg, verticalUnit }, null);
  return typeof system === "string" ? system : system.verticalUnit;
};

describe("points that cannot be in their system are refused in words, by the header's bounds", () => {
  test.each<[string, object, Triple, Triple, RegExp]>([
    [
      "geocentric by its code",
      { epsg: 4978 },
      ...PLACE,
      /^is in a geocentric system \(EPSG:4978\)/,
    ],
    ["geocentric of GDA2020", { epsg: 7842 }, ...PLACE, /geocentric/],
    [
      "geocentric by its text",
      { geocentric: true },
      ...PLACE,
      /^is in a geocentric system \(without a code\)/,
    ],
    [
      "geocentric by its numbers",
      MGA55,
      [-4_130_000, 2_890_000, -3_900_000],
      [-4_129_000, 2_891_000, -3_899_000],
      /far from 0, 0, 0 as the earth's surface/,
    ],
    ["degrees, with metres", { epsg: 4326, geographic: true }, ...PLACE, /they are metres or feet/],
    [
      "degrees, with local metres",
      { epsg: 4326, geographic: true },
      [0, 0, 5],
      [80, 60, 9],
      /spread over 80 by 60 degrees, which no flight covers/,
    ],
    [
      "degrees, exchanged",
      { epsg: 4326, geographic: true },
      [-37, 145, 5],
      [-36.9, 145.1, 9],
      /longitude and latitude may be exchanged/,
    ],
    ["degrees of three axes, with metres", { epsg: 4979 }, ...PLACE, /they are metres or feet/],
    [
      "metres, with degrees",
      MGA55,
      [145, -37.1, 5],
      [145.02, -37, 9],
      /^is said to be in EPSG:7855, which has no degrees, and its coordinates look like degrees/,
    ],
    [
      "metres of a code that is not known, with degrees",
      { epsg: 999_999 },
      [145, -37.1, 5],
      [145.02, -37, 9],
      /look like degrees/,
    ],
    [
      "feet of a system of metres",
      { ...MGA55, horizontalUnit: 0.3048 },
      ...PLACE,
      /^states units of 0\.3048 m and EPSG:7855, whose unit is 1 m/,
    ],
    [
      "metres of a system of feet",
      { epsg: 2992, horizontalUnit: 1 },
      [1e6, 1e6, 0],
      [1.001e6, 1.001e6, 9],
      /whose unit is 0\.3048 m/,
    ],
    [
      "a zone, with places of another half of the earth",
      { epsg: 32_755 },
      [500_000, 16_000_000, 5],
      [501_000, 16_001_000, 9],
      /no place there|far from where that is used/,
    ],
    [
      "a zone, far from it",
      { epsg: 32_755 },
      [3_500_000, 6_000_000, 5],
      [3_501_000, 6_001_000, 9],
      /far from where that is used/,
    ],
    [
      "a spread that no flight has",
      { epsg: null },
      [0, 0, 0],
      [2_000_000, 100, 9],
      /^spreads over 2,000 km/,
    ],
  ])("%s", (_, stated, min, max, words) => {
    expect(faultOf(stated, min, max)).toMatch(words);
  });

  test.each<[string, object, Triple, Triple]>([
    ["a zone", MGA55, ...PLACE],
    ["the zone beside it", { epsg: 7856 }, [-100_000, 6_000_000, 5], [-99_000, 6_001_000, 9]],
    ["degrees", { epsg: 4326, geographic: true }, [144, -38, 5], [145, -37, 9]],
    ["degrees to 360", { epsg: 4326, geographic: true }, [237, 45, 5], [238, 46, 9]],
    [
      "feet",
      { epsg: 2992, horizontalUnit: 0.3048 },
      [636_000, 849_000, 400],
      [640_000, 853_000, 600],
    ],
    [
      "feet, of the other foot",
      { epsg: 2992, horizontalUnit: 1200 / 3937 },
      [636_000, 849_000, 400],
      [640_000, 853_000, 600],
    ],
    ["heights in feet", { ...MGA55, verticalUnit: 0.3048 }, ...PLACE],
    ["a system without a code", { horizontalUnit: 1 }, [0, 0, 0], [900, 900, 20]],
    ["a single point", MGA55, [500_000, 6_000_000, 5], [500_000, 6_000_000, 5]],
  ])("%s is none of them", (_, stated, min, max) => {
    expect(faultOf(stated, min, max)).toBeUndefined();
  });

  test("heights of a system in feet are in feet, where no unit is stated", () => {
    expect(heightUnit(6360)).toBeCloseTo(0.3048006, 7);
    expect(heightUnit(8228)).toBe(0.3048);
    expect([heightUnit(5703), heightUnit(6360, 1)]).toEqual([1, 1]);
  });
});

/** A square of ground of so many metres, as points of a step. */
function square(x: number, y: number, step = 0.5, side = 40): CloudPoint[] {
  const points: CloudPoint[] = [];
  for (let i = 0; i < side; i += 0.5)
    for (let j = 0; j < side; j += 0.5)
      points.push({ x: x + i * (step / 0.5), y: y + j * (step / 0.5), z: 50, time: 1_000 + i });
  return points;
}

const geographicRecord: LasRecord = {
  ...projectedSystemRecord(4326),
  data: new Uint8Array(Uint16Array.of(1, 1, 0, 2, 1024, 0, 1, 2, 2048, 0, 1, 4326).buffer),
};

test.each<[string, readonly LasRecord[], CloudPoint[], RegExp]>([
  ["geocentric", [projectedSystemRecord(4978)], square(500_000, 6_000_000), /geocentric/],
  ["metres as degrees", [geographicRecord], square(500_000, 6_000_000), /metres or feet/],
])("no stage begins its work on a cloud that is %s", async (_, records, points, words) => {
  const folder = testFolder();
  await writeCloud(join(folder, "a.las"), points, { records });
  const pi1 = await callProgram("pi1", { points: folder, out: join(folder, "pi1") });
  expect(pi1.errors.join()).toMatch(words);
  expect(pi1.code).toBe(1);
  const ground = await callProgram("ground", { in: join(folder, "a.las"), out: testFolder() });
  expect([ground.code, ground.errors.join()]).toEqual([1, expect.stringMatching(words)]);
});

test("points that are scattered over a continent are refused, not gathered in cells of kilometres", async () => {
  const folder = testFolder();
  const scattered = Array.from({ length: 500 }, (_, at) => ({
    x: 200_000 + at * 1_200,
    y: 6_000_000 + at * 1_000,
    z: 50,
  }));
  await writeCloud(join(folder, "a.las"), scattered);
  const { code, errors } = await callProgram("ground", { in: join(folder, "a.las"), out: folder });
  expect([code, errors.join()]).toEqual([1, expect.stringMatching(/scattered so far/)]);
});

async function through(records: readonly LasRecord[], epsg: number | null) {
  const [folder, out] = [testFolder(), testFolder()];
  await writeRecords(folder, { epsg });
  await writeCloud(join(folder, "a.las"), square(500_000, 6_000_000), { records });
  const given = { in: join(folder, "a.las"), processing: folder, out };
  expect(await callProgram("ground", given)).toEqual({ code: 0, errors: [] });
  const path = join(out, `a.copc.laz`);
  const { las } = await openPoints(path);
  const bytes = readFileSync(path);
  return { las, measures: measuresOf(out), usesText: (bytes.readUInt16LE(6) & 0x10) !== 0 };
}

/** Records that are not of how points are compressed. */
const statementsOf = ({ records }: LasFile) =>
  records.filter(({ userId }) => !/^(?:copc|laszip)/.test(userId));

describe("what is written states its system", () => {
  test("that of the project where the file states none, and it is told", async () => {
    const { las, measures, usesText } = await through([], 7855);
    expect(las.crs).toMatchObject({ epsg: 7855, source: "text", contradiction: null });
    expect([measures["withoutSystem"], usesText]).toEqual([1, true]);
  });

  test("the degrees of the project where these are given", async () => {
    const [folder, out] = [testFolder(), testFolder()];
    await writeRecords(folder, { epsg: 4326 });
    await writeCloud(join(folder, "a.las"), square(145, -37, 5e-6), {
      records: [],
      scale: [1e-8, 1e-8, 0.001],
      offset: [145, -37, 0],
    });
    const given = { in: join(folder, "a.las"), processing: folder, out };
    expect(await callProgram("ground", given)).toEqual({ code: 0, errors: [] });
    const { las } = await openPoints(join(out, `a.copc.laz`));
    expect(las.crs).toMatchObject({ epsg: 4326, geographic: true, source: "text" });
  });

  test("as text and by its bit where the file has GeoTIFF keys, heights and their unit too", async () => {
    const { las, measures, usesText } = await through(
      [projectedSystemRecord(32_755, 9001, 5711)],
      null,
    );
    expect(las.crs).toMatchObject({
      epsg: 32_755,
      verticalEpsg: 5711,
      horizontalUnit: 1,
      verticalUnit: 1,
      source: "text",
      contradiction: null,
    });
    expect([measures["withoutSystem"], usesText]).toEqual([0, true]);
    expect(statementsOf(las).map(({ recordId }) => recordId)).toEqual([2112]);
  });

  test("the text of a file as it is, without keys that say otherwise", async () => {
    const text =
      'PROJCS["mine",GEOGCS["g",DATUM["d",SPHEROID["s",6378137,298]]],UNIT["metre",1],AUTHORITY["EPSG","32755"]]';
    const { las, measures } = await through(
      [textRecord(text, "mine"), projectedSystemRecord(28_355)],
      null,
    );
    const [record, ...others] = statementsOf(las);
    expect(new TextDecoder().decode(record!.data)).toBe(`${text}\0`);
    expect(others).toEqual([]);
    expect(measures["otherStatements"]).toBe(1);
  });
});
