import { writeFile } from "node:fs/promises";
import { join } from "node:path";
import { writeArrayBuffer } from "geotiff";

/** Nodes of a synthetic geoid, from the north-western one, degrees. */
export interface SyntheticGrid {
  readonly west: number;
  readonly north: number;
  readonly step: number;
  readonly columns: number;
  readonly rows: number;
  readonly heightAt: (longitude: number, latitude: number) => number;
}

const nodesOf = ({ west, north, step, columns, rows, heightAt }: SyntheticGrid): Float32Array =>
  Float32Array.from({ length: columns * rows }, (_, at) =>
    heightAt(west + (at % columns) * step, north - Math.floor(at / columns) * step),
  );

/** Writes a grid as NOAA's GTX. */
export async function writeGtx(folder: string, name: string, grid: SyntheticGrid): Promise<void> {
  const { west, north, step, columns, rows } = grid;
  const nodes = nodesOf(grid);
  const bytes = Buffer.alloc(40 + 4 * nodes.length);
  [north - (rows - 1) * step, west, step, step].forEach((each, at) =>
    bytes.writeDoubleBE(each, 8 * at),
  );
  bytes.writeInt32BE(rows, 32);
  bytes.writeInt32BE(columns, 36);
  for (let row = 0; row < rows; row += 1)
    for (let column = 0; column < columns; column += 1)
      bytes.writeFloatBE(
        nodes[(rows - 1 - row) * columns + column]!,
        40 + 4 * (row * columns + column),
      );
  await writeFile(join(folder, name), bytes);
}

/** Writes a grid as a GeoTIFF of PROJ, whose nodes are points or the middles of areas. */
export async function writeTiff(
  folder: string,
  name: string,
  grid: SyntheticGrid,
  nodes: "points" | "areas" = "points",
): Promise<void> {
  const { west, north, step, columns, rows } = grid;
  const corner = nodes === "points" ? 0 : step / 2;
  const metadata = {
    width: columns,
    height: rows,
    GTModelTypeGeoKey: 2,
    GTRasterTypeGeoKey: nodes === "points" ? 2 : 1,
    GeographicTypeGeoKey: 4326,
    ModelPixelScale: [step, step, 0],
    ModelTiepoint: [0, 0, 0, west - corner, north + corner, 0],
  };
  const bytes = writeArrayBuffer(nodesOf(grid), metadata);
  await writeFile(join(folder, name), new Uint8Array(bytes));
}
