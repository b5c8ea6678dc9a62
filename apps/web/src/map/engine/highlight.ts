import { featureExtent, type PlanGeometry, POINT } from "@swath/plan/model";
import type { FeatureRef, MapLayer } from "../map-layer.ts";
import { type Placing, pointOf, traceLine } from "../paint/trace.ts";
import { shiftTowards } from "../map-coordinates.ts";
import type { Sketch, SketchPen } from "./sketch-layer.ts";

const WIDTH = 5;
const POINT_RADIUS = 8;

/** Draws one feature once more, broad and with its name; undefined where there is none. */
export function highlight(
  layers: readonly MapLayer[],
  hovered: FeatureRef | undefined,
  dark: boolean,
): Sketch | undefined {
  const layer = layers.find(({ id }) => id === hovered?.layerId);
  if (layer === undefined || hovered === undefined) return undefined;
  const { geometry } = layer;
  const { feature } = hovered;
  const extent = featureExtent(geometry, feature);
  return (pen) => {
    const shift = -shiftTowards(pen.center[0], extent);
    const { context, width, height, resolution } = pen;
    const [left, top] = [
      pen.center[0] - (width / 2) * resolution - shift,
      pen.center[1] + (height / 2) * resolution,
    ];
    const placing = { left, top, scale: 1 / resolution, width, height };
    context.lineWidth = WIDTH;
    context.lineCap = "round";
    context.lineJoin = "round";
    context.strokeStyle = dark ? "#ffffff" : "#12203a";
    context.beginPath();
    const end = geometry.partStarts[feature + 1]!;
    for (let part = geometry.partStarts[feature]!; part < end; part++)
      if (geometry.partKinds[part] === POINT) tracePoint(context, geometry, part, placing);
      else traceLine(context, geometry, part, placing);
    context.stroke();
    const middle = pen.place((extent[0] + extent[2]) / 2 + shift, (extent[1] + extent[3]) / 2);
    writeName(pen, geometry.names[feature] ?? "", middle, dark);
  };
}

function tracePoint(
  context: CanvasRenderingContext2D,
  geometry: PlanGeometry,
  part: number,
  placing: Placing,
): void {
  const [x, y] = pointOf(geometry, part, placing);
  context.moveTo(x + POINT_RADIUS, y);
  context.arc(x, y, POINT_RADIUS, 0, 2 * Math.PI);
}

function writeName(
  { context, width, height }: SketchPen,
  name: string,
  [x, y]: readonly [number, number],
  dark: boolean,
): void {
  if (name === "") return;
  context.font = "600 12px system-ui, sans-serif";
  context.textAlign = "center";
  context.lineWidth = 4;
  context.strokeStyle = dark ? "#0e1420" : "#ffffff";
  context.fillStyle = dark ? "#ffffff" : "#12203a";
  const at = [Math.min(Math.max(x, 60), width - 60), Math.min(Math.max(y - 10, 20), height - 10)];
  context.strokeText(name, at[0]!, at[1]!);
  context.fillText(name, at[0]!, at[1]!);
}
