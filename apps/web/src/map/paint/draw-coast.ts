import type { PlanGeometry } from "@swath/plan/model";
import { COAST, LAND } from "../palette.ts";
import { type Placing, traceRing } from "./trace.ts";

/** Draws land, ring by ring of one feature, a little lighter or darker than the ground. */
export function drawCoast(
  context: OffscreenCanvasRenderingContext2D,
  land: PlanGeometry,
  placing: Placing,
  { dark, pixelRatio }: { readonly dark: boolean; readonly pixelRatio: number },
): void {
  const look = dark ? "dark" : "light";
  const path = landPath(land, placing);
  context.fillStyle = LAND[look];
  context.strokeStyle = COAST[look];
  context.lineWidth = pixelRatio;
  context.fill(path, "evenodd");
  context.stroke(path);
}

function landPath(land: PlanGeometry, placing: Placing): Path2D {
  const path = new Path2D();
  for (let part = 0; part + 1 < land.positionStarts.length; part++)
    traceRing(path, land, part, placing);
  return path;
}
