import { strToU8 } from "fflate";
import { describe, expect, test } from "vitest";
import { hasRealData, realFile } from "../../../../../tools/testing/real-data.ts";
import { marksCrossStrip } from "./kml-walker.ts";
import { memorySource } from "../file-source.ts";
import { readKml } from "./read-kml.ts";

const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">`;
const LINE = "<LineString><coordinates>1,2,0 3,4,0</coordinates></LineString>";
const kml = (body: string): Uint8Array => strToU8(`${KML}<Document>${body}</Document></kml>`);
const read = (body: string): ReturnType<typeof readKml> =>
  readKml(memorySource("a.kml", kml(body)));

const ring = (at: number): string =>
  `<LinearRing><coordinates>${at},0 ${at + 1},0 ${at},1 ${at},0</coordinates></LinearRing>`;

describe.runIf(hasRealData)("of real files (../shared/data)", () => {
  test.each([
    ["linestring.kml", { lines: 2 }],
    ["gxtrack.kml", { lines: 1 }],
    ["networklink.kml", { lines: 0 }],
    ["extended_data.kml", { points: 1 }],
    ["KML_Samples.kml", { ok: true }],
    ["multigeometry.kml", { ok: true }],
  ])("%s is read", async (name, expected) => {
    expect(await readKml(realFile(`kml/${name}`))).toMatchObject({ ok: true, ...expected });
  });

  test("bad.kml is refused: its coordinates are not numbers", async () => {
    expect(await readKml(realFile("kml/bad.kml"))).toEqual({
      ok: false,
      fault: "badCoordinates",
      about: 'placemark 1, line 5 of the KML: "no" is not a number',
    });
  });
});

