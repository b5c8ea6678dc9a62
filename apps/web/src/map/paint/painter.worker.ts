import { createHitIndex } from "@swath/plan/hit";
import type { MadeIndex, PaintLayer, PaintRequest, ToPainter } from "./paint-messages.ts";
import { Painter } from "./painter.ts";

const painter = new Painter();
const page = globalThis as { postMessage(message: unknown, transfer: Transferable[]): void };

function setLayers(layers: readonly PaintLayer[]): void {
  painter.setLayers(layers);
  for (const { geometry } of layers)
    // The picture that is ordered next goes first.
    if (geometry !== undefined) setTimeout(() => makeIndex(geometry));
}

function makeIndex({ serial, of }: NonNullable<PaintLayer["geometry"]>): void {
  const { grid, areas, extents } = createHitIndex(of);
  const made: MadeIndex = { kind: "index", serial, index: { grid, areas, extents } };
  const { ends, features, starts, listed } = grid;
  const arrays = [ends, features, starts, listed, areas, extents];
  const buffers = new Set(arrays.map(({ buffer }) => buffer as ArrayBuffer));
  page.postMessage(made, [...buffers]);
}

function paint(request: PaintRequest): void {
  const picture = painter.paint(request);
  page.postMessage(picture, [picture.bitmap]);
}

addEventListener("message", ({ data }: MessageEvent<ToPainter>) => {
  if (data.kind === "layers") setLayers(data.layers);
  else if (data.kind === "coast") painter.setCoast(data.geometry);
  else paint(data.request);
});
