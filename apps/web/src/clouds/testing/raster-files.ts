import { writeCog } from "@swath/pointcloud/raster";
import { kmzFile } from "@swath/survey/writers";
import { zlibSync } from "fflate";

/** UTM, zone 50 south: as the lines of `line-file.ts`. */
export const RASTER_EPSG = 32_750;
const PLACE = { west: 400_000, north: 6_400_100 };

/** A square of 100 m in cells of 0.5 m: shades of one value in its western half, of another in its eastern one. */
export function shades(west: number, east: number, epsg: number | null = RASTER_EPSG): Uint8Array {
  const shape = { width: 200, height: 200, cell: 0.5, ...PLACE };
  const bytes = Uint8Array.from({ length: 40_000 }, (_, at) => (at % 200 < 100 ? west : east));
  return writeCog(shape, bytes, { epsg }, (raw) => zlibSync(raw));
}

/** The same square in cells of 2 m: from 0 in the west to 10 in the east. */
export function density(): Uint8Array {
  const shape = { width: 50, height: 50, cell: 2, ...PLACE };
  const values = Float32Array.from({ length: 2_500 }, (_, at) => (at % 50) / 5);
  return writeCog(shape, values, { epsg: RASTER_EPSG }, (raw) => zlibSync(raw));
}

/** A relief of waves over the same square, which another turn of them differs from. */
export function relief(turn: number): Uint8Array {
  const shape = { width: 200, height: 200, cell: 0.5, ...PLACE };
  const bytes = Uint8Array.from({ length: 40_000 }, (_, at) => {
    const [x, y] = [at % 200, Math.floor(at / 200)];
    return 130 + 60 * Math.sin(x / 13 + turn) * Math.cos(y / 17) + 40 * Math.sin((x + y) / 31);
  });
  return writeCog(shape, bytes, { epsg: RASTER_EPSG }, (raw) => zlibSync(raw));
}

type Ring = readonly (readonly [longitude: number, latitude: number])[];

/** Footprints of images as EO writes them, by the names of the images. */
export const footprints = (rings: Readonly<Record<string, Ring>>): Uint8Array<ArrayBuffer> =>
  kmzFile("Footprints", [
    {
      name: "",
      marks: Object.entries(rings).map(([name, ring]) => ({
        name,
        shapes: [{ type: "area", rings: [ring] }],
      })),
    },
  ]);