describe("a KML", () => {
  test("counts lines, polygons and points wherever they are nested", async () => {
    const square = "<LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing>";
    const polygon = `<Polygon><outerBoundaryIs>${square}</outerBoundaryIs></Polygon>`;
    const point = "<Point><coordinates> 1 , 2 </coordinates></Point>";
    const track = "<gx:Track><gx:coord>1 2 3</gx:coord><gx:coord>2 3 4</gx:coord></gx:Track>";
    const body = `<Folder><Folder><Placemark><MultiGeometry>${LINE}<MultiGeometry>${polygon}${square}
      </MultiGeometry>${point}</MultiGeometry></Placemark></Folder><Placemark>
      <gx:MultiTrack>${track}${track}</gx:MultiTrack></Placemark></Folder>`;
    expect(await read(body)).toMatchObject({ ok: true, lines: 4, polygons: 1, points: 1 });
  });

  test.each([
    [`<Placemark><name>Cross Strip 1</name>${LINE}</Placemark>`, 1],
    [`<Placemark><name>L1</name><description>an x-line</description>${LINE}</Placemark>`, 1],
    [
      `<Placemark><ExtendedData><Data name="t"><value>XS02</value></Data></ExtendedData></Placemark>`,
      1,
    ],
    [`<Folder><name>Tie lines</name><Placemark/><Folder><Placemark/></Folder></Folder>`, 2],
    [`<name>Cross Creek</name><Placemark><name>Line 1</name>${LINE}</Placemark>`, 0],
  ])("%s has %i cross strips", async (body, crossStrips) => {
    expect(await read(body)).toMatchObject({ ok: true, crossStrips });
  });

  test("keeps lines and the outer rings of polygons for a map", async () => {
    const area = `<Polygon><outerBoundaryIs>${ring(5)}</outerBoundaryIs><innerBoundaryIs>${ring(7)}</innerBoundaryIs></Polygon>`;
    const result = await read(
      `<Placemark><name>XS1</name>${LINE}</Placemark><Placemark><name>A</name>${area}</Placemark>`,
    );
    const line: [number, number][] = [
      [1, 2],
      [3, 4],
    ];
    const outer: [number, number][] = [
      [5, 0],
      [6, 0],
      [5, 1],
      [5, 0],
    ];
    expect(result).toMatchObject({
      paths: [
        { name: "XS1", crossStrip: true, area: false, positions: line },
        { name: "A", crossStrip: false, area: true, positions: outer },
      ],
    });
  });

  test.each([
    ["another root", "<html/>", "notKml"],
    ["a document type", `<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>`, "documentType"],
    ["a thousand levels", "<kml>".repeat(1000), "tooLarge"],
  ])("with %s is refused", async (_, text, fault) => {
    expect(await readKml(memorySource("a.kml", strToU8(text)))).toEqual({ ok: false, fault });
  });

  test.each([
    ["a missing end", "<kml>\n<Document>", "line 2, column 10 of the KML: unclosed tag: Document"],
    ["nothing", "   ", "line 1, column 3 of the KML: document must contain a root element"],
    ["an entity of its own", "<kml>&a;</kml>", "line 1, column 8 of the KML: undefined entity"],
    ["blanks before it", "\n  <kml></Kml>", "line 2, column 13 of the KML: unexpected close tag"],
    [
      "mended ampersands before it",
      "<kml>\n<a>& & &eacute;</a></b>",
      "line 2, column 23 of the KML: unexpected close tag",
    ],
    [
      "mended ampersands far before it",
      `<kml>& &${"a".repeat(200_000)}</b>`,
      "line 1, column 200012 of the KML: unexpected close tag",
    ],
  ])("that is not well-formed is refused with line and column: %s", async (_, text, about) => {
    const result = await readKml(memorySource("a.kml", strToU8(text)));
    expect(result).toEqual({ ok: false, fault: "notWellFormed", about });
  });

  test.each([
    ["a line", "\n"],
    ["blanks", "  \r\n\t"],
    ["a mark", "\ufeff"],
    ["blanks and a mark", " \n\ufeff"],
    ["two marks", "\ufeff\ufeff"],
    ["a page of blanks", " \n".repeat(60_000)],
  ])("with %s before its declaration is read", async (_, before) => {
    const text = `${before}${KML}<Placemark><name>XS1 ä</name>${LINE}</Placemark></kml>`;
    const utf8 = await readKml(memorySource("a.kml", strToU8(text)));
    expect(utf8).toMatchObject({ crossStrips: 1, paths: [{ name: "XS1 ä" }] });
    const wide = await readKml(memorySource("a.kml", Buffer.from(text, "utf16le")));
    expect(wide).toMatchObject({ crossStrips: 1, paths: [{ name: "XS1 ä" }] });
  });

  test("in Latin-1 with a blank before its declaration is read as Latin-1", async () => {
    const text = `\n<?xml version="1.0" encoding="ISO-8859-1"?><kml><Placemark><name>é</name>${LINE}</Placemark></kml>`;
    const bytes = Uint8Array.from(text, (char) => char.charCodeAt(0));
    expect(await readKml(memorySource("a.kml", bytes))).toMatchObject({ paths: [{ name: "é" }] });
  });

  test.each([
    ["Smith & Sons", "Smith & Sons"],
    ["a&b &amp; c", "a&b & c"],
    ["Line&nbsp;2", "Line\u00a02"],
    ["30&deg; &ndash; 40&deg;", "30° – 40°"],
    ["<![CDATA[a & b]]>", "a & b"],
  ])("with the name %s is read as Google Earth reads it", async (name, expected) => {
    const result = await read(`<Placemark><name>${name}</name>${LINE}</Placemark>`);
    expect(result).toMatchObject({ paths: [{ name: expected }] });
  });

  test("names the line of a placemark in the document, with blank lines before it", async () => {
    const text = `\n\n${KML}\n<Placemark><LineString><coordinates>1,x</coordinates></LineString></Placemark></kml>`;
    const result = await readKml(memorySource("a.kml", strToU8(text)));
    expect(!result.ok && result.about).toContain("line 4 of the KML");
  });

  test("may leave out a position of a track", async () => {
    const track =
      "<gx:Track><gx:coord>1 2 3</gx:coord><gx:coord/><gx:coord>2 2 3</gx:coord></gx:Track>";
    const positions = [
      [1, 2],
      [2, 2],
    ];
    expect(await read(`<Placemark>${track}</Placemark>`)).toMatchObject({
      lines: 1,
      paths: [{ positions }],
      remarks: [],
    });
  });

  test("of which no end comes is refused before it fills the memory", async () => {
    for (const head of ["<kml><!--", "<kml><name>", "<kml a='", "<kml><![CDATA[", "<kml><"]) {
      const bytes = strToU8(head + "a".repeat(5_000_000));
      const result = await readKml(memorySource("a.kml", bytes));
      expect(result).toEqual({ ok: false, fault: "tooLarge" });
    }
  });

  test("may hold a track of a hundred thousand positions", async () => {
    const body = `<Placemark><LineString><coordinates>${"144.12345,-37.12345,1500 ".repeat(100_000)}
      </coordinates></LineString></Placemark>`;
    const result = await read(body);
    expect(result).toMatchObject({ ok: true, lines: 1 });
    expect(result.ok && result.paths[0]?.positions.length).toBe(100_000);
  });

  test("in UTF-16 without a mark is read", async () => {
    const text = `${KML}<Placemark><name>Cross Strip ä</name></Placemark></kml>`;
    const little = Buffer.from(text, "utf16le");
    expect(await readKml(memorySource("a.kml", little))).toMatchObject({ crossStrips: 1 });
    const big = Buffer.from(little).swap16();
    expect(await readKml(memorySource("a.kml", big))).toMatchObject({ crossStrips: 1 });
  });

  test.each(["UTF-16", "utf-16le", "no-such-encoding"])(
    "that wrongly declares %s is read as UTF-8",
    async (label) => {
      const text = `\ufeff<?xml version="1.0" encoding="${label}"?><kml><name>XS1 ä</name></kml>`;
      expect(await readKml(memorySource("a.kml", strToU8(text)))).toMatchObject({ ok: true });
    },
  );

  test("in UTF-16 or Latin-1 is read", async () => {
    const text = `\ufeff${KML}<Placemark><name>Cross Strip ä</name></Placemark></kml>`;
    const wide = new Uint8Array(Uint16Array.from(text, (char) => char.charCodeAt(0)).buffer);
    expect(await readKml(memorySource("a.kml", wide))).toMatchObject({ crossStrips: 1 });
    const latin = `<?xml version="1.0" encoding="ISO-8859-1"?><kml><name>\u00e4</name></kml>`;
    const bytes = Uint8Array.from(latin, (char) => char.charCodeAt(0));
    expect(await readKml(memorySource("a.kml", bytes))).toMatchObject({ ok: true });
  });
});

