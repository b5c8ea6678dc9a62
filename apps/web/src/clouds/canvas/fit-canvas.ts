import type { Size } from "../choose/map-view.ts";

/** Gives a canvas the pixels of its size on this screen; what it showed is lost where that changes. */
export function fitCanvas(canvas: HTMLCanvasElement, { width, height }: Size): void {
  const [w, h] = [Math.round(width * devicePixelRatio), Math.round(height * devicePixelRatio)];
  if (canvas.width !== w) canvas.width = w;
  if (canvas.height !== h) canvas.height = h;
}

/** For a canvas whose pixels are written: in the memory of a graphics card each of them would be copied there and back. */
export const WRITTEN: CanvasRenderingContext2DSettings = { willReadFrequently: true };
