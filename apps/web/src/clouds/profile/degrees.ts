/** Loaded when a point is clicked: the equations of projections are large. */
export { degreesOf } from "@swath/pointcloud/coordinates";
