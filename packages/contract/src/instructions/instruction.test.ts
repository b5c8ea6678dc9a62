import fc from "fast-check";
import { describe, expect, test } from "vitest";
import {
  controlFileOf,
  type GridShape,
  gridSquares,
  HORIZONTAL_SYSTEMS,
  importedInstructionSchema,
  instructionFormSchema,
  instructionQuerySchema,
  isWithin,
  productPath,
  productSchema,
  squareCount,
  tileName,
  VERTICAL_DATUMS,
} from "./index.ts";

const FORM = {
  projectId: "PRJ00012",
  siteName: "North Pit",
  control: false,
  targetHorizontalDatum: "EPSG:7855",
  targetVerticalDatum: "Ellipsoidal",
  tileExtents: { kind: "grid", side: 1000 },
  tileNaming: "{projectId}_{siteName}_{easting}_{northing}",
  products: [{ type: "raster", model: "dtm", cell: 1 }],
};
const TILES = [{ name: "A1", minX: 0, minY: 0, maxX: 100, maxY: 100 }];
const list = (tiles: object[], rest: object = {}) => ({
  tileExtents: { kind: "list", tiles },
  tileNaming: "{tile}",
  ...rest,
});
const grid = (change: object) => ({ tileExtents: { kind: "grid", side: 1000, ...change } });
const product = (change: object) => ({ products: [change] });
const dtm = (cell: number) => ({ type: "raster", model: "dtm", cell });
const contours = (interval: number) => ({ type: "vector", feature: "contours", interval });
const tilesOf = (count: number) =>
  Array.from({ length: count }, (_, n) => ({ ...TILES[0], name: `t${n}` }));
const CELLS = [2, 3, 4, 5, 6, 7, 8, 9, 10, 12];
const products = (count: number) =>
  ["dtm", "dsm"]
    .flatMap((model) => CELLS.map((cell) => ({ type: "raster", model, cell })))
    .slice(0, count);
const wide = { kind: "grid", side: 5040 };

/** Where a form is refused; empty where it is taken. */
function refusedAt(change: object): string[] {
  const read = instructionFormSchema.safeParse({ ...FORM, ...change });
  return read.success ? [] : read.error.issues.map(({ path }) => path.join("."));
}

/** Each rule at its edge: what passes, what does not, and the field that says so. */
const EDGES: readonly (readonly [rule: string, passing: object, failing: object, at: string])[] = [
  ["project", { projectId: "PRJ00012" }, { projectId: "PRJ0012" }, "projectId"],
  ["site's length", { siteName: "s".repeat(60) }, { siteName: "s".repeat(61) }, "siteName"],
  ["site's signs", { siteName: "A-1 b_2" }, { siteName: "A/1" }, "siteName"],
  ["site's first sign", { siteName: "1 A" }, { siteName: " A" }, "siteName"],
  ["site that is empty", { siteName: "A" }, { siteName: "" }, "siteName"],
  ["site that climbs", { siteName: "a" }, { siteName: ".." }, "siteName"],
  [
    "horizontal datum",
    { targetHorizontalDatum: "EPSG:7859" },
    { targetHorizontalDatum: "EPSG:7860" },
    "targetHorizontalDatum",
  ],
  [
    "vertical datum",
    { targetVerticalDatum: "AHD" },
    { targetVerticalDatum: "ahd" },
    "targetVerticalDatum",
  ],
  ["least side", grid({ side: 50 }), grid({ side: 49 }), "tileExtents.side"],
  [
    "largest side",
    { ...grid({ side: 10_000 }), ...product(dtm(10)) },
    { ...grid({ side: 10_001 }), ...product(dtm(10)) },
    "tileExtents.side",
  ],
  [
    "bounds with an area",
    grid({ bounds: { minX: 0, minY: 0, maxX: 1, maxY: 1 } }),
    grid({ bounds: { minX: 1, minY: 0, maxX: 1, maxY: 1 } }),
    "tileExtents.bounds",
  ],
  [
    "5,000 tiles of bounds",
    grid({ bounds: { minX: 0, minY: 0, maxX: 50_000, maxY: 100_000 } }),
    grid({ bounds: { minX: 0, minY: 0, maxX: 50_000, maxY: 100_001 } }),
    "tileExtents",
  ],
  ["5,000 listed tiles", list(tilesOf(5_000)), list(tilesOf(5_001)), "tileExtents.tiles"],
  ["a listed tile", list(TILES), list([]), "tileExtents.tiles"],
  [
    "names of listed tiles",
    list([...TILES, { ...TILES[0], name: "a2" }]),
    list([...TILES, { ...TILES[0], name: "a1" }]),
    "tileExtents.tiles",
  ],
  [
    "sides of listed tiles",
    list([{ ...TILES[0], maxX: 1 }]),
    list([{ ...TILES[0], maxX: 0.9 }]),
    "tileExtents.tiles.0",
  ],
  [
    "contract/V2 names of a grid",
    { tileNaming: "{easting}_{northing}" },
    { tileNaming: "{easting}" },
    "tileNaming",
  ],
  [
    "contract/V2 names of a list",
    list(TILES),
    list(TILES, { tileNaming: "{easting}_{northing}" }),
    "tileNaming",
  ],
  [
    "contract/V2 fields that run together",
    { tileNaming: "{easting}_{northing}" },
    { tileNaming: "{easting}{northing}" },
    "tileNaming",
  ],
  [
    "a field that there is not",
    { tileNaming: "{column}_{row}" },
    { tileNaming: "{column}_{row}_{secret}" },
    "tileNaming",
  ],
  [
    "signs of a pattern",
    { tileNaming: "x-{column}_{row}" },
    { tileNaming: "../{column}_{row}" },
    "tileNaming",
  ],
  [
    "contract/V3 150 characters",
    { tileNaming: `{siteName}_{siteName}_{column}_{row}${"x".repeat(7)}` },
    { tileNaming: `{siteName}_{siteName}_{column}_{row}${"x".repeat(8)}` },
    "tileNaming",
  ],
  ["least cell", product(dtm(0.25)), product(dtm(0.05)), "products.0.cell"],
  ["largest cell", product(dtm(100)), product(dtm(125)), "products.0.cell"],
  [
    "contract/V4 16,000,000 cells",
    product(dtm(0.25)),
    { ...grid({ side: 1000.5 }), ...product(dtm(0.25)) },
    "products.0.cell",
  ],
  ["contract/V4 a whole number of cells", product(dtm(0.8)), product(dtm(0.7)), "products.0.cell"],
  ["least interval", product(contours(0.05)), product(contours(0.04)), "products.0.interval"],
  ["largest interval", product(contours(1000)), product(contours(1001)), "products.0.interval"],
  [
    "20 products",
    { tileExtents: wide, products: products(20) },
    { tileExtents: wide, products: [...products(20), contours(1)] },
    "products",
  ],
  ["a product", product(dtm(1)), { products: [] }, "products"],
  [
    "products of one name",
    { products: [dtm(1), dtm(2)] },
    { products: [dtm(1), dtm(1)] },
    "products",
  ],
  [
    "a model that can be made",
    product(dtm(1)),
    product({ type: "raster", model: "slope", cell: 1 }),
    "products.0.model",
  ],
  [
    "ProcInstID's length",
    { ProcInstID: "a".repeat(40) },
    { ProcInstID: "a".repeat(41) },
    "ProcInstID",
  ],
  ["no member besides", {}, { owner: "me" }, ""],
];

