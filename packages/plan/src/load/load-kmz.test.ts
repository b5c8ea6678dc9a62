import { zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { hasRealData, realFile } from "../../../../tools/testing/real-data.ts";
import { latitudeOf, longitudeOf, wholeExtent } from "../model/index.ts";
import { drawnDegrees } from "../testing/index.ts";
import { loadKmz } from "./load-kmz.ts";
import { loadPlans } from "./index.ts";
import {
  document,
  line,
  loadedFrom,
  outcomeOf,
  placemark,
  ring,
  zipped,
} from "./testing/kmz-plan.ts";

const link = (href: string): string =>
  `<NetworkLink><name>n</name><Link><href>${href}</href></Link></NetworkLink>`;
const layerOf = async (body: string) => (await loadedFrom(body)).layer;

describe("a KMZ", () => {
  test("keeps names, folder paths and marks, and counts what draws nothing", async () => {
    const layer = await layerOf(
      `<Folder><name>Block A</name><Folder><name>East</name>${placemark("L1", line("1,2 3,4"))}</Folder>
       <Folder><name>Cross strips</name>${placemark("L2", line("1,2 3,4"))}</Folder></Folder>
       ${placemark("XS 3", line("1,2 3,4"))}${placemark("note", "")}`,
    );
    expect(layer.geometry.names).toEqual(["L1", "L2", "XS 3"]);
    expect(layer.geometry.folders).toEqual(["Block A/East", "Block A/Cross strips", ""]);
    expect([...layer.marked]).toEqual([0, 1, 1]);
    expect(layer.withoutGeometry).toBe(1);
  });

  test("draws points, lines, tracks, rings and polygons with holes", async () => {
    const { geometry } = await layerOf(
      placemark("p", "<Point><coordinates>1,2,3</coordinates></Point>") +
        placemark(
          "t",
          "<gx:Track><gx:coord>1 2 3</gx:coord><gx:coord>4 5 6</gx:coord></gx:Track>",
        ) +
        placemark("r", "<LinearRing><coordinates>1,1 2,1 2,2 1,1</coordinates></LinearRing>") +
        placemark(
          "a",
          `<Polygon>${ring("outerBoundaryIs", "0,0 0,9 9,9 9,0")}${ring("innerBoundaryIs", "1,1 2,1 2,2 1,1")}</Polygon>`,
        ),
    );
    expect([...geometry.kinds]).toEqual([0, 1, 1, 2]);
    expect(drawnDegrees(geometry, 1)).toEqual([[1, 2, 4, 5]]);
    // The outer ring was open and clockwise, the hole counter-clockwise.
    expect(drawnDegrees(geometry, 3)).toEqual([
      [0, 0, 9, 0, 9, 9, 0, 9, 0, 0],
      [1, 1, 2, 2, 2, 1, 1, 1],
    ]);
  });

  test("keeps a MultiGeometry one feature, of several kinds a collection", async () => {
    const point = "<Point><coordinates>1,2</coordinates></Point>";
    const { geometry } = await layerOf(
      placemark("lines", `<MultiGeometry>${line("1,2 3,4")}${line("5,6 7,8")}</MultiGeometry>`) +
        placemark("both", `<MultiGeometry>${line("1,2 3,4")}${point}</MultiGeometry>`),
    );
    expect([...geometry.kinds]).toEqual([1, 3]);
    expect([...geometry.partStarts]).toEqual([0, 2, 4]);
    expect([...geometry.partKinds]).toEqual([1, 1, 1, 0]);
  });

  test("lists network links and never follows them: not to itself either", async () => {
    const layer = await layerOf(link("doc.kml") + link("https://example.org/more.kmz"));
    expect(layer.networkLinks).toEqual([
      { name: "n", address: "doc.kml" },
      { name: "n", address: "https://example.org/more.kmz" },
    ]);
    expect(layer.geometry.kinds).toHaveLength(0);
  });

  test("draws nothing of what stands where no feature can be", async () => {
    const stray = line("1,2 3,4");
    const { geometry, networkLinks } = await layerOf(
      `<NetworkLink>${stray}</NetworkLink>${placemark("a", line("5,6 7,8"))}<NetworkLink>${stray}</NetworkLink>${stray}
       <Placemark>${stray}${placemark("inner", line("8,8 9,9"))}${stray}</Placemark>`,
    );
    expect(networkLinks).toHaveLength(2);
    expect(geometry.names).toEqual(["a", "inner"]);
    expect([...geometry.partStarts]).toEqual([0, 1, 2]);
    expect([...geometry.positionStarts]).toEqual([0, 2, 4]);
    expect(geometry.positions).toHaveLength(8);
    expect(drawnDegrees(geometry, 1)).toEqual([[8, 8, 9, 9]]);
  });

  test("draws the box of a ground overlay, as OGR has it", async () => {
    const { geometry } = await layerOf(
      "<GroundOverlay><name>g</name><LatLonBox><north>4</north><south>2</south><east>3</east><west>1</west></LatLonBox></GroundOverlay>",
    );
    expect(drawnDegrees(geometry, 0)).toEqual([[1, 2, 3, 2, 3, 4, 1, 4, 1, 2]]);
  });

  test("lets a line across 180° go on beyond it", async () => {
    const { geometry } = await layerOf(placemark("l", line("179,1 -179,2 -178,3 179,4")));
    expect(drawnDegrees(geometry, 0)).toEqual([[179, 1, 181, 2, 182, 3, 179, 4]]);
  });

  test("brings lines on both sides of 180° together", async () => {
    const { geometry } = await layerOf(
      placemark("east", line("179,1 179.5,1")) + placemark("west", line("-179.9,1 -179,1")),
    );
    expect(drawnDegrees(geometry, 1)).toEqual([[180.1, 1, 181, 1]]);
  });

  test("leaves what is spread over the world where it is, and a box around the world", async () => {
    const { geometry } = await layerOf(
      placemark("a", line("-150,1 -149,1")) +
        placemark("b", line("10,1 11,1")) +
        placemark(
          "box",
          `<Polygon>${ring("outerBoundaryIs", "-180,-80 180,-80 180,80 -180,80 -180,-80")}</Polygon>`,
        ),
    );
    expect(drawnDegrees(geometry, 0)).toEqual([[-150, 1, -149, 1]]);
    expect(drawnDegrees(geometry, 2)[0]?.slice(0, 4)).toEqual([-180, -80, 180, -80]);
  });

  test("with a ring of 20,000 corners is read", async () => {
    const corners = Array.from({ length: 20_000 }, (_, at) => {
      const turn = (at / 20_000) * 2 * Math.PI;
      return `${133 + Math.cos(turn)},${-27 + Math.sin(turn)},0`;
    });
    const { geometry } = await layerOf(
      placemark("r", `<Polygon>${ring("outerBoundaryIs", corners.join(" "))}</Polygon>`),
    );
    expect(geometry.positions).toHaveLength(2 * 20_001);
  });
});

describe("a KMZ is refused:", () => {
  test.each([
    ["181,1 2,2", "Coordinates are out of range: feature 2 (bad), at 181, 1"],
    ["1,90 2,2", "Coordinates are out of range: feature 2 (bad), at 1, 90"],
    [
      "1,-95 2,2",
      "Coordinates are out of range: feature 2 (bad), at 1, -95: are longitude and latitude swapped?",
    ],
    [
      "1,x 2,2",
      `Coordinates cannot be read: placemark 2 (bad), line 3 of the KML: "x" is not a number`,
    ],
    [
      "1,NaN 2,2",
      `Coordinates cannot be read: placemark 2 (bad), line 3 of the KML: "NaN" is not a number`,
    ],
    [
      "1 2",
      "Coordinates cannot be read: placemark 2 (bad), line 3 of the KML: 1 stands alone, where a position has two numbers or three: are these decimal commas?",
    ],
    [
      "144,5 -37,8 0",
      "Coordinates cannot be read: placemark 2 (bad), line 3 of the KML: 0 stands alone, where a position has two numbers or three: are these decimal commas?",
    ],
    [
      "10.1,10.2,10.3,10.4,10.5,10.6",
      "Coordinates cannot be read: placemark 2 (bad), line 3 of the KML: 6 numbers with commas alone between them can be read in more than one way, or in none: put a space between the positions",
    ],
  ])("coordinates %s", async (coordinates, text) => {
    const body = `\n${placemark("good", line("1,2 3,4"))}\n${placemark("bad", line(coordinates))}`;
    expect(await outcomeOf(zipped(document(body)))).toMatchObject({ text });
  });

  test.each([
    ["notKml", "<gpx></gpx>"],
    ["notWellFormed", "<kml><Document></kml>"],
    ["documentType", "<!DOCTYPE kml [<!ENTITY a 'b'>]><kml/>"],
    ["noGeometry", document("")],
  ])("%s", async (reason, kml) => {
    expect(await outcomeOf(zipped(kml))).toMatchObject({ reason });
  });

  test("what is not well-formed with its line and column", async () => {
    expect(await outcomeOf(zipped("\n<kml>\n<Document>& &amp;</Folder></kml>"))).toMatchObject({
      text: "The KML is not well-formed XML: line 3, column 26 of the KML: unexpected close tag",
    });
  });

  test("an archive within it instead of a KML", async () => {
    const inner = zipped(document(""));
    expect(await outcomeOf(zipSync({ "doc.kmz": inner }))).toMatchObject({ reason: "noKml" });
  });

  test("a bomb", async () => {
    expect(await outcomeOf(zipped(new Uint8Array(40_000_000).fill(0x20)))).toMatchObject({
      reason: "tooLarge",
    });
  });

  test("more positions than the map takes", async () => {
    const bytes = zipped(document(placemark("l", line("1,2 3,4 5,6"))));
    const file = { name: "a.kmz", bytes };
    expect(await loadKmz(file, { positions: 2, features: 9 })).toMatchObject({
      reason: "tooManyPositions",
    });
    expect(await loadKmz(file, { positions: 3, features: 0 })).toMatchObject({
      reason: "tooManyPositions",
    });
    expect(await loadKmz(file, { positions: 3, features: 1 })).toMatchObject({ ok: true });
  });
});

const bytesOf = async (path: string): Promise<Uint8Array> => {
  const source = realFile(path);
  return source.read(0, source.size);
};

describe.runIf(hasRealData)("of real files (../shared/data), as ogrinfo 3.6.2 has them:", () => {
  test.each([
    ["KML_Samples", 20, [-122.0860162, 36.0795495, 15.3583265, 38.8729102]],
    ["extended_data", 1, [-122.0822035, 37.4222899, -122.0822035, 37.4222899]],
    ["gxtrack", 1, [-122.207881, 37.371915, -122.203207, 37.374857]],
    ["linestring", 2, [-122.364383, 37.824322, -122.363917, 37.824787]],
    ["multigeometry", 1, [-122.442838, 37.8065999, -122.442551, 37.8066642]],
  ])("%s.kml, zipped", async (name, features, extent) => {
    const outcome = await outcomeOf(zipped(await bytesOf(`kml/${name}.kml`)));
    if (outcome?.kind !== "loaded") throw new Error(JSON.stringify(outcome));
    const { geometry } = outcome.layer;
    expect(geometry.kinds).toHaveLength(features);
    const [minX = 0, minY = 0, maxX = 0, maxY = 0] = wholeExtent([geometry]) ?? [];
    expect(degreesOf(minX, minY, maxX, maxY)).toEqual(extent);
  });

  test.each([["senate.zip", 40, [-73.5082396, 41.2379617, -69.9278017, 42.8868183]]])(
    "%s",
    async (name, features, extent) => {
      const file = { name, bytes: await bytesOf(`shapefile/${name}`) };
      const [outcome] = await loadPlans([file], { by: "drop" });
      if (outcome?.kind !== "loaded") throw new Error(JSON.stringify(outcome));
      const { geometry } = outcome.layer;
      expect(geometry.kinds).toHaveLength(features);
      const [minX = 0, minY = 0, maxX = 0, maxY = 0] = wholeExtent([geometry]) ?? [];
      expect(degreesOf(minX, minY, maxX, maxY)).toEqual(extent);
    },
  );

  test.each([
    ["bad.kmz", "notAZip"],
    ["nokml.kmz", "noKml"],
    ["doc.kmz", "noGeometry"],
    ["multikml-doc.kmz", "noGeometry"],
  ])("%s is refused: %s", async (name, reason) => {
    expect(await outcomeOf(await bytesOf(`kmz/${name}`))).toMatchObject({ reason });
  });
});

const degreesOf = (...[minX, minY, maxX, maxY]: [number, number, number, number]): number[] =>
  [longitudeOf(minX), latitudeOf(minY), longitudeOf(maxX), latitudeOf(maxY)].map((degrees) =>
    Number(degrees.toFixed(7)),
  );
