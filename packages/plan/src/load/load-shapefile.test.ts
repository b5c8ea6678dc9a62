import { describe, expect, test } from "vitest";
import { tableFile } from "@swath/survey/writers";
import {
  drawnDegrees,
  droppedLayer,
  droppedPlan,
  NULL_SHAPE,
  type PlanParts,
  PRJ,
  shapeContent,
  shapeFiles,
} from "../testing/index.ts";
import { loadShapefile } from "./shapefile/load-shapefile.ts";

const LINE = [116, -32, 116.5, -31.5];
const lines = (type = 3): ReturnType<typeof shapeFiles> =>
  shapeFiles(type, [shapeContent(type, [LINE]), shapeContent(type, [LINE, [117, -32, 118, -32]])]);

const changed = (bytes: Uint8Array, change: (view: DataView) => void): Uint8Array => {
  const copy = bytes.slice();
  change(new DataView(copy.buffer));
  return copy;
};

describe("a shapefile", () => {
  test.each([3, 13, 23])(
    "of lines of type %i is read, a multi-part line as one feature",
    async (type) => {
      const { geometry, crs, source } = await droppedLayer({ ...lines(type), prj: PRJ.wgs84 });
      expect({ crs, source, names: geometry.names }).toEqual({
        crs: "GCS_WGS_1984",
        source: "shp",
        names: ["Line 1", "Line 2"],
      });
      expect(drawnDegrees(geometry, 1)).toEqual([LINE, [117, -32, 118, -32]]);
    },
  );

  test.each([1, 11, 21])("of points of type %i is read", async (type) => {
    const files = shapeFiles(type, [shapeContent(type, [[115, -30]])]);
    const { geometry } = await droppedLayer({ ...files, prj: PRJ.wgs84 });
    expect([...geometry.kinds]).toEqual([0]);
    expect(drawnDegrees(geometry, 0)).toEqual([[115, -30]]);
  });

  test.each([8, 18, 28])("of several points each, type %i, is read", async (type) => {
    const files = shapeFiles(type, [shapeContent(type, [[115, -30, 116, -30]])]);
    const { geometry } = await droppedLayer({ ...files, prj: PRJ.wgs84 });
    expect(drawnDegrees(geometry, 0)).toEqual([
      [115, -30],
      [116, -30],
    ]);
  });

  const OUTER = [116, -32, 116, -31, 117, -31, 117, -32, 116, -32];
  const HOLE = [116.2, -31.8, 116.8, -31.8, 116.8, -31.2, 116.2, -31.2, 116.2, -31.8];
  const ISLAND = [116.4, -31.6, 116.4, -31.4, 116.6, -31.4, 116.6, -31.6, 116.4, -31.6];

  test.each([5, 15, 25])(
    "of polygons of type %i has outer rings counter-clockwise, each followed by its holes",
    async (type) => {
      const far = OUTER.map((degree, at) => (at % 2 === 0 ? degree + 10 : degree));
      const files = shapeFiles(type, [shapeContent(type, [far, OUTER, ISLAND, HOLE])]);
      const { geometry } = await droppedLayer({ ...files, prj: PRJ.wgs84 });
      const [first, second, third, fourth] = drawnDegrees(geometry, 0);
      expect(first?.slice(0, 4)).toEqual([126, -32, 127, -32]);
      expect(second?.slice(0, 4)).toEqual([116, -32, 117, -32]);
      expect(third?.slice(0, 4)).toEqual([116.2, -31.8, 116.2, -31.2]);
      expect(fourth?.slice(0, 4)).toEqual([116.4, -31.6, 116.6, -31.6]);
    },
  );

  test("without shapes in some records counts them", async () => {
    const files = shapeFiles(3, [NULL_SHAPE, shapeContent(3, [LINE]), NULL_SHAPE]);
    const layer = await droppedLayer({ ...files, prj: PRJ.wgs84 });
    expect([layer.geometry.names, layer.withoutGeometry]).toEqual([["Line 2"], 2]);
  });

  test("that crosses 180° goes on beyond it, and what lies beside it comes along", async () => {
    const crossing = [179, -42, -179, -42, -179, -43, 179, -43, 179, -42];
    const beside = [-178, -42, -177, -42, -177, -43, -178, -43, -178, -42];
    const files = shapeFiles(5, [shapeContent(5, [crossing]), shapeContent(5, [beside])]);
    const { geometry } = await droppedLayer({ ...files, prj: PRJ.wgs84 });
    expect(drawnDegrees(geometry, 0)).toEqual([[179, -42, 179, -43, 181, -43, 181, -42, 179, -42]]);
    expect(drawnDegrees(geometry, 1)).toEqual([[182, -42, 182, -43, 183, -43, 183, -42, 182, -42]]);
  });
});

