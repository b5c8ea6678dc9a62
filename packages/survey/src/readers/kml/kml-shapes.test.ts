import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { memorySource } from "../file-source.ts";
import { readKml } from "./read-kml.ts";

const read = (body: string): ReturnType<typeof readKml> =>
  readKml(memorySource("a.kml", strToU8(`<kml><Document>${body}</Document></kml>`)));
const track = (coord: string): string => `<gx:Track><gx:coord>${coord}</gx:coord></gx:Track>`;

describe("a KML with shapes that cannot be drawn as they stand", () => {
  test.each([
    [
      "<LineString><coordinates>1.5,2,0</coordinates></LineString>",
      "a line of one vertex: left out",
    ],
    ["<LineString><coordinates/></LineString>", "a line without coordinates: left out"],
    [track("1 2 3"), "a track of one vertex: left out"],
    [
      "<LinearRing><coordinates>1,1 2,1.5 1,1</coordinates></LinearRing>",
      "a ring of 3 vertices, where four is the least: left out",
    ],
    ["<Point><coordinates/></Point>", "a point without coordinates: left out"],
  ])("leaves out %s, says so, and flies no cross-strip by it", async (shape, text) => {
    const body = `<Placemark><name>XS1</name>${shape}</Placemark>`;
    expect(await read(body)).toMatchObject({
      lines: 0,
      points: 0,
      crossStrips: 0,
      placemarks: 1,
      paths: [],
      remarks: [`placemark 1 (XS1), line 1 of the KML: ${text}`],
    });
  });

  test("draws an open ring and says so", async () => {
    const open = "<LinearRing><coordinates>1,1 2,1.5 2,2</coordinates></LinearRing>";
    const polygon = `<Polygon><outerBoundaryIs>${open}</outerBoundaryIs></Polygon>`;
    expect(await read(`<Placemark>${polygon}</Placemark>`)).toMatchObject({
      polygons: 1,
      paths: [{ area: true }],
      remarks: [
        "placemark 1, line 1 of the KML: a ring that is not closed: its last vertex is joined to its first",
      ],
    });
  });

  test("tells the first twenty remarks and counts the others", async () => {
    const one = "<Placemark><LineString><coordinates>1,2</coordinates></LineString></Placemark>";
    const result = await read(one.repeat(25));
    expect(result.ok && result.remarks).toHaveLength(21);
    expect(result.ok && result.remarks.at(-1)).toBe("5 more of these");
  });

  test.each([
    ["-34.9,138.5 -34.9,138.6", "are longitude and latitude swapped?"],
    ["361,1 2,2", "longitude 361, latitude 1 is not a place"],
  ])("refuses the coordinates %j, which are no place", async (text, words) => {
    const line = `<LineString><coordinates>${text}</coordinates></LineString>`;
    const result = await read(`<Placemark><name>L1</name>${line}</Placemark>`);
    expect(result).toMatchObject({ ok: false, fault: "outOfRange" });
    expect(!result.ok && result.about).toContain(words);
  });
});
