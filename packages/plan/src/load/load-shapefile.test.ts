import { describe, expect, test } from "vitest";
import { tableFile } from "@swath/survey/writers";
import {
  drawnDegrees,
  droppedLayer,
  droppedPlan,
  NULL_SHAPE,
  PRJ,
  shapeContent,
  shapeFiles,
} from "../testing/index.ts";

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

describe("a damaged shapefile is refused:", () => {
  const { shp, shx } = lines();
  const prj = PRJ.wgs84;
  const table = tableFile([{ name: "NAME", width: 5, text: () => "x" }], [0, 1]);

  test.each<readonly [string, string, Uint8Array]>([
    ["empty", "empty", new Uint8Array(0)],
    ["no shapefile at all", "notAShapefile", new Uint8Array(200)],
    ["cut off in its header", "notAShapefile", shp.slice(0, 60)],
    ["cut off", "truncated", shp.slice(0, -10)],
    ["longer than it says", "wrongLength", new Uint8Array([...shp, 0, 0])],
    ["of patches", "unsupportedShape", changed(shp, (view) => view.setInt32(32, 31, true))],
    ["a record of negative length", "damagedShape", changed(shp, (view) => view.setInt32(104, -5))],
    ["a record of no length", "damagedShape", changed(shp, (view) => view.setInt32(104, 0))],
    ["a record beyond the file", "damagedShape", changed(shp, (view) => view.setInt32(104, 1e6))],
    ["records out of order", "damagedShape", changed(shp, (view) => view.setInt32(100, 7))],
    [
      "a shape of another type",
      "damagedShape",
      changed(shp, (view) => view.setInt32(108, 5, true)),
    ],
    [
      "a huge count of points",
      "damagedShape",
      changed(shp, (view) => view.setInt32(148, 2e9, true)),
    ],
    ["a negative count", "damagedShape", changed(shp, (view) => view.setInt32(148, -1, true))],
    [
      "a huge count of parts",
      "damagedShape",
      changed(shp, (view) => view.setInt32(144, 2e9, true)),
    ],
    ["no parts", "damagedShape", changed(shp, (view) => view.setInt32(144, 0, true))],
    [
      "a part beyond its points",
      "damagedShape",
      changed(shp, (view) => view.setInt32(152, 99, true)),
    ],
    ["no number", "damagedShape", changed(shp, (view) => view.setFloat64(156, NaN, true))],
    ["infinite", "damagedShape", changed(shp, (view) => view.setFloat64(156, Infinity, true))],
  ])("a .shp: %s", async (_, reason, bytes) => {
    expect(await droppedPlan({ shp: bytes, prj })).toMatchObject({ kind: "refused", reason });
  });

  test("a .shx of other records", async () => {
    const shorter = changed(shx.slice(0, -8), (view) => view.setInt32(24, 54));
    expect(await droppedPlan({ shp, shx: shorter, prj })).toMatchObject({
      text: "The files of the shapefile do not belong together: 2 shapes in the .shp, 1 in the .shx",
    });
    const moved = changed(shx, (view) => view.setInt32(108, 60));
    expect(await droppedPlan({ shp, shx: moved, prj })).toMatchObject({ reason: "damagedIndex" });
    expect(await droppedPlan({ shp, shx: shx.slice(0, 50), prj })).toMatchObject({
      reason: "damagedIndex",
    });
  });

  test.each([1, 3])("a .dbf of %i rows for two shapes", async (rows) => {
    const dbf = tableFile(
      [{ name: "NAME", width: 5, text: () => "x" }],
      Array.from({ length: rows }, () => 0),
    );
    expect(await droppedPlan({ shp, shx, dbf, prj })).toMatchObject({
      text: `The files of the shapefile do not belong together: 2 shapes in the .shp, ${rows} rows in the .dbf`,
    });
  });

  test.each([
    ["cut off in its header", table.slice(0, 20)],
    ["cut off", table.slice(0, -8)],
    ["of a huge count", changed(table, (view) => view.setUint32(4, 0xffffffff, true))],
    ["of rows without width", changed(table, (view) => view.setUint16(10, 0, true))],
    ["with a header beyond the file", changed(table, (view) => view.setUint16(8, 65_535, true))],
  ])("a .dbf %s", async (_, dbf) => {
    expect(await droppedPlan({ shp, dbf, prj })).toMatchObject({ reason: "damagedTable" });
  });

  test("nothing but null shapes", async () => {
    const files = shapeFiles(3, [NULL_SHAPE]);
    expect(await droppedPlan({ ...files, prj })).toMatchObject({ reason: "noGeometry" });
  });
});