const named = (name: string, cpg?: string, column = "NAME"): Promise<readonly string[]> => {
  const files = shapeFiles(3, [shapeContent(3, [LINE])]);
  const columns = [
    { name: "ID", width: 4, text: () => "7" },
    { name: column, width: 60, text: () => name },
  ];
  const dbf = tableFile(columns, [0]);
  const parts = { ...files, dbf, prj: PRJ.wgs84 };
  return droppedLayer(cpg === undefined ? parts : { ...parts, cpg }).then(
    ({ geometry }) => geometry.names,
  );
};

describe("the names of a shapefile", () => {
  test.each(["UTF-8", "utf8", "65001"])("are decoded as their .cpg says: %s", async (cpg) => {
    expect(await named("Döse é", cpg)).toEqual(["Döse é"]);
  });

  test("are decoded by an 8-bit .cpg, whatever they look like", async () => {
    expect(await named("é", "1252")).toEqual(["Ã©"]);
    expect(await named("é", "ISO 88591")).toEqual(["Ã©"]);
  });

  test("are UTF-8 without a .cpg where they can be", async () => {
    expect(await named("Döse")).toEqual(["Döse"]);
  });

  test.each(["Name", "LINENAME", "flight_line", "GNIS_NAME", "Label"])(
    "come from a field such as %s",
    async (column) => {
      expect(await named("L 7", undefined, column)).toEqual(["L 7"]);
    },
  );

  test("are counted where no field is one of names", async () => {
    expect(await named("L 7", undefined, "COLOUR")).toEqual(["Line 1"]);
  });

  test("mark cross-strips in any of their words", async () => {
    const files = lines();
    const words = ["L1", "Cross strip 2"];
    const dbf = tableFile(
      [{ name: "TYPE", width: 20, text: (row: number) => words[row] ?? "" }],
      [0, 1],
    );
    const layer = await droppedLayer({ ...files, dbf, prj: PRJ.wgs84 });
    expect([...layer.marked]).toEqual([0, 1]);
  });

  test("of a deleted row go with its shape, as OGR has it", async () => {
    const dbf = tableFile([{ name: "NAME", width: 5, text: (row: number) => `L${row}` }], [0, 1]);
    dbf[new DataView(dbf.buffer).getUint16(8, true)] = 0x2a;
    const { geometry } = await droppedLayer({ ...lines(), dbf, prj: PRJ.wgs84 });
    expect(geometry.names).toEqual(["L1"]);
  });
});

/** What a shapefile with WGS 84 is loaded as: names, and what is told. */
async function readAs(parts: PlanParts) {
  const outcome = await droppedPlan({ ...parts, prj: PRJ.wgs84 });
  if (outcome?.kind !== "loaded") throw new Error(JSON.stringify(outcome));
  const { geometry, withoutGeometry } = outcome.layer;
  return { names: geometry.names, withoutGeometry, remarks: outcome.remarks ?? [], geometry };
}

const rows = (count: number): Uint8Array =>
  tableFile(
    [{ name: "NAME", width: 5, text: (row: number) => `L${row + 1}` }],
    Array.from({ length: count }, (_, row) => row),
  );

/** Three lines, the second at byte 236. */
const three = shapeFiles(
  3,
  [0, 1, 2].map((north) => shapeContent(3, [[116, -32 + north, 117, -32 + north]])),
);
const RECORD_BYTES = 88;
const numbered = (...numbers: readonly number[]): Uint8Array =>
  changed(three.shp, (view) => {
    for (const [index, number] of numbers.entries())
      view.setInt32(100 + index * RECORD_BYTES, number);
  });
const stating = (bytes: number): Uint8Array =>
  changed(three.shp, (view) => view.setInt32(24, bytes / 2));
const withTail = (...tail: readonly number[]): Uint8Array =>
  new Uint8Array([...three.shp, ...tail]);

/** The three with bytes between the first and the second, which the .shx steps over. */
function withGap(gap: readonly number[]): { readonly shp: Uint8Array; readonly shx: Uint8Array } {
  const second = 100 + RECORD_BYTES;
  const bytes = [...three.shp.subarray(0, second), ...gap, ...three.shp.subarray(second)];
  const shp = changed(Uint8Array.from(bytes), (view) => view.setInt32(24, bytes.length / 2));
  const shx = changed(three.shx, (view) => {
    for (const at of [108, 116]) view.setInt32(at, view.getInt32(at) + gap.length / 2);
  });
  return { shp, shx };
}

