import fc from "fast-check";
import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { zipArchive, zipMember } from "../../../../../tools/testing/zip-writer.ts";
import { hasRealData, realFile } from "../../../../../tools/testing/real-data.ts";
import { memorySource } from "../file-source.ts";
import { readKml, readKmz } from "./read-kml.ts";

const kml = (body: string): Uint8Array =>
  strToU8(`<?xml version="1.0"?><kml><Document>${body}</Document></kml>`);
const LINE = "<LineString><coordinates>1,2,0 3,4,0</coordinates></LineString>";
const readZip = (bytes: Uint8Array): ReturnType<typeof readKmz> =>
  readKmz(memorySource("a.kmz", bytes));
const named = (name: string): Uint8Array => kml(`<Placemark><name>${name}</name></Placemark>`);

describe.runIf(hasRealData)("of real files (../shared/data)", () => {
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

  test.each([
    ["/doc.kml"],
    ["./doc.kml"],
    ["\\doc.kml"],
    ["C:\\plans\\doc.kml"],
    ["a/b/c/DOC.KML"],
    ["plan/näme.Kml"],
  ])("whose only KML is %s is read", async (name) => {
    expect(await readZip(zipArchive([zipMember(name, named("XS1"))]))).toMatchObject({
      crossStrips: 1,
    });
  });

  test.each(["../doc.kml", "a/../../doc.kml", "a\\..\\..\\doc.kml"])(
    "is not read by %s, which leads out of it",
    async (name) => {
      const outside = zipMember(name, named("L1"));
      expect(await readZip(zipArchive([outside]))).toEqual({ ok: false, fault: "noKml" });
      const inside = zipMember("z/plan.kml", named("XS1"));
      expect(await readZip(zipArchive([outside, inside]))).toMatchObject({ crossStrips: 1 });
    },
  );

  test("is not read from the files that macOS adds", async () => {
    const copy = zipMember("__MACOSX/plan/._doc.kml", new Uint8Array(120));
    const hidden = zipMember("plan/._plan.kml", new Uint8Array(120));
    const right = zipMember("plan/plan.kml", named("XS1"));
    expect(await readZip(zipArchive([copy, hidden, right]))).toMatchObject({ crossStrips: 1 });
  });

  test("of the kind ZIP64 is read", async () => {
    const wide = { ...zipMember("doc.kml", named("XS1")), wide: true };
    expect(await readZip(zipArchive([wide]))).toMatchObject({ crossStrips: 1 });
    expect(await readZip(zipArchive([wide], { wide: true }))).toMatchObject({ crossStrips: 1 });
    const lie = zipArchive([wide], { wide: true, place: (right) => right + 1e15 });
    expect(await readZip(lie)).toMatchObject({ ok: false });
  });

  test("with a comment behind and data descriptors is read", async () => {
    const streamed = { ...zipMember("doc.kml", named("XS1")), flags: 8 };
    const zip = zipArchive([streamed], { comment: strToU8("made by hand PK\x05\x06") });
    expect(await readZip(zip)).toMatchObject({ crossStrips: 1 });
  });

  test("that is encrypted or packed in another way is refused", async () => {
    const member = zipMember("doc.kml", named("L1"));
    expect(await readZip(zipArchive([{ ...member, flags: 1 }]))).toMatchObject({
      fault: "encrypted",
    });
    expect(await readZip(zipArchive([{ ...member, method: 14 }]))).toMatchObject({
      fault: "corrupt",
    });
  });

  test("that swells two hundred times is refused before anything is inflated", async () => {
    const bomb = zipArchive([zipMember("doc.kml", new Uint8Array(30_000_000).fill(32))]);
    expect(bomb.length).toBeLessThan(40_000);
    expect(await readZip(bomb)).toEqual({ ok: false, fault: "tooLarge" });
  });

  test("with ten thousand and one entries is refused", async () => {
    const member = zipMember("a.kml", named("L1"));
    const zip = zipArchive(Array.from({ length: 10_001 }, () => member));
    expect(await readZip(zip)).toEqual({ ok: false, fault: "tooLarge" });
  });

  test("with a damaged entry is refused", async () => {
    const zip = zipSync({ "a.kml": named("L1") }, { level: 0 });
    const at = zip.indexOf(0x4c, 60);
    zip[at] = 0x4d;
    expect(await readZip(zip)).toEqual({ ok: false, fault: "wrongChecksum" });
  });

  test("that inflates beyond what it promises is refused", async () => {
    const zip = zipSync({ "a.kml": new Uint8Array(900_000).fill(32) });
    const view = new DataView(zip.buffer, zip.byteOffset);
    const directory = view.getUint32(zip.length - 6, true);
    view.setUint32(directory + 24, 1000, true);
    expect(await readZip(zip)).toEqual({ ok: false, fault: "corrupt" });
    view.setUint32(directory + 24, 4_000_000_000, true);
    expect(await readZip(zip)).toEqual({ ok: false, fault: "tooLarge" });
  });

  test("of any bytes gives a result", async () => {
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

const blank = (bytes: number): Uint8Array =>
  strToU8(`<kml><Document>${" ".repeat(bytes)}</Document></kml>`);

describe("a KMZ's directory", () => {
  const right = zipMember("doc.kml", named("XS1"));
  /** A valid archive with one number of its directory or end changed, counted from the end. */
  function changed(fromEnd: number, value: number, width: 2 | 4 = 4): Uint8Array {
    const bytes = zipArchive([right]).slice();
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength);
    if (width === 2) view.setUint16(bytes.length - fromEnd, value, true);
    else view.setUint32(bytes.length - fromEnd, value, true);
    return bytes;
  }
  const DIRECTORY = 22 + 46 + "doc.kml".length;

  test.each([
    ["an entry without its signature", DIRECTORY, 0, 4, "corrupt"],
    ["a name longer than the directory", DIRECTORY - 28, 500, 2, "corrupt"],
    ["more entries than it has", 12, 2, 2, "corrupt"],
    ["a place beyond the end", 6, 4_000_000, 4, "corrupt"],
    ["a size beyond the end", 10, 4_000_000, 4, "corrupt"],
    ["more than 8 MB", 10, 8_388_609, 4, "tooLarge"],
    ["a file at a place beyond the end", DIRECTORY - 42, 4_000_000, 4, "corrupt"],
    ["a file at a place without its header", DIRECTORY - 42, 1, 4, "corrupt"],
    ["a file longer than the archive", DIRECTORY - 20, 4_000, 4, "corrupt"],
    ["a file of another checksum", DIRECTORY - 16, 1, 4, "wrongChecksum"],
    ["a file of more bytes than it has", DIRECTORY - 24, 4_000, 4, "corrupt"],
  ] as const)("with %s is refused", async (_, fromEnd, value, width, fault) => {
    expect(await readZip(changed(fromEnd, value, width))).toEqual({ ok: false, fault });
  });

  test("of no bytes, or without an end record, is none", async () => {
    expect(await readZip(new Uint8Array(0))).toEqual({ ok: false, fault: "empty" });
    expect(await readZip(new Uint8Array(21))).toEqual({ ok: false, fault: "notAZip" });
    expect(await readZip(zipArchive([]))).toEqual({ ok: false, fault: "noKml" });
    expect(await readZip(changed(2, 1, 2))).toEqual({ ok: false, fault: "notAZip" });
  });

  test("may have a comment behind each entry, and other extra fields before ZIP64's", async () => {
    const other = zipMember("a.txt", new Uint8Array(9));
    const plain = zipArchive([other, right]);
    const at = plain.length - 22 - (46 + 7) - (46 + 5);
    const comment = new Uint8Array([1, 2, 3, 4, 5]);
    const bytes = Buffer.concat([plain.subarray(0, at + 51), comment, plain.subarray(at + 51)]);
    bytes.writeUInt16LE(5, at + 32);
    bytes.writeUInt32LE(46 + 5 + 5 + 46 + 7, bytes.length - 10);
    expect(await readZip(bytes)).toMatchObject({ crossStrips: 1 });
  });

  test("is bounded in what it may inflate to, small files but little", async () => {
    expect(await readZip(zipArchive([zipMember("a.kml", blank(1_000_000))]))).toMatchObject({
      ok: true,
    });
    expect(await readZip(zipArchive([zipMember("a.kml", blank(1_100_000))]))).toEqual({
      ok: false,
      fault: "tooLarge",
    });
    const stored = { ...zipMember("a.kml", named("XS1")), method: 0 };
    expect(await readZip(zipArchive([{ ...stored, packed: named("XS1") }]))).toMatchObject({
      crossStrips: 1,
    });
  });
});
