import { gda2020Definition } from "@swath/pointcloud/coordinates";
import list from "proj4-list";

/** Definition of an EPSG code as PROJ writes it; undefined for a code that is not known. */
export function epsgDefinition(epsg: number): string | undefined {
  return gda2020Definition(epsg) ?? list[`EPSG:${epsg}`]?.[1];
}
