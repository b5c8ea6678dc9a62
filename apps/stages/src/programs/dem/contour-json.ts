import type { Contour } from "@swath/pointcloud/raster";
import type { IndexFile } from "../../points/index-file.ts";

/**
 * Contours as GeoJSON in the coordinate system of the points, which GIS software reads by the member
 * `crs` (GeoJSON 2008, section 3); a line each text line, places to the millimetre.
 */
export function contourJson(lines: readonly Contour[], { epsg }: IndexFile["crs"]): string {
  const crs =
    epsg === null
      ? ""
      : `"crs":{"type":"name","properties":{"name":"urn:ogc:def:crs:EPSG::${epsg}"}},\n`;
  const features = lines.map(({ height, line }) => {
    const places: string[] = [];
    for (let n = 0; n < line.length; n += 2)
      places.push(`[${milli(line[n]!)},${milli(line[n + 1]!)}]`);
    return (
      `{"type":"Feature","properties":{"height":${milli(height)}},` +
      `"geometry":{"type":"LineString","coordinates":[${places.join(",")}]}}`
    );
  });
  return `{"type":"FeatureCollection",\n${crs}"features":[\n${features.join(",\n")}\n]}\n`;
}

const milli = (value: number): number => Math.round(value * 1_000) / 1_000;
