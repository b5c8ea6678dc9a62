export { assignmentAsGeoJson } from "./geojson.ts";
export { assignmentAsKmz } from "./kmz.ts";
export { assignmentAsShapefiles } from "./shapefile.ts";
