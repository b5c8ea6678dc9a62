import { basename, dirname } from "node:path";
import { emptyRaster, type Extent, type Raster, rasterShape } from "@swath/pointcloud/raster";
import { grown, readSurfaces } from "../dem/tile.ts";

/** Cells that surfaces are made of at once: 150 MB. */
const WINDOW_CELLS = 1_500_000;

export interface TileSurfaces {
  readonly terrain: Raster;
  readonly surface: Raster;
}

interface Making {
  /** Files with the tile's points, and those around it. */
  readonly files: readonly string[];
  readonly extent: Extent;
  readonly cell: number;
  /** How far around it points are, m; and how far from ground points terrain is filled, m. */
  readonly collar: number;
  readonly reach: number;
}

/**
 * Terrain and surface of a tile and two cells around it, as DEM1 makes them, window by window, so that
 * memory does not grow with the cells that are read into.
 */
export async function tileSurfaces({
  files,
  extent,
  cell,
  collar,
  reach,
}: Making): Promise<TileSurfaces> {
  const shape = rasterShape(grown(extent, 2 * cell), cell);
  const made = { terrain: emptyRaster(shape), surface: emptyRaster(shape) };
  const margin = Math.ceil(collar / cell);
  const side = Math.max(64, Math.floor(Math.sqrt(WINDOW_CELLS)) - 2 * margin);
  for (let top = 0; top < shape.height; top += side)
    for (let left = 0; left < shape.width; left += side) {
      const window = {
        minX: shape.west + left * cell,
        maxX: shape.west + Math.min(left + side, shape.width) * cell,
        maxY: shape.north - top * cell,
        minY: shape.north - Math.min(top + side, shape.height) * cell,
      };
      const surfaces = await readSurfaces(
        files.map((file) => basename(file)),
        {
          folder: dirname(files[0]!),
          extent: grown(window, margin * cell),
          own: window,
          box: grown(window, margin * cell + 2 * cell),
          cell,
          reach: reach / cell,
        },
        () => {},
      );
      put(surfaces.terrain, made.terrain, { left, top, side });
      put(surfaces.surface, made.surface, { left, top, side });
    }
  return made;
}

interface Place {
  readonly left: number;
  readonly top: number;
  readonly side: number;
}

/** Copies the cells of a window from the raster that was made around it. */
function put(from: Raster, to: Raster, { left, top, side }: Place): void {
  const offset = {
    column: Math.round((to.west - from.west) / to.cell),
    row: Math.round((from.north - to.north) / to.cell),
  };
  const right = Math.min(left + side, to.width);
  for (let row = top; row < Math.min(top + side, to.height); row += 1) {
    const start = (row + offset.row) * from.width + offset.column;
    to.values.set(from.values.subarray(start + left, start + right), row * to.width + left);
  }
}
