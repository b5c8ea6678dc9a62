import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { deflateSync } from "node:zlib";
import { outlines } from "@swath/pointcloud/grid";
import { classMap, type Picture, sequentialClasses } from "@swath/pointcloud/picture";
import { type Raster, writeCog } from "@swath/pointcloud/raster";
import { type CloudSystem, cloudSystem, type MetricScale } from "../../coordinates/cloud-system.ts";
import type { IndexFile } from "../../points/index-file.ts";
import type { FlightCover } from "./flight-cover.ts";

/** Cells of 5 m in one of the outlines. */
const OUTLINE_CELLS = 4;
const CLASSES = 7;
/** Widths of a class. */
const STEPS = [0.5, 1, 2, 3, 4, 5, 10, 20, 50, 100];

/** `density.tif`: last returns a square metre. Degrees have no square metres: none is written. */
export async function writeDensity(
  out: string,
  density: Raster,
  { crs }: IndexFile,
  scale: MetricScale,
): Promise<void> {
  if (crs.geographic) return;
  const shape = {
    ...density,
    cell: density.cell / scale.x,
    west: density.west / scale.x,
    north: density.north / scale.y,
  };
  await writeFile(join(out, "density.tif"), writeCog(shape, density.values, crs, deflateSync));
}

/** The density on a map, its classes up to twice the median of the cells. */
export function densityPicture(density: Raster, size: number): Picture {
  const found = density.values.filter((value) => !Number.isNaN(value)).toSorted();
  const middle = found[found.length >> 1] ?? 1;
  const step =
    STEPS.find((each) => each * CLASSES >= 2 * middle) ?? Math.ceil((2 * middle) / CLASSES);
  const classes = sequentialClasses(step * CLASSES, CLASSES);
  return classMap(density, "Last returns per m²", classes, { size }).picture;
}

/** `coverage.geojson`: what each line covers, longitude and latitude (RFC 7946). */
export async function writeCoverage(
  out: string,
  { lines }: FlightCover,
  { crs }: IndexFile,
  scale: MetricScale,
): Promise<void> {
  const inverse = inverseOf(crs);
  if (inverse === undefined) return;
  const place = ([x, y]: readonly [number, number]): number[] =>
    inverse(x / scale.x, y / scale.y).map((degrees) => Number(degrees.toFixed(7)));
  const features = [...lines].map(([line, grid]) => ({
    type: "Feature",
    properties: { line, area: grid.count * grid.cell ** 2 },
    geometry: {
      type: "MultiPolygon",
      coordinates: outlines(grid.coarser(OUTLINE_CELLS)).map((polygon) =>
        polygon.map((ring) => ring.map(place)),
      ),
    },
  }));
  const json = JSON.stringify({ type: "FeatureCollection", features });
  await writeFile(join(out, "coverage.geojson"), `${json}\n`);
}

function inverseOf(crs: IndexFile["crs"]): CloudSystem["inverse"] {
  const system = cloudSystem({ ...crs, verticalEpsg: null, stated: true }, null);
  return typeof system === "string" ? undefined : system.inverse;
}
