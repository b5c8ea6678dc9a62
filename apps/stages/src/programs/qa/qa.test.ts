import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { placeGroupsSchema } from "@swath/contract/processing";
import { cellsWithin, CoverageGrid } from "@swath/pointcloud/grid";
import { DensityGrid } from "@swath/pointcloud/quality";
import { zipSync } from "fflate";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { cloudSystem } from "../../coordinates/cloud-system.ts";
import { measuresOf, callProgram } from "../../testing/call-program.ts";
import { SOUTH, WEST, writeSyntheticFlight } from "../../testing/synthetic-flight.ts";
import { qaPage } from "./qa-page.ts";
import { tilePlaces } from "./quality-places.ts";

let folder = "";
const out = (): string => join(folder, "out");

/** A planned line between places, m from the corner of the land. */
function placemark(name: string, ...places: [number, number][]): string {
  const text = coordinatesOf(places);
  return `<Placemark><name>${name}</name><LineString>${text}</LineString></Placemark>`;
}

/** A planned area between places. */
const area = (...places: [number, number][]): string =>
  `<Placemark><Polygon><outerBoundaryIs><LinearRing>${coordinatesOf(places)}</LinearRing></outerBoundaryIs></Polygon></Placemark>`;

function coordinatesOf(places: readonly [number, number][]): string {
  const stated = { epsg: 28_356, geographic: false, verticalEpsg: null, stated: true };
  const system = cloudSystem({ ...stated, horizontalUnit: 1, verticalUnit: 1 }, null);
  if (typeof system === "string") throw new Error(system);
  const text = places.map(([x, y]) => system.inverse!(WEST + x, SOUTH + y).join(",")).join(" ");
  return `<coordinates>${text}</coordinates>`;
}

/** A plan of some placemarks as a KMZ. */
const planOf = (marks: string): Uint8Array =>
  zipSync({
    "doc.kml": new TextEncoder().encode(
      `<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${marks}</Document></kml>`,
    ),
  });

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), "qa-"));
  await writeSyntheticFlight(folder, [
    { path: "a.las", id: "1", sourceId: 1, x: [0, 400], y: [0, 80] },
    { path: "b.las", id: "2", sourceId: 2, x: [0, 400], y: [60, 140] },
    { path: "c.las", id: "9", sourceId: 9, x: [180, 240], y: [0, 140] },
  ]);
  const kml = [
    placemark("L1 &lt;east&gt;", [0, 40], [400, 40]),
    placemark("L2", [400, 100], [0, 100]),
    placemark("L3", [0, 160], [400, 160]),
    placemark("L4, flown from its twentieth metre on", [-20, 40], [400, 40]),
    placemark("Cross strip", [210, 10], [210, 130]),
  ].join("");
  await mkdir(join(folder, "plan"));
  await mkdir(out());
  await writeFile(join(folder, "plan", "PRJ1.kmz"), planOf(kml));
  await writeFile(
    join(folder, "pairs.json"),
    JSON.stringify([
      { a: "1", b: "2", cells: 900, median: 0.012, rms: 0.02, dx: null, dy: null, dz: 0 },
    ]),
  );
});
afterAll(() => rm(folder, { recursive: true }));

/** Runs QA1's tasks and its join. */
async function runQA({
  points,
  index,
  out: to,
  ...rest
}: Readonly<Record<string, string | number>>) {
  const covers = await mkdtemp(join(folder, "covers-"));
  for (const name of await readdir(`${points}`)) {
    if (!name.endsWith(".las")) continue;
    const of = { in: join(`${points}`, name), index: index!, out: covers };
    expect(await callProgram("qa-file", of)).toEqual({ code: 0, errors: [] });
  }
  return await callProgram("qa", { covers, index: index!, out: to!, ...rest });
}

