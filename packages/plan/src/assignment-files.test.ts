import { unzipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { loadPlans } from "./load/index.ts";
import { AREA, LINE, type LoadedLayer, POINT } from "./model/index.ts";
import {
  EMPTY_WORK,
  instructionKey,
  type PlanEvent,
  planReducer,
  type PlanWork,
} from "./state/index.ts";
import { drawnDegrees, type DrawnFeature, drawnLayer } from "./testing/index.ts";
import {
  assignmentAsGeoJson,
  assignmentAsKmz,
  assignmentAsShapefiles,
} from "./assignment-files.ts";

const A = { projectId: "PRJ00001", siteName: "Nörth <&> 'x'" };
const HOLED: DrawnFeature = {
  kind: AREA,
  name: 'AOI <1> & "é"',
  paths: [
    [116, -32, 117, -32, 117, -31, 116, -31, 116, -32],
    [116.2, -31.8, 116.2, -31.2, 116.8, -31.2, 116.8, -31.8, 116.2, -31.8],
  ],
};
const LINES: DrawnFeature = {
  kind: LINE,
  name: "L1",
  paths: [
    [116, -32, 116.5, -31.5],
    [117, -32, 118, -31],
  ],
};
const ACROSS: DrawnFeature = { kind: LINE, name: "XS 1", paths: [[179, -42, 181, -43, 182, -43]] };
const AROUND: DrawnFeature = {
  kind: AREA,
  name: "A2",
  paths: [[179, -42, 179, -43, 181, -43, 181, -42, 179, -42]],
};
const SPOT: DrawnFeature = { kind: POINT, name: "P1", paths: [[115.123456789, -30.987654321]] };

function workOf(features: readonly DrawnFeature[], picks = features.map((_, at) => at)): PlanWork {
  const layer = drawnLayer("plan.kmz", features);
  const crossStrips = Uint8Array.from(features, ({ name }) => Number(name === "XS 1"));
  const events: readonly PlanEvent[] = [
    { type: "instructions", instructions: [A] },
    { type: "add", layers: [{ ...layer, crossStrips }] },
    { type: "select", picks: new Map([["layer-1", picks]]), mode: "only" },
    { type: "choose", key: instructionKey(A) },
    { type: "associate" },
  ];
  return events.reduce(planReducer, EMPTY_WORK);
}

async function loaded(name: string, bytes: Uint8Array): Promise<readonly LoadedLayer[]> {
  const outcomes = await loadPlans([{ name, bytes }], { by: "drop" });
  return outcomes.map((outcome) => {
    if (outcome.kind !== "loaded") throw new Error(JSON.stringify(outcome));
    return outcome.layer;
  });
}

const geometries = (work: PlanWork): unknown =>
  (JSON.parse(assignmentAsGeoJson(work)) as { features: { geometry: unknown }[] }).features.map(
    ({ geometry }) => geometry,
  );

describe("the assignment as GeoJSON", () => {
  test("says what each feature is, and what it was assigned to", () => {
    expect(JSON.parse(assignmentAsGeoJson(workOf([SPOT, ACROSS], [1])))).toMatchObject({
      type: "FeatureCollection",
      features: [
        {
          type: "Feature",
          properties: { name: "XS 1", folder: "", file: "plan.kmz", crossStrip: true, ...A },
        },
      ],
    });
  });

  test("draws points, lines and areas: rings by the right-hand rule", () => {
    expect(geometries(workOf([SPOT, LINES, HOLED]))).toEqual([
      { type: "Point", coordinates: [115.123456789, -30.987654321] },
      {
        type: "MultiLineString",
        coordinates: [
          [
            [116, -32],
            [116.5, -31.5],
          ],
          [
            [117, -32],
            [118, -31],
          ],
        ],
      },
      {
        type: "Polygon",
        coordinates: [
          [
            [116, -32],
            [117, -32],
            [117, -31],
            [116, -31],
            [116, -32],
          ],
          [
            [116.2, -31.8],
            [116.2, -31.2],
            [116.8, -31.2],
            [116.8, -31.8],
            [116.2, -31.8],
          ],
        ],
      },
    ]);
  });

  test("is cut at the antimeridian (RFC 7946, 3.1.9)", () => {
    expect(geometries(workOf([ACROSS, AROUND]))).toEqual([
      {
        type: "MultiLineString",
        coordinates: [
          [
            [179, -42],
            [180, -42.5],
          ],
          [
            [-180, -42.5],
            [-179, -43],
            [-178, -43],
          ],
        ],
      },
      {
        type: "MultiPolygon",
        coordinates: [
          [
            [
              [179, -42],
              [179, -43],
              [180, -43],
              [180, -42],
              [179, -42],
            ],
          ],
          [
            [
              [-180, -43],
              [-179, -43],
              [-179, -42],
              [-180, -42],
              [-180, -43],
            ],
          ],
        ],
      },
    ]);
  });

  test("of nothing is an empty collection", () => {
    expect(JSON.parse(assignmentAsGeoJson(workOf([SPOT], [])))).toEqual({
      type: "FeatureCollection",
      features: [],
    });
  });
});

describe("what is exported is loaded again:", () => {
  const FEATURES = [SPOT, LINES, HOLED, ACROSS, AROUND];
  const work = workOf(FEATURES);
  const [source] = work.layers;
  if (source === undefined) throw new Error("no layer");

  test("the KMZ, with names and shapes as they were", async () => {
    const [layer] = await loaded("a.kmz", assignmentAsKmz(work));
    expect(layer?.geometry.names).toEqual(FEATURES.map(({ name }) => name));
    expect(layer?.geometry.folders).toEqual(FEATURES.map(() => `${A.projectId} ${A.siteName}`));
    expect([...(layer?.marked ?? [])]).toEqual([0, 0, 0, 1, 0]);
    for (const feature of FEATURES.keys())
      expect(layer && drawnDegrees(layer.geometry, feature)).toEqual(
        drawnDegrees(source.geometry, feature),
      );
  });

  test("the shapefiles, one for each kind, with every file that belongs to them", async () => {
    const bytes = assignmentAsShapefiles(work);
    expect(Object.keys(unzipSync(bytes))).toEqual(
      ["lines", "areas", "points"].flatMap((name) =>
        ["shp", "shx", "dbf", "prj", "cpg"].map((ending) => `${name}.${ending}`),
      ),
    );
    const [lines, areas, points] = await loaded("a.zip", bytes);
    expect(lines?.geometry.names).toEqual(["L1", "XS 1"]);
    expect([...(lines?.marked ?? [])]).toEqual([0, 1]);
    expect(lines && drawnDegrees(lines.geometry, 0)).toEqual(drawnDegrees(source.geometry, 1));
    // Cut at 180°, and joined again on the map.
    expect(lines && drawnDegrees(lines.geometry, 1)).toEqual([
      [179, -42, 180, -42.5],
      [180, -42.5, 181, -43, 182, -43],
    ]);
    expect(areas?.geometry.names).toEqual([HOLED.name, "A2"]);
    expect(areas && drawnDegrees(areas.geometry, 0)).toEqual(drawnDegrees(source.geometry, 2));
    expect(points && drawnDegrees(points.geometry, 0, 9)).toEqual([SPOT.paths[0]]);
  });

  test("a long name ends with a whole character", async () => {
    const name = "é".repeat(150);
    const [points] = await loaded("a.zip", assignmentAsShapefiles(workOf([{ ...SPOT, name }])));
    expect(points?.geometry.names).toEqual(["é".repeat(100)]);
  });

  test("the same work makes the same bytes", () => {
    expect(assignmentAsShapefiles(work)).toEqual(assignmentAsShapefiles(work));
    expect(assignmentAsKmz(work)).toEqual(assignmentAsKmz(work));
  });
});