const ALL = ["Line 1", "Line 2", "Line 3"];

// What is read is what GDAL 3.12 (pyogrio) reads with the .shx; without one it reads none of them.
describe("a shapefile that is not as it should be is read as OGR reads it, and told:", () => {
  const { shx } = three;

  test.each<readonly [string, Uint8Array, string]>([
    ["from 0", numbered(0, 1, 2), "shape 1 is numbered 0 in the .shp"],
    ["alike", numbered(7, 7, 7), "shape 1 is numbered 7 in the .shp"],
    ["below 0", numbered(1, -5, 3), "shape 2 is numbered -5 in the .shp"],
  ])("records numbered %s", async (_, shp, told) => {
    for (const parts of [{ shp, shx }, { shp }]) {
      const { names, remarks } = await readAs(parts);
      expect(names).toEqual(ALL);
      expect(remarks).toEqual([`${told}: the shapes are counted as they follow`]);
    }
  });

  test.each([
    ["its header alone", 100],
    ["nothing", 0],
    ["more than there is", 9000],
    ["bytes in place of words", 728],
  ])("a header that states %s", async (_, bytes) => {
    for (const parts of [{ shp: stating(bytes), shx }, { shp: stating(bytes) }]) {
      const { names, remarks } = await readAs(parts);
      expect(names).toEqual(ALL);
      expect(remarks).toEqual([
        `the header of the .shp states ${bytes} bytes, it has 364: all of it is read`,
      ]);
    }
  });

  test.each([
    ["zeros", [0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0]],
    ["an odd number of bytes", [1, 2, 3]],
    ["words", Array.from("behind the end of it", (char) => char.charCodeAt(0))],
  ])("%s behind the last shape", async (_, tail) => {
    for (const parts of [{ shp: withTail(...tail), shx }, { shp: withTail(...tail) }]) {
      const { names, remarks } = await readAs(parts);
      expect(names).toEqual(ALL);
      expect(remarks.at(-1)).toBe(
        `${tail.length} bytes of the .shp belong to no shape: they are left out`,
      );
    }
  });

  test.each([
    ["of zeros", Array.from({ length: 16 }, () => 0)],
    ["of ones", Array.from({ length: 6 }, () => 255)],
    ["of a shape that was replaced", [...three.shp.subarray(100, 188)]],
  ])("a gap %s between shapes", async (_, gap) => {
    const { names, remarks, geometry } = await readAs(withGap(gap));
    expect(names).toEqual(ALL);
    expect(drawnDegrees(geometry, 1)).toEqual([[116, -31, 117, -31]]);
    expect(remarks).toEqual([
      `${gap.length} bytes of the .shp belong to no shape: they are left out`,
    ]);
  });

  test("a gap between shapes without a .shx", async () => {
    const { shp } = withGap(Array.from({ length: 16 }, () => 255));
    expect((await readAs({ shp })).names).toEqual(ALL);
  });

  test.each([
    ["beyond the file", 1e6],
    ["of nothing", 0],
    ["below 0", -5],
    ["of bytes in place of words", 160],
  ])("a record %s", async (_, words) => {
    const shp = changed(three.shp, (view) => view.setInt32(104, words));
    expect((await readAs({ shp, shx })).names).toEqual(ALL);
  });

  test.each<readonly [string, Uint8Array]>([
    ["cut off", three.shx.slice(0, -8)],
    ["cut off in its header", three.shx.slice(0, 50)],
    ["empty", new Uint8Array(0)],
    ["of another length", changed(three.shx, (view) => view.setInt32(24, 9999))],
    ["that leads elsewhere", changed(three.shx, (view) => view.setInt32(108, 60))],
    ["that leads before the file", changed(three.shx, (view) => view.setInt32(108, -60))],
  ])("a .shx %s", async (_, damaged) => {
    const { names, remarks } = await readAs({ shp: three.shp, shx: damaged });
    expect(names).toEqual(ALL);
    expect(remarks).toEqual([
      "the .shx is damaged: the shapes are taken as they follow in the .shp",
    ]);
  });

  test("a shape of another kind than the file's", async () => {
    const shp = changed(three.shp, (view) => view.setInt32(108, 5, true));
    const { geometry } = await readAs({ shp, shx });
    expect([...geometry.kinds]).toEqual([2, 1, 1]);
  });

  test.each([
    [1, ["L1"], "3 shapes in the .shp, 1 row in the .dbf: shapes 2 to 3 are left out"],
    [2, ["L1", "L2"], "3 shapes in the .shp, 2 rows in the .dbf: shape 3 is left out"],
    [4, ["L1", "L2", "L3"], "3 shapes in the .shp, 4 rows in the .dbf: rows without a shape"],
    [0, ALL, "3 shapes in the .shp, 0 rows in the .dbf: the shapes are drawn without names"],
  ])("a .dbf of %i rows for three shapes", async (count, names, told) => {
    const read = await readAs({ ...three, dbf: rows(count) });
    expect(read.names).toEqual(names);
    expect(read.remarks).toEqual([expect.stringContaining(told)]);
  });

  const table = rows(3);
  test.each<readonly [string, Uint8Array, readonly string[], string]>([
    ["cut off", table.slice(0, -5), ["L1", "L2", "Line 3"], "of 3 rows it has 2"],
    ["empty", new Uint8Array(0), ALL, "the .dbf is damaged"],
    ["cut off in its header", table.slice(0, 20), ALL, "the .dbf is damaged"],
    [
      "of a huge count",
      changed(table, (view) => view.setUint32(4, 0xffffffff, true)),
      ["L1", "L2", "L3"],
      "4294967295 rows in the .dbf",
    ],
    [
      "of rows without width",
      changed(table, (view) => view.setUint16(10, 0, true)),
      ALL,
      "the .dbf is damaged",
    ],
    [
      "with a header beyond the file",
      changed(table, (view) => view.setUint16(8, 65_535, true)),
      ALL,
      "the .dbf is damaged",
    ],
  ])("a .dbf %s", async (_, dbf, names, told) => {
    const read = await readAs({ ...three, dbf });
    expect(read.names).toEqual(names);
    expect(read.remarks).toEqual([expect.stringContaining(told)]);
  });

  test.each<readonly [string, number, (view: DataView) => void, string]>([
    ["a huge count of points", 1, (view) => view.setInt32(148, 2e9, true), "2000000000 points"],
    ["a negative count", 1, (view) => view.setInt32(148, -1, true), "-1 points"],
    ["a huge count of parts", 1, (view) => view.setInt32(144, 2e9, true), "2000000000 parts"],
    ["no parts", 1, (view) => view.setInt32(144, 0, true), "belong to no part"],
    ["a part beyond its points", 1, (view) => view.setInt32(152, 99, true), "part 1 goes from"],
    ["no number", 1, (view) => view.setFloat64(156, NaN, true), "not a number"],
    ["an endless number", 1, (view) => view.setFloat64(156, Infinity, true), "not a number"],
  ])("a .shp: %s", async (_, shape, change, told) => {
    const { names, withoutGeometry, remarks } = await readAs({
      shp: changed(three.shp, change),
      shx,
    });
    expect(names).toEqual(ALL.filter((name) => name !== `Line ${shape}`));
    expect(withoutGeometry).toBe(1);
    expect(remarks).toEqual([expect.stringContaining(told)]);
    expect(remarks[0]).toMatch(/^feature 1 \(Line 1\): a damaged shape \(.*\): left out$/);
  });

  test.each([[{ shx }], [{}]])("a .shp that is cut off", async (index) => {
    const { names, remarks } = await readAs({ ...index, shp: three.shp.slice(0, -10) });
    expect(names).toEqual(["Line 1", "Line 2"]);
    expect(remarks).toEqual([
      "the header of the .shp states 364 bytes, it has 354: all of it is read",
      "feature 3 (Line 3): a damaged shape (1 parts and 2 points are stated): left out",
    ]);
  });
});

describe("a shapefile is refused:", () => {
  const { shp } = lines();
  const prj = PRJ.wgs84;

  test.each<readonly [string, string, Uint8Array]>([
    ["empty", "empty", new Uint8Array(0)],
    ["no shapefile at all", "notAShapefile", new Uint8Array(200)],
    ["cut off in its header", "notAShapefile", shp.slice(0, 60)],
    ["of patches", "unsupportedShape", changed(shp, (view) => view.setInt32(32, 31, true))],
    ["cut off in its first shape", "noGeometry", shp.slice(0, 130)],
    ["nothing but null shapes", "noGeometry", shapeFiles(3, [NULL_SHAPE]).shp],
  ])("%s", async (_, reason, bytes) => {
    expect(await droppedPlan({ shp: bytes, prj })).toMatchObject({ kind: "refused", reason });
  });

  test("a .shx that lists one shape more often than the map takes positions", () => {
    const file = { file: "a.shp", ...three };
    expect(loadShapefile(file, { positions: 5, features: 9 }, 4326)).toMatchObject({
      reason: "tooManyPositions",
    });
    expect(loadShapefile(file, { positions: 9, features: 2 }, 4326)).toMatchObject({
      reason: "tooManyPositions",
    });
  });
});
