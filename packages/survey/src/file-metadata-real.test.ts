import { describe, expect, test } from "vitest";
import { hasRealData, realFile } from "../../../tools/testing/real-data.ts";
import { readFileMetadata } from "./file-metadata.ts";

type Facts = Readonly<Record<string, unknown>>;

function las(kind: string, version: string, pointFormat: number, pointCount: number): Facts {
  const compressed = kind === "laz";
  return { kind, version, pointFormat, pointCount, compressed, bounds: expect.anything() };
}

function drawn(kind: string, lines: number, polygons: number, points: number): Facts {
  return { kind, lines, polygons, points, crossStrips: 0 };
}

function recording(start: number, end: number, records: number): Facts {
  const span = { start: expect.closeTo(start, 3), end: expect.closeTo(end, 3) };
  return { kind: "applanix", serial: "5268", gpsWeek: 1694, ...span, records, badRecords: 0 };
}

const cutOff = (reason: string): Facts => ({ kind: "cutOff", reason });

const unknown: Facts = { kind: "unknown", error: "unknownKind" };

/** The known metadata of the files in ../shared/data; its README names the sources. */
const TRUTHS: Readonly<Record<string, Facts>> = {
  "applanix/real_poslv_display.000": recording(152_102.906, 152_182.815, 2973),
  "applanix/applanix_tailcut.000": {
    ...recording(152_102.906, 152_148.404, 1690),
    damage: cutOff("it ends within a record: 49 bytes follow its last whole record"),
  },
  "applanix/applanix_headcut.001": {
    ...recording(152_103.112, 152_139.405, 1327),
    damage: cutOff("it ends within a record: 12 bytes follow its last whole record"),
  },
  "las/simple.las": las("las", "1.2", 3, 1065),
  "las/simple.laz": las("laz", "1.2", 3, 1065),
  "las/autzen_trim.laz": las("laz", "1.2", 3, 110_000),
  "las/las_with_several_extra_byte_bloc.laz": las("laz", "1.4", 8, 697_721),
  "las/pdrf4-1.3.laz": las("laz", "1.3", 4, 1024),
  "las/pdrf6-1.4.laz": las("laz", "1.4", 6, 1024),
  "las/pdrf7-v4-1.4.laz": las("laz", "1.4", 7, 1024),
  "las/pdrf8-1.4.laz": las("laz", "1.4", 8, 1024),
  "las/pdrf10-1.4.laz": las("laz", "1.4", 10, 1024),
  "las/1.2-with-color-clipped.las": {
    ...las("las", "1.2", 3, 1065),
    error: "truncated",
    damage: cutOff("it holds 1,064 of the 1,065 points that its header states"),
  },
  "las/garbage_nVariableLength.las": {
    ...las("las", "1.2", 0, 719),
    error: "truncated",
    damage: cutOff("it holds 718 of the 719 points that its header states"),
  },
  "las/trunc100.laz": { kind: "laz", error: "tooShort" },
  "las/zero_header.laz": { kind: "laz", error: "wrongSignature" },
  "kml/KML_Samples.kml": drawn("kml", 6, 9, 4),
  "kml/bad.kml": {
    kind: "kml",
    error: "badCoordinates",
    about: 'placemark 1, line 5 of the KML: "no" is not a number',
  },
  "kml/extended_data.kml": drawn("kml", 0, 0, 1),
  "kml/gxtrack.kml": drawn("kml", 1, 0, 0),
  "kml/linestring.kml": drawn("kml", 2, 0, 0),
  "kml/multigeometry.kml": drawn("kml", 2, 0, 0),
  "kml/networklink.kml": drawn("kml", 0, 0, 0),
  "kmz/doc.kmz": drawn("kmz", 0, 0, 0),
  "kmz/hier.kmz": drawn("kmz", 0, 0, 0),
  "kmz/multikml-doc.kmz": drawn("kmz", 0, 0, 0),
  "kmz/nokml.kmz": { kind: "kmz", error: "noKml" },
  "kmz/bad.kmz": {
    kind: "kmz",
    error: "notAZip",
    damage: cutOff("it has no end record of a ZIP archive, or bytes behind it"),
  },
  "imagery/autzen.jgw": {
    kind: "world",
    pixelWidth: 1,
    pixelHeight: -1,
    rotation: [0, 0],
    upperLeft: [635_615.9278659122, 853_362.1430851521],
  },
  "imagery/autzen.jpg": unknown,
  "gnss/14601736.18n": unknown,
  "gnss/14601736.18o": unknown,
  "shapefile/senate.zip": unknown,
};

// The same readers meet the same formats, as our own writers make them, in the other tests.
describe.runIf(hasRealData)("of the real files (../shared/data)", () => {
  test.each(Object.keys(TRUTHS))("%s is what it is known to be", async (name) => {
    const source = realFile(name);
    expect(await readFileMetadata(source)).toEqual({ path: source.path, ...TRUTHS[name] });
  });
});
