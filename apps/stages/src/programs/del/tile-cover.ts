import { DatabaseSync } from "node:sqlite";
import { areaOf, CoverageGrid, outlines, type Polygon } from "@swath/pointcloud/grid";
import { isUsed } from "@swath/pointcloud/points";
import { type Extent, MeanGrid, type Raster, rasterShape } from "@swath/pointcloud/raster";
import { zippedShapefile } from "../../files/shapefile.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { openPoints, readPoints } from "../../points/point-file.ts";
import { boundsOf, geopackage } from "@swath/survey/geopackage";
import { withWkt } from "../../coordinates/cloud-system.ts";

/** Means of the intensities of first returns, cell by cell; none where none fell. */
export async function tileIntensity(
  files: readonly string[],
  extent: Extent,
  cell: number,
): Promise<Raster> {
  const means = new MeanGrid(rasterShape(extent, cell));
  for (const file of files)
    await readPoints(await openPoints(file), (block) => {
      for (let at = 0; at < block.count; at += 1)
        if (block.returnNumber[at]! <= 1 && isUsed(block, at))
          means.add(block.x[at]!, block.y[at]!, block.intensity[at]!);
    });
  return means.raster();
}

/** Ground under the points of a file within its tile: the outline of the cells that hold one. */
export async function tileBoundary(
  file: string,
  extent: Extent,
  cell: number,
): Promise<readonly Polygon[]> {
  const cover = new CoverageGrid(cell);
  await readPoints(await openPoints(file), (block) => {
    for (let at = 0; at < block.count; at += 1)
      if (isUsed(block, at)) cover.add(block.x[at]!, block.y[at]!);
  });
  const { minX, minY, maxX, maxY } = extent;
  // Cells stand at multiples of their side: those at the tile's edges may reach beyond it.
  return outlines(cover).map((polygon) =>
    polygon.map((ring) =>
      ring.map(
        ([x, y]) => [Math.min(Math.max(x, minX), maxX), Math.min(Math.max(y, minY), maxY)] as const,
      ),
    ),
  );
}

const POLYGON = 3;
const MULTI_POLYGON = 6;

const BOUNDARY = {
  table: "boundary",
  geometry: "MULTIPOLYGON",
  columns: { area: "DOUBLE NOT NULL" },
} as const;

/** A boundary as a GeoPackage: one table `boundary` of one multipolygon with its area, m². */
export function boundaryPackage(polygons: readonly Polygon[], crs: IndexFile["crs"]): Uint8Array {
  const feature = {
    geometry: { wkb: multiPolygon(polygons), bounds: boundsOf(polygons.flat(3)) },
    values: [areaOfAll(polygons)],
  };
  using database = new DatabaseSync(":memory:");
  return geopackage(database, BOUNDARY, polygons.length === 0 ? [] : [feature], withWkt(crs));
}

/** The same as a shapefile `boundary` in a ZIP. */
export function boundaryShapefile(polygons: readonly Polygon[], epsg: number): Uint8Array {
  const paths = polygons.flat().map((ring) => Float64Array.from(ring.flat()));
  const features = paths.length === 0 ? [] : [{ paths, value: areaOfAll(polygons) }];
  return zippedShapefile({ name: "boundary", kind: "areas", column: "area" }, features, epsg);
}

const areaOfAll = (polygons: readonly Polygon[]): number =>
  polygons.flat().reduce((sum, ring) => sum + areaOf(ring), 0);

function multiPolygon(polygons: readonly Polygon[]): Uint8Array {
  const rings = polygons.flat();
  const places = rings.reduce((sum, ring) => sum + ring.length, 0);
  const bytes = new Uint8Array(9 + polygons.length * 9 + rings.length * 4 + places * 16);
  const view = new DataView(bytes.buffer);
  let at = 0;
  const integer = (value: number): void => {
    view.setUint32(at, value, true);
    at += 4;
  };
  const begin = (type: number, count: number): void => {
    view.setUint8(at++, 1);
    integer(type);
    integer(count);
  };
  begin(MULTI_POLYGON, polygons.length);
  for (const polygon of polygons) {
    begin(POLYGON, polygon.length);
    for (const ring of polygon) {
      integer(ring.length);
      for (const value of ring.flat()) {
        view.setFloat64(at, value, true);
        at += 8;
      }
    }
  }
  return bytes;
}