test.each(["Cross Strip 1", "cross_strips", "X-Line 4", "tie lines", "XS01", "CS 2", "crossline"])(
  "%s marks a cross strip",
  (text) => {
    expect(marksCrossStrip(text)).toBe(true);
  },
);

test.each(["Line 1", "Crossing", "XSTRIPE", "Cross Creek", "ACS 12", "necktie line-up"])(
  "%s marks none",
  (text) => {
    expect(marksCrossStrip(text)).toBe(false);
  },
);

const bytesOf = (bytes: Uint8Array): ReturnType<typeof readKml> =>
  readKml(memorySource("a.kml", bytes));
const nested = (depth: number): string => `${"<Folder>".repeat(depth)}${"</Folder>".repeat(depth)}`;

describe("a KML's limits", () => {
  test("are 32 MB, of which none is read beyond", async () => {
    expect(await bytesOf(new Uint8Array(0))).toEqual({ ok: false, fault: "empty" });
    const large = {
      path: "a.kml",
      size: 33_554_433,
      read: () => Promise.reject(new Error("read")),
    };
    expect(await readKml(large)).toEqual({
      ok: false,
      fault: "tooLarge",
    });
  });

  test("are 255 elements in one another", async () => {
    expect(await read(nested(254))).toMatchObject({ ok: true });
    expect(await read(nested(255))).toEqual({ ok: false, fault: "tooLarge" });
  });

  test("do not count comments and texts together", async () => {
    const comment = `<!--${"x".repeat(3_000_000)}-->`;
    expect(await read(`${comment}${comment}<Placemark>${LINE}</Placemark>`)).toMatchObject({
      lines: 1,
    });
  });

  test("keep two bytes of a letter together where a piece ends between them", async () => {
    const opening = `${KML}<Document><Placemark><name>`;
    const name = `${"a".repeat(65_535 - opening.length)}é`;
    const file = strToU8(`${opening}${name}</name>${LINE}</Placemark></Document></kml>`);
    const result = await bytesOf(file);
    expect(result.ok && result.paths[0]?.name).toBe(name);
  });
});

