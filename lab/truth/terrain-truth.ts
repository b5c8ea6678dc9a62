import { errorFigures, type ErrorFigures } from "./error-figures.ts";
import { readRaster, valueBetween } from "./tiff-file.ts";
import type { Truth } from "./truth-file.ts";

export interface TerrainFigures extends ErrorFigures {
  /** Ground and road samples where no terrain model has a height. */
  readonly empty: number;
}

/** Compares terrain models, tile by tile, with the truth's ground and road. */
export function compareTerrain(truth: Truth, files: readonly string[]): TerrainFigures {
  const tiles = files.map(readRaster);
  const errors: number[] = [];
  let empty = 0;
  for (const { x, y, z, surface } of truth.samples) {
    if (surface === "roof") continue;
    const heights = tiles.map((tile) => valueBetween(tile, x, y));
    const height = heights.find((value) => !Number.isNaN(value));
    if (height === undefined) empty += 1;
    else errors.push(height - z);
  }
  return { ...errorFigures(errors), empty };
}
