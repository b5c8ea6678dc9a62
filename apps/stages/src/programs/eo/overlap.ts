import { footprintOf, type ImageFormat } from "@swath/pointcloud/georeferencing";
import type { ProjectedSystem } from "@swath/pointcloud/coordinates";
import type { Oriented } from "./exposures.ts";

/** Overlap along the flight and spacing of neighbouring images. */
export interface Spacing {
  /** Median share of an image that the next one sees too, 0 to 1; NaN without neighbours. */
  readonly overlap: number;
  /** Standard deviation of the distance between neighbours, m; NaN without any. */
  readonly deviation: number;
}

/**
 * Compares each image with the next one; those that share no ground, or are twice as far apart as
 * usual, are of two lines.
 */
export function spacingOf(
  images: readonly Oriented[],
  format: ImageFormat,
  ground: number,
  system: ProjectedSystem,
): Spacing {
  const shares: number[] = [];
  const bases: number[] = [];
  for (const [index, image] of images.entries()) {
    const next = images[index + 1];
    const corners = footprintOf(image.exposure, format, ground);
    if (next === undefined || corners === undefined) continue;
    const [dx, dy] = [next.x - image.x, next.y - image.y];
    const base = Math.hypot(dx, dy);
    const along = corners.map((corner) => {
      const [x, y] = system.forward(...corner);
      return ((x - image.x) * dx + (y - image.y) * dy) / base;
    });
    const share = 1 - base / (Math.max(...along) - Math.min(...along));
    if (!(share > 0)) continue;
    shares.push(share);
    bases.push(base * system.unit);
  }
  const usual = median(bases) ?? NaN;
  const ofLine = bases.filter((base) => base <= 2 * usual);
  const mean = ofLine.reduce((sum, base) => sum + base, 0) / ofLine.length;
  const square = ofLine.reduce((sum, base) => sum + (base - mean) ** 2, 0) / ofLine.length;
  return { overlap: median(shares) ?? NaN, deviation: Math.sqrt(square) };
}

function median(values: readonly number[]): number | undefined {
  return values.toSorted((a, b) => a - b)[values.length >> 1];
}
