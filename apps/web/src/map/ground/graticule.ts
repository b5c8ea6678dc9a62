import { latitudeOf, longitudeOf, mercatorX, mercatorY, wrapped } from "@swath/plan/model";
import type { Sketch } from "../engine/sketch-layer.ts";

/** Degrees between lines of the grid. */
const STEPS = [30, 20, 10, 5, 2, 1, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005, 0.002, 0.001];
/** Pixels between lines of the grid at least. */
const LEAST_GAP = 110;
const MOST_LATITUDE = 85;

/** The step whose lines are far enough apart at so many degrees of longitude a pixel. */
export function gridStep(degreesPerPixel: number): number {
  return STEPS.findLast((step) => step / degreesPerPixel >= LEAST_GAP) ?? STEPS[0]!;
}

/** `30°S`, `133.5°E`; longitudes beyond the edge of the world as they are called there. */
export function degreeLabel(degrees: number, axis: "latitude" | "longitude"): string {
  const value = axis === "latitude" ? degrees : wrapped(degrees);
  const shown = Number(Math.abs(value).toFixed(3));
  if (shown === 0 || (axis === "longitude" && shown === 180)) return `${shown}°`;
  const [positive, negative] = axis === "latitude" ? ["N", "S"] : ["E", "W"];
  return `${shown}°${value > 0 ? positive : negative}`;
}

/** Meridians and parallels with their degrees, along the upper and the left edge. */
export function graticule(dark: boolean): Sketch {
  return ({ context, width, height, resolution, center, place }) => {
    const half = [(width / 2) * resolution, (height / 2) * resolution] as const;
    const step = gridStep(longitudeOf(resolution));
    const [west, east] = [longitudeOf(center[0] - half[0]), longitudeOf(center[0] + half[0])];
    const south = Math.max(-MOST_LATITUDE, latitudeOf(center[1] - half[1]));
    const north = Math.min(MOST_LATITUDE, latitudeOf(center[1] + half[1]));
    context.strokeStyle = dark ? "rgb(255 255 255 / 0.14)" : "rgb(18 32 58 / 0.16)";
    context.fillStyle = dark ? "#a6b2c6" : "#4d5a70";
    context.font = "11px system-ui, sans-serif";
    context.beginPath();
    for (const lon of multiples(west, east, step)) {
      const [x] = place(mercatorX(lon), 0);
      context.moveTo(Math.round(x) + 0.5, 0);
      context.lineTo(Math.round(x) + 0.5, height);
      context.fillText(degreeLabel(lon, "longitude"), x + 4, 12);
    }
    for (const lat of multiples(south, north, step)) {
      const [, y] = place(0, mercatorY(lat));
      context.moveTo(0, Math.round(y) + 0.5);
      context.lineTo(width, Math.round(y) + 0.5);
      context.fillText(degreeLabel(lat, "latitude"), 4, y - 4);
    }
    context.stroke();
  };
}

function multiples(from: number, to: number, step: number): number[] {
  const found: number[] = [];
  for (let at = Math.ceil(from / step); at * step <= to; at++) found.push(at * step);
  return found;
}
