import { formatLength } from "../tools/figures.ts";

export interface ScaleBarLength {
  readonly label: string;
  /** CSS pixels. */
  readonly width: number;
}

/**
 * The longest round length that fits into so many pixels. A pixel of Web Mercator is `resolution`
 * metres at the equator and the cosine of the latitude as many elsewhere.
 */
export function scaleBarLength(resolution: number, lat: number, most: number): ScaleBarLength {
  const metresOfPixel = resolution * Math.cos((lat * Math.PI) / 180);
  const limit = metresOfPixel * most;
  const power = 10 ** Math.floor(Math.log10(limit));
  const metres = [5, 2, 1].map((step) => step * power).find((length) => length <= limit) ?? power;
  return { label: label(metres), width: metres / metresOfPixel };
}

function label(metres: number): string {
  if (metres < 1) return `${Math.round(metres * 100)} cm`;
  return metres < 1000 ? formatLength(metres) : `${(metres / 1000).toLocaleString("en-GB")} km`;
}
