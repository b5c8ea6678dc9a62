import type { Contour } from "@swath/pointcloud/raster";
import { boundsOf, geopackage } from "../../files/geopackage.ts";
import type { IndexFile } from "../../points/index-file.ts";

const LINE_STRING = 2;

/** A height as it is written: to the micrometre. */
export const heightOf = ({ height }: Pick<Contour, "height">): number =>
  Math.round(height * 1e6) / 1e6;

/** Contours as a GeoPackage: one table `contours` of lines with their height. */
export function contourPackage(lines: readonly Contour[], crs: IndexFile["crs"]): Uint8Array {
  const features = lines.map((contour) => ({
    wkb: lineString(contour.line),
    bounds: boundsOf(contour.line),
    value: heightOf(contour),
  }));
  return geopackage({ table: "contours", geometry: "LINESTRING", column: "height" }, features, crs);
}

function lineString(line: Float64Array): Uint8Array {
  const bytes = new Uint8Array(9 + line.length * 8);
  const view = new DataView(bytes.buffer);
  view.setUint8(0, 1);
  view.setUint32(1, LINE_STRING, true);
  view.setUint32(5, line.length / 2, true);
  for (const [n, value] of line.entries()) view.setFloat64(9 + 8 * n, value, true);
  return bytes;
}
