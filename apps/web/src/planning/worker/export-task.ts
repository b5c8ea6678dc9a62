import { assignmentAsGeoJson, assignmentAsKmz, assignmentAsShapefiles } from "@swath/plan/export";
import type { ExportRequest } from "./plan-calls.ts";

/** Writes what is associated as a file: the worker's side. */
export function exportAs({ format, ...work }: ExportRequest): Blob {
  if (format === "GeoJSON")
    return new Blob([assignmentAsGeoJson(work)], { type: "application/geo+json" });
  if (format === "KMZ")
    return new Blob([assignmentAsKmz(work)], { type: "application/vnd.google-earth.kmz" });
  return new Blob([assignmentAsShapefiles(work)], { type: "application/zip" });
}