describe("quality", () => {
  test("density, side lap and lines not flown are found", async () => {
    const index = join(folder, "index.json");
    const options = { points: folder, index, strips: folder, out: out(), density: 5 };
    expect(await runQA({ ...options, plan: join(folder, "plan") })).toEqual({
      code: 0,
      errors: [],
    });
    const measures = measuresOf(out());
    // 6 points a square metre a line; lines overlap by 20 of 80 m.
    expect(measures["coveredArea"]).toBeCloseTo(0.056, 3);
    expect(measures["density"]).toBeCloseTo((6 * (400 * 160 + 60 * 140)) / 56_000, 1);
    expect(measures["density95"]).toBeGreaterThan(2.5);
    expect(measures["voids"]).toBe(0);
    expect(measures["sideLap"]).toBeCloseTo(25, 0);
    expect([measures["linesPlanned"], measures["linesMissing"]]).toEqual([5, 2]);
  });

  test("the cover of a file that cannot be read is left out, and its task says so", async () => {
    const [covers, index] = [await mkdtemp(join(folder, "covers-")), join(folder, "index.json")];
    for (const name of ["a.las", "b.las"])
      await callProgram("qa-file", { in: join(folder, name), index, out: covers });
    const to = await mkdtemp(join(folder, "out-"));
    const given = { covers, index, strips: folder, out: to };
    expect(await callProgram("qa", given)).toEqual({ code: 0, errors: [] });
    // The cross strip lies over the others, whose side lap does not tell.
    expect(measuresOf(to)["coveredArea"]).toBe(measuresOf(out())["coveredArea"]);
    expect(measuresOf(to)["density"]).toBeCloseTo((6 * 400 * 160) / 56_000, 1);
    const other = { in: join(folder, "z.las"), index, out: covers };
    expect((await callProgram("qa-file", other)).errors).toEqual([
      "ERROR z.las: is not in the index of lines",
    ]);
  });

  test("tiles, lines and planned lines have each their own figures, by place", async () => {
    const groups = placeGroupsSchema.parse(
      JSON.parse(await readFile(join(out(), "places.json"), "utf8")),
    );
    expect(groups.map(({ title }) => title)).toEqual(["Tiles", "Flight lines", "Planned lines"]);
    const [tiles, lines, planned] = groups.map(({ places }) => places);
    const measures = measuresOf(out());
    // 400 by 140 m in tiles of 128 m; the cross strip makes some denser.
    expect(tiles!.length).toBeGreaterThanOrEqual(8);
    expect(tiles!.every(({ side, squares }) => side === 128 && squares.length === 1)).toBe(true);
    const densities = tiles!.map(({ values }) => values["density95"]!);
    expect(Math.min(...densities)).toBeLessThanOrEqual(measures["density95"]!);
    expect(Math.max(...densities)).toBeGreaterThan(measures["density95"]!);
    expect(lines!.map(({ name }) => name)).toEqual(["Line 1", "Line 2"]);
    expect(Math.min(...lines!.map(({ values }) => values["sideLap"]!))).toBeCloseTo(
      measures["sideLap"]!,
      4,
    );
    expect(lines![0]!.squares.length * lines![0]!.side ** 2).toBeGreaterThan(30_000);
    expect(planned!.map(({ name, values }) => [name, values["linesMissing"]])).toEqual([
      ["Planned line L1 <east>, 100 % covered", 0],
      ["Planned line L2, 100 % covered", 0],
      ["Planned line L3, 0 % covered", 1],
      ["Planned line L4, flown from its twentieth metre on, 95 % covered", 1],
      ["Planned line Cross strip, 100 % covered", 0],
    ]);
    expect(planned![2]!.squares.length).toBeGreaterThan(5);
  });

  test("a gap in one tile is that tile's void, and no other's", () => {
    const coverage = new CoverageGrid(2);
    const density = new DensityGrid(2);
    for (let x = 1; x < 512; x += 2)
      for (let y = 1; y < 512; y += 2)
        if (!(x > 150 && x < 190 && y > 300 && y < 340)) {
          coverage.add(x, y);
          density.add(x, y);
        }
    const { places } = tilePlaces({ coverage, density }, undefined);
    const voids = places.filter(({ values }) => (values["voids"] ?? 0) > 0);
    expect(voids.map(({ name, squares }) => [name, squares])).toEqual([["Tile 6", [[128, 256]]]]);
    // 20 x 20 of 64 x 64 cells.
    expect(voids[0]!.values["voids"]).toBeCloseTo((100 * 400) / 4_096, 9);
  });

  test("a large flight has few tiles, none left out", () => {
    const coverage = new CoverageGrid(2);
    for (let x = 1; x < 9_000; x += 2) for (const y of [1, 2_000]) coverage.add(x, y);
    const density = new DensityGrid(2);
    const wanted = cellsWithin(
      [
        [
          [0, 0],
          [9_000, 0],
          [9_000, 2_000],
          [0, 2_000],
        ],
      ],
      16,
    );
    const { places } = tilePlaces({ coverage, density }, wanted);
    expect(places.length).toBeLessThanOrEqual(400);
    expect(places.every(({ values }) => values["areaSurveyed"] !== undefined)).toBe(true);
  });

  test("the page needs nothing else and escapes what it is given", async () => {
    const page = await readFile(join(out(), "qa.html"), "utf8");
    expect(page).toContain("L1 &lt;east&gt;");
    expect(page).toContain("data:image/svg+xml;base64,");
    expect(page).not.toMatch(/(src|href)="(?!data:)/);
    expect(page).not.toContain("<script");
    const density = await readFile(join(out(), "density.svg"), "utf8");
    expect(density).toContain(">Last returns per m²</text>");
    expect(density.length).toBeLessThan(500_000);
  });

  test("counts are printed to the last point", () => {
    const measures = [{ name: "points", label: "Points", value: 6_863_421, unit: "" }];
    const empty = {
      title: "",
      facts: [],
      pictures: [],
      pairs: [],
      control: [],
      planned: undefined,
    };
    expect(qaPage({ ...empty, measures })).toContain(">6,863,421</td>");
  });

  test("coverage is a polygon of each line, in degrees", async () => {
    const json = JSON.parse(await readFile(join(out(), "coverage.geojson"), "utf8"));
    const areas = [32_000, 32_000, 8_400];
    for (const [n, { properties }] of json.features.entries())
      expect(Math.abs(properties.area - areas[n]!)).toBeLessThan(100);
    const [[[[longitude, latitude]]]] = json.features[0].geometry.coordinates;
    expect(longitude).toBeCloseTo(153, 2);
    expect(latitude).toBeCloseTo(-36.14, 1);
  });

  test("the area of interest is that of the project's own plan", async () => {
    const plan = join(folder, "areas");
    await mkdir(plan);
    // A quarter of it lies beyond what was flown.
    const own = area([32, 32], [352, 32], [352, 192], [32, 192]);
    await writeFile(join(plan, "PRJ1_flight_plan.kmz"), planOf(own));
    await writeFile(join(plan, "PRJ10_flight_plan.kmz"), planOf(area([0, 0], [400, 0], [0, 140])));
    const record = {
      guid: "g",
      flightId: "FL1",
      sensorId: "S",
      sensor: null,
      projectId: "PRJ1",
      aoiNo: 1,
      aircraft: null,
      wheelsUp: null,
      wheelsDown: null,
      template: null,
      epsg: null,
      verticalDatum: null,
      custom: null,
    };
    await writeFile(join(plan, "processing.json"), JSON.stringify(record));
    const options = { points: folder, index: join(folder, "index.json"), strips: folder };
    const given = { ...options, plan, processing: plan, out: out() };
    expect(await runQA(given)).toEqual({ code: 0, errors: [] });
    // 140 m were flown, and blocks are of 16 m.
    expect(Math.abs(measuresOf(out())["areaSurveyed"]! - 70)).toBeLessThan(5);
  });

  test("pictures of earlier stages are in the page, SVG or as they were PNG", async () => {
    const [strips, terrain] = [join(folder, "strips"), join(folder, "terrain")];
    const bare = join(folder, "pictures");
    for (const each of [strips, terrain, bare]) await mkdir(each);
    await writeFile(join(strips, "pairs.json"), "[]");
    await writeFile(join(strips, "strip-differences.svg"), "<svg/>");
    await writeFile(join(terrain, "relief.png"), "relief");
    const given = { points: folder, index: join(folder, "index.json"), strips, terrain, out: bare };
    expect(await runQA(given)).toEqual({ code: 0, errors: [] });
    const page = await readFile(join(bare, "qa.html"), "utf8");
    expect(page).toContain(`data:image/svg+xml;base64,${btoa("<svg/>")}`);
    expect(page).toContain(`data:image/png;base64,${btoa("relief")}`);
  });

  test("without a plan no line is missing; a plan that is none is told", async () => {
    const options = {
      points: folder,
      index: join(folder, "index.json"),
      strips: folder,
      out: join(folder, "bare"),
    };
    await mkdir(options.out);
    expect(await runQA(options)).toEqual({ code: 0, errors: [] });
    expect(measuresOf(options.out)["linesMissing"]).toBeNull();
    const plan = join(folder, "broken");
    await mkdir(plan);
    await writeFile(join(plan, "x.kmz"), "nothing");
    const { code, errors } = await runQA({ ...options, plan });
    expect([code, errors]).toEqual([1, ["ERROR x.kmz: is no readable flight plan: notAZip"]]);
  });

  test("a measure that misses its bound is named as such, and one that was not measured", () => {
    const page = qaPage({
      title: "t",
      facts: [],
      measures: [
        { name: "a", label: "A", value: 0.07, unit: "m", most: 0.05 },
        { name: "b", label: "B", value: 4, unit: "1/m²", least: 2 },
        { name: "c", label: "C", value: null, unit: "m", most: 1 },
        { name: "d", label: "D", value: null, unit: "m", most: 1, optional: true },
      ],
      pictures: [],
      pairs: [],
      control: [],
      planned: undefined,
    });
    expect(page.match(/outside/g)).toHaveLength(1);
    expect(page.match(/within/g)).toHaveLength(1);
    expect(page.match(/not measured/g)).toHaveLength(1);
    expect(page.match(/nothing to measure/g)).toHaveLength(1);
    expect(page).toContain("2 of 3 bounds are missed.");
  });
});
