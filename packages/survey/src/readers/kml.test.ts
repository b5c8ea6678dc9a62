import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { hasRealData, realFile } from "../../../../tools/testing/real-data.ts";
import { marksCrossStrip } from "./cross-strip.ts";
import { memorySource } from "./file-source.ts";
import { readKml } from "./kml.ts";
import { readKmz } from "./kmz.ts";

const KML = `<?xml version="1.0"?><kml xmlns="http://www.opengis.net/kml/2.2">`;
const LINE = "<LineString><coordinates>1,2,0 3,4,0</coordinates></LineString>";
const kml = (body: string): Uint8Array => strToU8(`${KML}<Document>${body}</Document></kml>`);
const read = (body: string): ReturnType<typeof readKml> =>
  readKml(memorySource("a.kml", kml(body)));

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

  test("bad.kml is refused: its coordinates are no numbers", async () => {
    const verdict = await readKml(realFile("kml/bad.kml"));
    expect(verdict).toEqual({ ok: false, fault: "badCoordinates" });
  });

  test.each(["doc.kmz", "hier.kmz", "multikml-doc.kmz"])("%s is read", async (name) => {
    expect(await readKmz(realFile(`kmz/${name}`))).toMatchObject({ ok: true });
  });

  test.each([
    ["nokml.kmz", "noKml"],
    ["bad.kmz", "notAZip"],
  ])("%s is refused: %s", async (name, fault) => {
    expect(await readKmz(realFile(`kmz/${name}`))).toEqual({ ok: false, fault });
  });
});

describe("a KML", () => {
  test("counts lines, polygons and points wherever they are nested", async () => {
    const ring = "<LinearRing><coordinates>0,0 1,0 1,1 0,0</coordinates></LinearRing>";
    const polygon = `<Polygon><outerBoundaryIs>${ring}</outerBoundaryIs></Polygon>`;
    const point = "<Point><coordinates> 1 , 2 </coordinates></Point>";
    const track = "<gx:Track><gx:coord>1 2 3</gx:coord><gx:coord>2 3 4</gx:coord></gx:Track>";
    const body = `<Folder><Folder><Placemark><MultiGeometry>${LINE}<MultiGeometry>${polygon}${ring}
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

  test("keeps the paths for a map", async () => {
    const verdict = await read(`<Placemark><name>XS1</name>${LINE}</Placemark>`);
    expect(verdict).toMatchObject({
      paths: [
        {
          name: "XS1",
          crossStrip: true,
          positions: [
            [1, 2],
            [3, 4],
          ],
        },
      ],
    });
  });

  test.each([
    ["another root", "<html/>", "notKml"],
    ["a missing end", "<kml><Document>", "notWellFormed"],
    ["nothing", "   ", "notWellFormed"],
    ["a document type", `<!DOCTYPE kml [<!ENTITY a "b">]><kml>&a;</kml>`, "documentType"],
    ["an entity of its own", "<kml>&a;</kml>", "notWellFormed"],
    ["a thousand levels", "<kml>".repeat(1000), "tooLarge"],
  ])("with %s is refused", async (_, text, fault) => {
    expect(await readKml(memorySource("a.kml", strToU8(text)))).toEqual({ ok: false, fault });
  });

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

const readZip = (bytes: Uint8Array): ReturnType<typeof readKmz> =>
  readKmz(memorySource("a.kmz", bytes));
const named = (name: string): Uint8Array => kml(`<Placemark><name>${name}</name></Placemark>`);

describe("a KMZ", () => {
  test.each([[0], [6]] as const)("stored or deflated (%i) is read", async (level) => {
    expect(await readZip(zipSync({ "a.kml": named("XS1") }, { level }))).toMatchObject({
      crossStrips: 1,
    });
  });

  test("is read by its root KML", async () => {
    const other = named("L1");
    const inFolder = { "a/b.kml": other, "a/doc.kml": named("XS1"), "c.kml": other };
    expect(await readZip(zipSync(inFolder))).toMatchObject({ crossStrips: 1 });
    const first = { "a/b.kml": other, "z.kml": named("XS1"), "y.kml": other };
    expect(await readZip(zipSync(first))).toMatchObject({ crossStrips: 1 });
  });

  test("with a damaged entry is refused", async () => {
    const zip = zipSync({ "a.kml": named("L1") }, { level: 0 });
    const at = zip.indexOf(0x4c, 60);
    zip[at] = 0x4d;
    expect(await readZip(zip)).toEqual({ ok: false, fault: "wrongChecksum" });
  });

  test("that inflates beyond what it promises is refused", async () => {
    const zip = zipSync({ "a.kml": new Uint8Array(5_000_000).fill(32) });
    const view = new DataView(zip.buffer, zip.byteOffset);
    const directory = view.getUint32(zip.length - 6, true);
    view.setUint32(directory + 24, 1000, true);
    expect(await readZip(zip)).toEqual({ ok: false, fault: "corrupt" });
    view.setUint32(directory + 24, 4_000_000_000, true);
    expect(await readZip(zip)).toEqual({ ok: false, fault: "tooLarge" });
  });

  test("of any bytes gives a verdict", async () => {
    const valid = zipSync({ "doc.kml": kml(`<Placemark><name>L</name>${LINE}</Placemark>`) });
    const damaged = fc
      .array(fc.tuple(fc.nat(valid.length - 1), fc.nat(255)), { maxLength: 6 })
      .map((changes) => {
        const made = valid.slice();
        for (const [at, byte] of changes) made[at] = byte;
        return made;
      });
    await fc.assert(
      fc.asyncProperty(fc.oneof(damaged, fc.uint8Array({ maxLength: 200 })), async (file) => {
        expect(await readZip(file)).toHaveProperty("ok");
        expect(await readKml(memorySource("a.kml", file))).toHaveProperty("ok");
      }),
      { numRuns: 1000 },
    );
  });
});
