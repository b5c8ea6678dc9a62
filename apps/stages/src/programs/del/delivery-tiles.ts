import {
  type InstructionFile,
  isWithin,
  MOST_TILES,
  tileName,
  type TileExtents,
} from "@swath/contract/instructions";
import type { Extent } from "@swath/pointcloud/raster";
import { FileFault } from "../../program.ts";

/** A tile of a delivery, in metres of its system. */
export interface DeliveryTile {
  readonly name: string;
  readonly extent: Extent;
}

type Naming = Pick<InstructionFile, "projectId" | "siteName" | "tileNaming"> & {
  readonly flightId: string;
};

/** The tiles of an instruction that touch a box, by what tells them apart. */
export type TilesNear = (box: Extent) => Iterable<readonly [key: string, tile: DeliveryTile]>;

/** Finds the tiles of an instruction's extents. */
export function tilesNear(extents: TileExtents, naming: Naming): TilesNear {
  const nameOf = (
    { minX, minY }: Extent,
    of: { column: number; row: number; tile: string },
  ): string => {
    const { tileNaming, ...fields } = naming;
    return tileName(tileNaming, { ...fields, ...of, easting: minX, northing: minY });
  };
  if (extents.kind === "grid")
    return function* near(box) {
      const { side, originX, originY } = extents;
      const [left, right] = [box.minX, box.maxX].map((x) => Math.floor((x - originX) / side));
      const [bottom, top] = [box.minY, box.maxY].map((y) => Math.floor((y - originY) / side));
      for (let row = bottom!; row <= top!; row += 1)
        for (let column = left!; column <= right!; column += 1) {
          if (!isWithin(extents, { column, row })) continue;
          const [minX, minY] = [originX + column * side, originY + row * side];
          const extent = { minX, minY, maxX: minX + side, maxY: minY + side };
          yield [`${column} ${row}`, { name: nameOf(extent, { column, row, tile: "" }), extent }];
        }
    };
  const listed = extents.tiles.map(({ name: tile, ...extent }) => ({
    name: nameOf(extent, { column: 0, row: 0, tile }),
    extent,
  }));
  return function* near(box) {
    for (const [number, tile] of listed.entries())
      if (touches(tile.extent, box)) yield [`${number}`, tile];
  };
}

/** Whether two boxes have a place in common; a tile's eastern and northern edge are the next one's. */
export const touches = (tile: Extent, box: Extent): boolean =>
  box.minX < tile.maxX && box.maxX >= tile.minX && box.minY < tile.maxY && box.maxY >= tile.minY;

export const tooMany = (): FileFault =>
  new FileFault(
    "instruction.json",
    `its points lie in more than ${MOST_TILES} tiles: make them larger`,
  );
