import type { PlanGeometry } from "@swath/plan/model";
import { COAST, LAND } from "../palette.ts";
import { type Placing, traceRing } from "./trace.ts";
import { drawLabels, labelsOf } from "./labels.ts";
import { drawLayer } from "./draw-layer.ts";
import { layerPaths, type PreparedGeometry, prepare } from "./layer-paths.ts";
import type { PaintLayer, PaintRequest, Picture } from "./paint-messages.ts";
import { worldShifts } from "../map-coordinates.ts";

/** Draws land, ring by ring of one feature, a little lighter or darker than the ground. */
function drawCoast(
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

/** Draws pictures of layers on a canvas that is on no page. */
export class Painter {
  readonly #geometries = new Map<string, PreparedGeometry>();
  #layers: readonly PaintLayer[] = [];
  #coast: PreparedGeometry | undefined;
  readonly #canvas = new OffscreenCanvas(1, 1);

  setLayers(layers: readonly PaintLayer[]): void {
    for (const { id, geometry } of layers)
      if (geometry !== undefined) this.#geometries.set(id, prepare(geometry.of));
    const left = new Set(layers.map(({ id }) => id));
    for (const id of this.#geometries.keys()) if (!left.has(id)) this.#geometries.delete(id);
    this.#layers = layers;
  }

  setCoast(geometry: PlanGeometry): void {
    this.#coast = prepare(geometry);
  }

  paint(request: PaintRequest): Picture {
    const { width, height, pixelRatio } = request;
    this.#canvas.width = Math.round(width * pixelRatio);
    this.#canvas.height = Math.round(height * pixelRatio);
    const context = this.#canvas.getContext("2d")!;
    if (request.coast && this.#coast !== undefined) {
      const coast = this.#coast;
      for (const placing of this.#placings(coast, request))
        drawCoast(context, coast.geometry, placing, request);
    }
    const labels = this.#layers.flatMap((layer) => this.#paintLayer(context, layer, request));
    drawLabels(context, labels, request);
    return { kind: "picture", request, bitmap: this.#canvas.transferToImageBitmap() };
  }

  /** Draws a layer; gives its names, which lie over all layers. */
  #paintLayer(
    context: OffscreenCanvasRenderingContext2D,
    layer: PaintLayer,
    { pixelRatio, dark, ...request }: PaintRequest,
  ) {
    const prepared = this.#geometries.get(layer.id);
    if (!layer.visible || prepared === undefined) return [];
    const { look, opacity } = layer;
    return this.#placings(prepared, { pixelRatio, dark, ...request }).flatMap((placing) => {
      const right = placing.left + placing.width / placing.scale;
      const bottom = placing.top - placing.height / placing.scale;
      const bounds = [placing.left, bottom, right, placing.top] as const;
      const paths = layerPaths(layer, prepared, { placing, bounds });
      drawLayer(context, paths, { look, opacity, pixelRatio, dark });
      return labelsOf(prepared, paths.seen, look, { placing, pixelRatio });
    });
  }

  /** Where a geometry is drawn: once for each world in sight. */
  #placings({ extent }: PreparedGeometry, request: PaintRequest): Placing[] {
    if (extent === undefined) return [];
    const { left, top, resolution, width, pixelRatio } = request;
    return worldShifts(extent, left, left + width * resolution).map((shift) => ({
      left: left - shift,
      top,
      scale: pixelRatio / resolution,
      width: this.#canvas.width,
      height: this.#canvas.height,
    }));
  }
}
