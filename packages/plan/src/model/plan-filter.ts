import { AREA, LINE } from "./plan-geometry.ts";

/** The radios All, AOI's and Flight Lines. */
export type PlanFilter = "all" | "aoi" | "lines";

/** Whether the radio lets a kind of feature through: AOI's are all but lines, flight lines all but areas. */
export function passesFilter(kind: number | undefined, filter: PlanFilter): boolean {
  if (filter === "aoi") return kind !== LINE;
  return filter === "all" || kind !== AREA;
}
