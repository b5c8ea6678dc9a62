import { describe, expect, test } from "vitest";
import { drawnDegrees } from "../testing/index.ts";
import {
  document,
  line,
  loadedFrom,
  outcomeOf,
  placemark,
  ring,
  zipped,
} from "./testing/kmz-plan.ts";

const layerOf = async (body: string) => (await loadedFrom(body)).layer;
const remarksOf = async (body: string) => (await loadedFrom(body)).remarks ?? [];

describe("the shapes of a KMZ", () => {
  const good = placemark("good", line("1.5,2 3,4"));

  test("with commas alone between their positions are drawn as Google Earth draws them", async () => {
    const { geometry } = await layerOf(placemark("l", line("1.5,2,9,1.6,2,9,1.7,2,9")));
    expect(drawnDegrees(geometry, 0)).toEqual([[1.5, 2, 1.6, 2, 1.7, 2]]);
  });

  test.each([
    ["one vertex", line("1.5,2,0"), "a line of one vertex: left out"],
    ["no coordinates", line(" "), "a line without coordinates: left out"],
    [
      "a track of one vertex",
      "<gx:Track><gx:coord>1 2 3</gx:coord><gx:coord/></gx:Track>",
      "a track of one vertex: left out",
    ],
    [
      "a ring of two",
      `<Polygon>${ring("outerBoundaryIs", "1.5,1 2,1 1.5,1")}${ring("innerBoundaryIs", "1.5,1 2,1 2,2 1.5,1")}</Polygon>`,
      "a ring of 3 vertices, where four is the least: left out",
    ],
    [
      "a point without coordinates",
      "<Point><coordinates/></Point>",
      "a point without coordinates: left out",
    ],
  ])("with %s are left out, and told", async (_, shape, text) => {
    const body = `${good}\n${placemark("bad", shape)}`;
    expect(await remarksOf(body)).toEqual([`placemark 2 (bad), line 2 of the KML: ${text}`]);
    const { geometry, withoutGeometry } = await layerOf(body);
    expect(geometry.names).toEqual(["good"]);
    expect(geometry.positions).toHaveLength(4);
    expect(withoutGeometry).toBe(1);
  });

  test.each([
    [
      "an open ring",
      `<Polygon>${ring("outerBoundaryIs", "1.5,1 2,1 2,2")}</Polygon>`,
      "a ring that is not closed: its last vertex is joined to its first",
    ],
    [
      "two points in one",
      "<Point><coordinates>1.5,1 2,2</coordinates></Point>",
      "a point of 2 positions: its first is taken",
    ],
    ["decimal commas", line("144,5 -37,8"), "only whole degrees: are these decimal commas?"],
  ])("with %s are drawn, and told", async (_, shape, text) => {
    const body = placemark("odd", shape);
    expect(await remarksOf(body)).toEqual([`placemark 1 (odd), line 1 of the KML: ${text}`]);
    expect((await layerOf(body)).geometry.names).toEqual(["odd"]);
  });

  test("of which none is drawn are refused with the first reason", async () => {
    expect(await outcomeOf(zipped(document(placemark("a", line("1.5,2")))))).toMatchObject({
      reason: "noGeometry",
      text: "The file holds nothing that can be drawn: placemark 1 (a), line 1 of the KML: a line of one vertex: left out",
    });
  });
});
