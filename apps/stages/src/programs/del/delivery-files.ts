import { createHash } from "node:crypto";
import { createReadStream } from "node:fs";
import { copyFile, stat, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { type InstructionFile, productPath } from "@swath/contract/instructions";
import type { PlaneDifference } from "@swath/pointcloud/strips";
import { filesBelow } from "../../files/file-bytes.ts";
import { writeJson } from "../../files/write-outputs.ts";
import type { DeliverySystem } from "./delivery-system.ts";
import type { DeliveryTile } from "./delivery-tiles.ts";

/** A tile with the points that were delivered of it. */
export interface DeliveredTile extends DeliveryTile {
  readonly points: number;
}

const MANIFEST = "delivery.json";
const SUMS = "SHA256SUMS";

/** `index.geojson` (RFC 7946): the tiles in longitude and latitude, with their files. */
export async function writeTileIndex(
  out: string,
  tiles: readonly DeliveredTile[],
  { products }: Pick<InstructionFile, "products">,
  { system }: DeliverySystem,
): Promise<void> {
  const features = tiles.map(({ name, extent, points }) => {
    const { minX, minY, maxX, maxY } = extent;
    const corners = [
      [minX, minY],
      [maxX, minY],
      [maxX, maxY],
      [minX, maxY],
      [minX, minY],
    ] as const;
    const ring = corners.map(([x, y]) =>
      system.inverse(x / system.unit, y / system.unit).map((degrees) => Number(degrees.toFixed(9))),
    );
    return {
      type: "Feature",
      properties: {
        tile: name,
        points,
        ...extent,
        epsg: system.epsg,
        files: products.map((product) => productPath(product, name)),
      },
      geometry: { type: "Polygon", coordinates: [ring] },
    };
  });
  await writeJson(join(out, "index.geojson"), { type: "FeatureCollection", features });
}

const cell = (value: number | null): string => (value === null ? "" : value.toFixed(4));

/** The control points with the delivered heights as a table, and the control file beside it. */
export async function writeControl(
  out: string,
  control: { readonly path: string; readonly name: string },
  differences: readonly PlaneDifference[],
): Promise<void> {
  await copyFile(control.path, join(out, control.name));
  const rows = differences.map(({ name, x, y, z, points, difference }) =>
    [
      `"${name.replaceAll('"', '""')}"`,
      ...[x, y, z].map(cell),
      points,
      cell(difference === null ? null : z + difference),
      cell(difference),
    ].join(","),
  );
  const head = "name,easting,northing,height,groundPoints,delivered,difference";
  const path = join(out, control.name.replace(/\.txt$/, "_check.csv"));
  await writeFile(path, `${[head, ...rows].join("\r\n")}\r\n`);
}

interface DeliveredFile {
  readonly path: string;
  readonly size: number;
  readonly sha256: string;
}

async function fileOf(out: string, path: string): Promise<DeliveredFile> {
  const hash = createHash("sha256");
  for await (const chunk of createReadStream(join(out, path))) hash.update(chunk as Uint8Array);
  const { size } = await stat(join(out, path));
  return { path, size, sha256: hash.digest("hex") };
}

/** The files below a folder, each with its checksum. */
export async function filesOf(out: string): Promise<DeliveredFile[]> {
  const files: DeliveredFile[] = [];
  for (const path of await filesBelow(out))
    if (path.includes("/")) files.push(await fileOf(out, path));
  return files;
}

/**
 * `delivery.json`, the delivery with each file's size and checksum, and `SHA256SUMS` of all files, that
 * one too, as `sha256sum --check` reads them: of those that were delivered, and of those in the folder.
 */
export async function writeManifest(
  out: string,
  delivered: readonly DeliveredFile[],
  delivery: object,
): Promise<void> {
  const files = [...delivered];
  for (const path of await filesBelow(out)) files.push(await fileOf(out, path));
  files.sort((one, other) => (one.path < other.path ? -1 : 1));
  await writeJson(join(out, MANIFEST), { version: 1, ...delivery, files });
  files.push(await fileOf(out, MANIFEST));
  const lines = files.map(({ path, sha256 }) => `${sha256}  ${path}\n`);
  await writeFile(join(out, SUMS), lines.join(""));
}
