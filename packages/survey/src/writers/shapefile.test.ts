import { describe, expect, test } from "vitest";
import { type Column, shapefile, type ShapeKind, type ShapePaths, tableFile } from "./shapefile.ts";

const numbers =
  (bytes: number, put: (view: DataView, value: number) => void) =>
  (...values: readonly number[]): number[] =>
    values.flatMap((value) => {
      const view = new DataView(new ArrayBuffer(bytes));
      put(view, value);
      return Array.from(new Uint8Array(view.buffer));
    });
const big = numbers(4, (view, value) => view.setInt32(0, value));
const little = numbers(4, (view, value) => view.setInt32(0, value, true));
const short = numbers(2, (view, value) => view.setUint16(0, value, true));
const doubles = numbers(8, (view, value) => view.setFloat64(0, value, true));
const text = (words: string): number[] => [...new TextEncoder().encode(words)];
const zeros = (count: number): number[] => Array.from({ length: count }, () => 0);

/** The first 100 bytes of a .shp or .shx (ESRI Shapefile Technical Description, table 1). */
const header = (bytes: number, type: number, box: readonly number[]): number[] => [
  ...big(9994, 0, 0, 0, 0, 0, bytes / 2),
  ...little(1000, type),
  ...doubles(...box, 0, 0, 0, 0),
];

function filesOf(kind: ShapeKind, ...shapes: readonly (readonly (readonly number[])[])[]) {
  const rows = shapes.map((paths): { readonly paths: ShapePaths } => ({
    paths: paths.map((path) => new Float64Array(path)),
  }));
  const files = shapefile({ name: "a", kind, columns: [], prj: "" }, rows);
  return { shp: [...files["a.shp"]!], shx: [...files["a.shx"]!] };
}

describe("the shapes of a shapefile", () => {
  test("that are lines have their parts one behind the other (table 8)", () => {
    const { shp, shx } = filesOf(
      "lines",
      [
        [10, -20, 30, -40],
        [11, -21, 12, -50, 13, -23],
      ],
      [[5, -6, 7, -8]],
    );
    expect(shp).toEqual([
      ...header(100 + 8 + 132 + 8 + 80, 3, [5, -50, 30, -6]),
      ...big(1, 132 / 2),
      ...little(3),
      ...doubles(10, -50, 30, -20),
      ...little(2, 5, 0, 2),
      ...doubles(10, -20, 30, -40, 11, -21, 12, -50, 13, -23),
      ...big(2, 80 / 2),
      ...little(3),
      ...doubles(5, -8, 7, -6),
      ...little(1, 2, 0),
      ...doubles(5, -6, 7, -8),
    ]);
    expect(shx).toEqual([
      ...header(100 + 8 + 8, 3, [5, -50, 30, -6]),
      ...big(100 / 2, 132 / 2, (100 + 8 + 132) / 2, 80 / 2),
    ]);
  });

  test("that are areas have their outer rings clockwise and their holes the other way (table 10)", () => {
    const { shp, shx } = filesOf("areas", [
      [1, 1, 9, 1, 9, 8, 1, 1],
      [5, 3, 6, 4, 6, 3, 5, 3],
    ]);
    expect(shp).toEqual([
      ...header(100 + 8 + 180, 5, [1, 1, 9, 8]),
      ...big(1, 180 / 2),
      ...little(5),
      ...doubles(1, 1, 9, 8),
      ...little(2, 8, 0, 4),
      ...doubles(1, 1, 9, 8, 9, 1, 1, 1, 5, 3, 6, 3, 6, 4, 5, 3),
    ]);
    expect(shx.slice(100)).toEqual(big(50, 90));
  });

  test("that are points are many of them in one shape, without parts (table 7)", () => {
    const { shp, shx } = filesOf(
      "points",
      [
        [1, 2, 3, 4],
        [-5, 6],
      ],
      [[7, 8]],
    );
    expect(shp).toEqual([
      ...header(100 + 8 + 88 + 8 + 56, 8, [-5, 2, 7, 8]),
      ...big(1, 88 / 2),
      ...little(8),
      ...doubles(-5, 2, 3, 6),
      ...little(3),
      ...doubles(1, 2, 3, 4, -5, 6),
      ...big(2, 56 / 2),
      ...little(8),
      ...doubles(7, 8, 7, 8),
      ...little(1),
      ...doubles(7, 8),
    ]);
    expect(shx).toEqual([
      ...header(116, 8, [-5, 2, 7, 8]),
      ...big(100 / 2, 88 / 2, (100 + 8 + 88) / 2, 56 / 2),
    ]);
  });

  test.each([
    ["points", 8],
    ["lines", 3],
    ["areas", 5],
  ] as const)("that are %s may be none: the files are their headers, of type %i", (kind, type) => {
    const none = header(100, type, [0, 0, 0, 0]);
    expect(filesOf(kind)).toEqual({ shp: none, shx: none });
  });

  test("may be one without a place, whose box is zeros", () => {
    expect(filesOf("lines", []).shp).toEqual([
      ...header(100 + 8 + 44, 3, [0, 0, 0, 0]),
      ...big(1, 44 / 2),
      ...little(3),
      ...doubles(0, 0, 0, 0),
      ...little(0, 0),
    ]);
  });

  test("may lie on one meridian, which their box keeps", () => {
    expect(filesOf("lines", [[7, 1, 7, 2]]).shp.slice(36, 68)).toEqual(doubles(7, 1, 7, 2));
  });
});