describe("contract/V1 a form is taken at the edge of", () => {
  test.each(EDGES)("%s, and refused beyond it", (_, passing, failing, at) => {
    expect(refusedAt(passing)).toEqual([]);
    expect(refusedAt(failing)).toContain(at);
  });
});

const listed = (width: number, height: number) => ({
  ...TILES[0],
  maxX: 1_000 + width,
  maxY: 1_000 + height,
  minX: 1_000,
  minY: 1_000,
});
const boundary = (cell: number) => ({ type: "vector", feature: "boundary", cell });
const TOO_MANY = "makes more than 16,000,000 a tile";

describe("contract/V4 of a product", () => {
  test.each([
    [
      "a grid's side is a whole number of cells",
      { products: [dtm(0.7)] },
      ["must go into the side of a tile without a rest"],
    ],
    ["one that is not by a rounding alone", { products: [dtm(0.1)], ...grid({ side: 100.3 }) }, []],
    ["a listed tile may have a rest", list([listed(100, 50)], { products: [dtm(0.7)] }), []],
    [
      "a listed tile may have too many by its width",
      list([listed(401, 1)], { products: [dtm(0.1)] }),
      [TOO_MANY],
    ],
    ["or by its height", list([listed(1, 401)], { products: [dtm(0.1)] }), [TOO_MANY]],
    [
      "but not by both together",
      list([listed(400, 1), { ...listed(1, 400), name: "B" }], { products: [dtm(0.1)] }),
      [],
    ],
    [
      "the largest tile counts",
      list([listed(401, 401), { ...listed(1, 1), name: "B" }], { products: [dtm(0.1)] }),
      [TOO_MANY],
    ],
    ["a boundary has 1,000,000", { products: [boundary(1)] }, []],
    [
      "and no more",
      { ...grid({ side: 1_001 }), products: [boundary(1)] },
      ["makes more than 1,000,000 a tile"],
    ],
    [
      "points have none",
      { products: [{ type: "pointCloud", format: "las" }], ...grid({ side: 9_999 }) },
      [],
    ],
  ])("%s", (_, change, faults) => {
    const read = instructionFormSchema.safeParse({ ...FORM, ...change });
    expect(read.error?.issues.map(({ message }) => message) ?? []).toEqual(faults);
    for (const issue of read.error?.issues ?? [])
      expect(issue).toMatchObject({ code: "custom", path: ["products", 0, "cell"] });
  });
});

