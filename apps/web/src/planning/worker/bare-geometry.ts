import type { PlanGeometry } from "@swath/plan/model";

/** Geometry without its words, for calls that need none: 50,000 names take longer than their lines. */
export const bare = (geometry: PlanGeometry): PlanGeometry => ({
  ...geometry,
  names: [],
  folders: [],
});