interface Row {
  readonly name: string;
  readonly height: string;
}
const NAME: Column<Row> = { name: "NAME", width: 6, text: ({ name }) => name };
const HEIGHT: Column<Row> = {
  name: "HEIGHT_OF_IT",
  width: 7,
  decimals: 2,
  text: ({ height }) => height,
};

const tableOf = (columns: readonly Column<Row>[], ...rows: readonly Row[]): number[] =>
  Array.from(tableFile(columns, rows));
/** A field descriptor of dBASE III: name, type, width, decimals. */
const field = (name: string, type: string, width: number, decimals: number): number[] => [
  ...text(name),
  ...zeros(11 - text(name).length),
  ...text(type),
  ...zeros(4),
  width,
  decimals,
  ...zeros(14),
];

describe("the table of a shapefile", () => {
  test("is dBASE III: a header, a field for each column, rows of fixed width", () => {
    const rows = [
      { name: "tower", height: "12.25" },
      { name: "", height: "-100.50" },
    ];
    const [version, year, month, day] = [3, 80, 1, 1];
    expect(tableOf([NAME, HEIGHT], ...rows)).toEqual([
      version,
      year,
      month,
      day,
      ...little(2),
      ...short(32 + 2 * 32 + 1, 1 + 6 + 7),
      ...zeros(20),
      ...field("NAME", "C", 6, 0),
      ...field("HEIGHT_OF_", "N", 7, 2),
      0x0d,
      ...text(" tower   12.25"),
      ...text("       -100.50"),
      0x1a,
    ]);
  });

  test("of no rows ends behind its columns", () => {
    const table = tableOf([NAME]);
    expect(table.slice(4, 12)).toEqual([...little(0), ...short(65, 7)]);
    expect(table.slice(64)).toEqual([0x0d, 0x1a]);
  });

  test("of a column of whole numbers writes them to the right, with no decimals", () => {
    const table = tableOf([{ ...HEIGHT, decimals: 0 }], { name: "", height: "7" });
    expect(table.slice(32, 64)).toEqual(field("HEIGHT_OF_", "N", 7, 0));
    expect(table.slice(65)).toEqual([...text("       7"), 0x1a]);
  });

  test.each([
    ["shorts", "shorts"],
    ["shorts7", "shorts"],
    ["köln", "köln "],
    ["zürich", "züric"],
    ["zürüch", "zürü"],
    ["abcdeé", "abcde "],
    ["abc€", "abc€"],
    ["abcd€", "abcd  "],
    ["abcde€", "abcde "],
    ["abc🌍", "abc   "],
  ])("cuts %j to %j: to six bytes, between characters", (name, cell) => {
    const table = tableOf([NAME, { ...NAME, text: () => "behind" }], { name, height: "" });
    expect(table.slice(97)).toEqual([...text(` ${cell}behind`), 0x1a]);
  });

  test.each([
    ["ELEVEN_LONG", "ELEVEN_LON"],
    ["HÖHE_ÜBERM", "HÖHE_ÜBE"],
    ["ABCDEFGHIÖ", "ABCDEFGHI"],
  ])("cuts a column's name %j to %j: to ten bytes, between characters", (name, cut) => {
    expect(tableOf([{ ...NAME, name }]).slice(32, 64)).toEqual(field(cut, "C", 6, 0));
  });
});

test("a shapefile is five files: shapes, their index, their table, their system, its encoding", () => {
  const layer = { name: "areas", kind: "areas" as const, columns: [NAME], prj: 'GEOGCS["é"]' };
  const files = shapefile(layer, [{ name: "a", height: "", paths: [] }]);
  expect(Object.keys(files)).toEqual([
    "areas.shp",
    "areas.shx",
    "areas.dbf",
    "areas.prj",
    "areas.cpg",
  ]);
  expect(files["areas.dbf"]).toEqual(tableFile([NAME], [{ name: "a", height: "" }]));
  expect([...files["areas.prj"]!]).toEqual(text('GEOGCS["é"]'));
  expect([...files["areas.cpg"]!]).toEqual(text("UTF-8"));
});
