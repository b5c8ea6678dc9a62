import { expect, test } from "vitest";
import { mostCells, productPath, productSchema, productsSchema } from "./delivery-products.ts";

test.each([
  [{ type: "pointCloud", format: "las" }, "points/T1_points.las"],
  [{ type: "pointCloud", format: "laz", points: "ground" }, "ground/T1_ground.laz"],
  [{ type: "pointCloud", format: "copc" }, "points/T1_points.copc.laz"],
  [{ type: "raster", model: "dtm", cell: 0.5 }, "dtm_0.5m/T1_dtm_0.5m.tif"],
  [{ type: "vector", feature: "contours", interval: 2 }, "contours_2m/T1_contours_2m.gpkg"],
  [
    { type: "vector", feature: "contours", interval: 2, cell: 0.5, format: "shp.zip" },
    "contours_2m_0.5m/T1_contours_2m_0.5m.shp.zip",
  ],
  [{ type: "vector", feature: "boundary" }, "boundary_5m/T1_boundary_5m.gpkg"],
] as const)("of the tile T1 %j stands at %s", (product, path) => {
  expect(productPath(productSchema.parse(product), "T1")).toBe(path);
});

test("a boundary of a tile has up to 1,000,000 cells, any other product 16,000,000", () => {
  const most = [
    { type: "vector", feature: "boundary" },
    { type: "vector", feature: "contours", interval: 1 },
    { type: "raster", model: "dsm", cell: 1 },
  ].map((product) => mostCells(productSchema.parse(product) as Parameters<typeof mostCells>[0]));
  expect(most).toEqual([1_000_000, 16_000_000, 16_000_000]);
});

const points = (format: string) => ({ type: "pointCloud", format });
const faultsOf = (...products: readonly object[]) =>
  productsSchema.safeParse(products).error?.issues.map(({ message }) => message);

test("no two products have the same files", () => {
  expect(faultsOf(points("las"), points("laz"))).toBeUndefined();
  expect(faultsOf(points("las"), points("las"))).toEqual([
    "must differ: two would have the same files",
  ]);
});