test("contract/V3 says how long a name would be at most", () => {
  const tileNaming = `{siteName}_{siteName}_{column}_{row}${"x".repeat(8)}`;
  expect(instructionFormSchema.safeParse({ ...FORM, tileNaming }).error?.issues).toMatchObject([
    { path: ["tileNaming"], message: "would make names of more than 150 characters" },
  ]);
});

test("an instruction that is imported has its number in the company's books", () => {
  expect(importedInstructionSchema.safeParse({ ...FORM, ProcInstID: "7" }).success).toBe(true);
  expect(importedInstructionSchema.safeParse(FORM).error?.issues).toMatchObject([
    { path: ["ProcInstID"], message: "is required" },
  ]);
});

test("every offered datum is taken", () => {
  for (const { code } of HORIZONTAL_SYSTEMS)
    expect(refusedAt({ targetHorizontalDatum: code })).toEqual([]);
  for (const name of VERTICAL_DATUMS) expect(refusedAt({ targetVerticalDatum: name })).toEqual([]);
});

test("the control file is named by project and site, where there is control", () => {
  const named = { projectId: "PRJ00012", siteName: "North Pit" };
  expect(controlFileOf({ ...named, control: true })).toBe("control_PRJ00012_North Pit.txt");
  expect(controlFileOf({ ...named, control: false })).toBeNull();
});

test("a list's query is the last saved first, page 1, 10 rows", () => {
  expect(instructionQuerySchema.parse({})).toEqual({
    page: 1,
    size: 10,
    sort: "instruction.Updated -1",
  });
  for (const sort of ["Updated -1", "instruction.products 1", "instruction.Updated 2", "1;DROP"])
    expect(instructionQuerySchema.safeParse({ sort }).success).toBe(false);
});

const corner = fc.integer({ min: -2_000_000, max: 12_000_000 });
const boundedGrid = fc
  .record({
    side: fc.integer({ min: 50, max: 10_000 }),
    originX: fc.integer({ min: -5_000, max: 5_000 }),
    originY: fc.integer({ min: -5_000, max: 5_000 }),
    x: corner,
    y: corner,
    columns: fc.double({ min: 0.01, max: 12, noNaN: true }),
    rows: fc.double({ min: 0.01, max: 12, noNaN: true }),
  })
  .map(({ side, originX, originY, x, y, columns, rows }): GridShape => ({
    side,
    originX,
    originY,
    bounds: { minX: x, minY: y, maxX: x + columns * side, maxY: y + rows * side },
  }));

const part = fc.constantFrom(
  "projectId",
  "siteName",
  "flightId",
  "easting",
  "northing",
  "column",
  "row",
);
const pattern = fc
  .array(fc.tuple(fc.constantFrom("", "_", "-", "x", "7", "m", "_m"), part), {
    minLength: 1,
    maxLength: 6,
  })
  .map((parts) => parts.map(([text, name]) => `${text}{${name}}`).join(""));

test("a pattern that is taken names every tile and product of a grid apart", () => {
  fc.assert(
    fc.property(boundedGrid, pattern, (shape, tileNaming) => {
      const read = instructionFormSchema.safeParse({
        ...FORM,
        tileNaming,
        tileExtents: { kind: "grid", ...shape },
        products: [
          { type: "pointCloud", format: "las" },
          { type: "pointCloud", format: "laz", points: "ground" },
          { type: "raster", model: "dtm", cell: shape.side / 50 },
          contours(1),
        ].filter((each) => productSchema.safeParse(each).success),
      });
      if (!read.success) return;
      const names = [...gridSquares(shape)].flatMap((square) =>
        read.data.products.map((each) =>
          productPath(
            each,
            tileName(tileNaming, {
              ...square,
              projectId: "PRJ00012",
              siteName: "North Pit",
              flightId: "FL000123",
              tile: "",
            }),
          ).toLowerCase(),
        ),
      );
      expect(new Set(names).size).toBe(names.length);
      for (const name of names) expect(name).toMatch(/^[\w.-]+\/[\w.-]+$/);
    }),
    { numRuns: 500 },
  );
});

test("the squares of bounds are those that overlap them", () => {
  fc.assert(
    fc.property(boundedGrid, (shape) => {
      const squares = [...gridSquares(shape)];
      const { minX, minY, maxX, maxY } = shape.bounds!;
      expect(squares.length).toBe(squareCount(shape));
      for (const square of squares) {
        expect(square.easting < maxX && square.easting + shape.side > minX).toBe(true);
        expect(square.northing < maxY && square.northing + shape.side > minY).toBe(true);
        expect(isWithin(shape, square)).toBe(true);
        expect(isWithin(shape, { ...square, column: square.column + squares.length })).toBe(false);
      }
      const area = squares.length * shape.side ** 2;
      expect(area).toBeGreaterThanOrEqual((maxX - minX) * (maxY - minY) * (1 - 1e-9));
    }),
  );
});
