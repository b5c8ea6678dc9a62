import { describe, expect, test } from "vitest";
import {
  gridSquares,
  isWithin,
  sharedNames,
  squareCount,
  tileExtentsSchema,
  tileName,
  tileNamingSchema,
} from "./delivery-tiles.ts";

const faultsOf = (schema: typeof tileExtentsSchema | typeof tileNamingSchema, value: unknown) =>
  schema.safeParse(value).error?.issues.map(({ message }) => message) ?? [];

const listFaults = (...tiles: readonly object[]) =>
  faultsOf(tileExtentsSchema, { kind: "list", tiles });

describe("a tile of a list", () => {
  const tile = { name: "A1", minX: 1_000, minY: -500, maxX: 1_100, maxY: -400 };
  const SIDES = ["must have sides of 1 to 10000 m"];

  test.each([
    [{}, []],
    [{ maxX: 1_001, maxY: -499 }, []],
    [{ maxX: 11_000, maxY: 9_500 }, []],
    [{ maxX: 11_001 }, SIDES],
    [{ maxY: 9_501 }, SIDES],
    [{ maxX: 1_000.5 }, SIDES],
    [{ maxY: -499.5 }, SIDES],
    [{ maxX: 900 }, SIDES],
  ])("with %j of its corners has the faults %j", (change, expected) => {
    expect(listFaults({ ...tile, ...change })).toEqual(expected);
  });

  test("has a name that no other has in any case", () => {
    expect(listFaults(tile, { ...tile, name: "a2" })).toEqual([]);
    expect(listFaults(tile, { ...tile, name: "a1" })).toEqual(["must have names of their own"]);
  });
});

test.each([
  [{ minX: 0, minY: 0, maxX: 1, maxY: 1 }, []],
  [
    { minX: 0, minY: 1, maxX: 1, maxY: 1 },
    ["must have its east beyond its west, and its north beyond its south"],
  ],
  [
    { minX: 1, minY: 0, maxX: 1, maxY: 1 },
    ["must have its east beyond its west, and its north beyond its south"],
  ],
  [{ minX: 0, minY: 0, maxX: 100_000, maxY: 50_000 }, []],
  [{ minX: 0, minY: 0, maxX: 100_000, maxY: 50_001 }, ["must have at most 5,000 tiles"]],
])("bounds of a grid of 1 km, %j, have the faults %j", (bounds, faults) => {
  expect(faultsOf(tileExtentsSchema, { kind: "grid", side: 1_000, bounds })).toEqual(faults);
});

test.each([
  ["{easting}_{northing}", []],
  ["x-{tile}", []],
  ["{easting}_{secret}", ["has the field {secret}, which there is not"]],
  ["{easting}{northing}", ["needs _ or - between two fields"]],
  ["{easting}1m2{northing}", ["needs _ or - between two fields"]],
  ["{easting}x{northing}", []],
  ["../{tile}", ["may have letters, digits, _, - and fields in braces"]],
  ["_{tile}", ["may have letters, digits, _, - and fields in braces"]],
])("the pattern %s has the faults %j", (pattern, faults) => {
  expect(faultsOf(tileNamingSchema, pattern)).toEqual(faults);
});

const ONE_NAME = "needs {easting} and {northing}, or {column} and {row}: tiles would have one name";
test.each([
  ["grid", "{easting}_{northing}", undefined],
  ["grid", "{column}_{row}", undefined],
  ["grid", "{easting}_{row}", ONE_NAME],
  ["grid", "{column}", ONE_NAME],
  ["grid", "{projectId}", ONE_NAME],
  ["grid", "{easting}_{northing}_{tile}", "has {tile}, which tiles of a grid do not have"],
  ["list", "{siteName}_{tile}", undefined],
  ["list", "{easting}_{northing}", "needs {tile}: the name that the list gives"],
] as const)(
  "contract/V2 of a %s the pattern %s names tiles with the fault %s",
  (kind, pattern, fault) => {
    expect(sharedNames({ kind }, pattern)).toBe(fault);
  },
);

test("a tile's name has whole metres, m for what is below 0, and _ for what no name may have", () => {
  const fields = {
    projectId: "PRJ00012",
    siteName: "North Pit/2",
    flightId: "FL000123",
    easting: 500_000.4,
    northing: -1_000.6,
    column: 0,
    row: -3,
    tile: "A-1",
  };
  expect(tileName("x_{siteName}_{easting}_{northing}_{column}_{row}_{tile}", fields)).toBe(
    "x_North_Pit_2_500000_m1001_0_m3_A-1",
  );
});

describe("the squares of a grid", () => {
  const shape = {
    side: 100,
    originX: 50,
    originY: -50,
    bounds: { minX: 50, minY: 0, maxX: 250, maxY: 150 },
  };
  const SQUARES = [
    [0, 0, 50, -50],
    [1, 0, 150, -50],
    [0, 1, 50, 50],
    [1, 1, 150, 50],
  ];

  test("are those that its bounds overlap, row after row from the south west", () => {
    const squares = Array.from(gridSquares(shape), (square) => Object.values(square));
    expect(squares).toEqual(SQUARES);
    expect(squareCount(shape)).toBe(SQUARES.length);
  });

  test("are delivered within its bounds alone", () => {
    const within = [-1, 0, 1, 2].flatMap((row) =>
      [-1, 0, 1, 2]
        .filter((column) => isWithin(shape, { column, row }))
        .map((column) => [column, row]),
    );
    expect(within).toEqual(SQUARES.map(([column, row]) => [column, row]));
  });

  test("are told by the points where it has no bounds", () => {
    const open = { ...shape, bounds: null };
    expect([...gridSquares(open)]).toEqual([]);
    expect(squareCount(open)).toBe(0);
    expect(isWithin(open, { column: -7, row: 9 })).toBe(true);
  });
});