const pathsOf = async (body: string): Promise<unknown> => {
  const result = await read(body);
  return result.ok ? result.paths : result;
};
const track = (...coords: string[]): string =>
  `<gx:Track>${coords.map((c) => `<gx:coord>${c}</gx:coord>`).join("")}</gx:Track>`;

describe("a KML's outline", () => {
  test("takes a placemark's own name, in CDATA too, without the spaces around it", async () => {
    const data = "<ExtendedData><Data><name>other</name></Data></ExtendedData>";
    expect(
      await pathsOf(`<Placemark><name> <![CDATA[L 1]]> </name>${data}${LINE}</Placemark>`),
    ).toMatchObject([{ name: "L 1", crossStrip: false }]);
    expect(await pathsOf(`<Placemark>${LINE}</Placemark>`)).toMatchObject([{ name: "" }]);
  });

  test("marks cross strips of a marked folder only, not of the document or a later folder", async () => {
    const line = `<Placemark>${LINE}</Placemark>`;
    const folder = (name: string): string => `<Folder><name>${name}</name>${line}</Folder>`;
    const marked = folder("Cross strips");
    expect(await read(`<name>Cross strips</name>${line}`)).toMatchObject({ crossStrips: 0 });
    expect(await read(`${marked}${folder("Lines")}${line}`)).toMatchObject({
      crossStrips: 1,
      placemarks: 3,
    });
    expect(await read(`<Folder><Style><name>XS1</name></Style>${line}</Folder>`)).toMatchObject({
      crossStrips: 0,
    });
  });

  test("draws each track by itself, with its numbers parted by any spaces", async () => {
    const body = `<Placemark>${track(" 1  2\t3 ", "2 3 4", " ")}${track("5 6 7", "6 7")}</Placemark>`;
    expect(await pathsOf(body)).toMatchObject([
      {
        positions: [
          [1, 2],
          [2, 3],
        ],
      },
      {
        positions: [
          [5, 6],
          [6, 7],
        ],
      },
    ]);
  });

  test.each(["1", "1,x", ",2", "x,2", "1,2 3"])("refuses the coordinates %j", async (text) => {
    const line = `<LineString><coordinates>${text}</coordinates></LineString>`;
    const result = await read(`\n<Placemark><name>L1</name>${line}</Placemark>`);
    expect(result).toMatchObject({ ok: false, fault: "badCoordinates" });
    expect(!result.ok && result.about).toContain("placemark 1 (L1), line 2 of the KML: ");
  });

  test("draws nothing of empty lines, nor of lines outside a placemark", async () => {
    const empty = "<LineString><coordinates> </coordinates></LineString>";
    expect(await pathsOf(`<Placemark>${empty}</Placemark>${LINE}`)).toEqual([]);
    expect(await read(LINE)).toMatchObject({ lines: 1, placemarks: 0 });
  });

  test("keeps 200,000 positions and counts the lines of the others", async () => {
    const many = `<LineString><coordinates>${"1,2 ".repeat(150_000)}</coordinates></LineString>`;
    const result = await read(`<Placemark>${many}${many}</Placemark>`);
    expect(result.ok && result.paths.map(({ positions }) => positions.length)).toEqual([
      150_000, 50_000,
    ]);
    expect(result).toMatchObject({ lines: 2 });
  });

  test("of a document with another root, or none, is refused", async () => {
    expect(await readKml(memorySource("a.kml", strToU8("<gpx></gpx>")))).toEqual({
      ok: false,
      fault: "notKml",
    });
    expect(await readKml(memorySource("a.kml", strToU8(" ")))).toMatchObject({ ok: false });
  });
});
