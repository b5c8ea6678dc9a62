import { strToU8, zipSync } from "fflate";
import { describe, expect, test } from "vitest";
import { PRJ, shapeContent, shapeFiles } from "../testing/index.ts";
import { loadPlans, type PlanFile, reasonText } from "./index.ts";
import { openArchive } from "./shapefile/shapefile-parts.ts";

const LINE = [116, -32, 116.5, -31.5];
const { shp, shx } = shapeFiles(3, [shapeContent(3, [LINE])]);

const load = async (entries: Record<string, Uint8Array | string>) => {
  const bytes = zipSync(
    Object.fromEntries(
      Object.entries(entries).map(([name, content]) => [
        name,
        typeof content === "string" ? strToU8(content) : content,
      ]),
    ),
  );
  return loadPlans([{ name: "plans.zip", bytes }], { by: "drop" });
};

describe("an archive of shapefiles", () => {
  test("gives a layer for each, whatever the case of their names, and no other file", async () => {
    const outcomes = await load({
      "East/Plan.SHP": shp,
      "east/plan.shx": shx,
      "East/Plan.prj": PRJ.wgs84,
      "__MACOSX/._Plan.shp": "x",
      "west.shp": shp,
      "readme.txt": "x",
      "more.kmz": "x",
    });
    expect(
      outcomes.map((outcome) => [
        outcome.kind,
        "file" in outcome ? outcome.file : outcome.layer.file,
      ]),
    ).toEqual([
      ["loaded", "plans.zip/East/Plan.SHP"],
      ["needsCrs", "plans.zip/west.shp"],
    ]);
  });

  test("within an archive stays shut: a cycle of archives leads nowhere", async () => {
    const inner = zipSync({ "plan.shp": shp });
    expect(await load({ "inner.zip": inner })).toMatchObject([{ reason: "noShapefile" }]);
  });

  test("that leads out of itself has no shapefile", async () => {
    expect(await load({ "../plan.shp": shp })).toMatchObject([{ reason: "noShapefile" }]);
  });

  test("that unpacks to hundreds of times its size is refused before it is unpacked", async () => {
    const bomb = new Uint8Array(40_000_000);
    expect(await load({ "plan.shp": bomb })).toMatchObject([{ reason: "tooLarge" }]);
  });

  test("of which two fit alone, but not together, is refused", async () => {
    const bytes = zipSync({ "a.shp": new Uint8Array(600), "b.shp": new Uint8Array(600) });
    const limits = { bytes: 1000, anyRatioBytes: 1000 };
    expect(await openArchive({ name: "a.zip", bytes }, limits)).toMatchObject({
      reason: "tooLarge",
      about: "b.shp",
    });
  });

  test.each([
    ["empty", new Uint8Array(0), "empty"],
    ["no archive", strToU8("no archive at all, not even nearly"), "notAZip"],
  ])("that is %s is refused", async (_, bytes, reason) => {
    expect(await loadPlans([{ name: "a.zip", bytes }], { by: "drop" })).toMatchObject([{ reason }]);
  });
});

describe("what is picked or dropped", () => {
  const kmz: PlanFile = {
    name: "plan.KMZ",
    bytes: zipSync({
      "doc.kml": strToU8(
        "<kml><Placemark><Point><coordinates>1,2</coordinates></Point></Placemark></kml>",
      ),
    }),
  };

  test("together is loaded together, each file for itself", async () => {
    const files = [
      kmz,
      { name: "a.shp", bytes: shp },
      { name: "a.prj", bytes: strToU8(PRJ.wgs84) },
      { name: "a.shp.xml", bytes: shp },
      { name: "b.kmz", bytes: shp },
    ];
    const outcomes = await loadPlans(files, { by: "drop" });
    expect(outcomes.map(({ kind }) => kind)).toEqual(["loaded", "refused", "loaded"]);
  });

  test.each(["a.geojson", "a.kml", "a.txt", "a", "a.dbf", "a.prj"])(
    "as %s is refused in the words of the specification",
    async (name) => {
      const outcomes = await loadPlans([{ name, bytes: shp }], { by: "drop" });
      expect(outcomes).toMatchObject([{ kind: "refused", file: name }]);
      expect(outcomes.map((one) => (one.kind === "refused" ? reasonText(one) : ""))).toEqual([
        "only shp and kmz files",
      ]);
    },
  );

  test.each(["a.shp", "a.zip"])(
    "by the picker as %s is refused: it takes kmz alone",
    async (name) => {
      const outcomes = await loadPlans([{ name, bytes: shp }], { by: "picker" });
      expect(outcomes).toMatchObject([{ kind: "refused", reason: "otherFormat" }]);
    },
  );
});
