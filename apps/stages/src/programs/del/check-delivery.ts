import {
  controlFileName,
  type InstructionFile,
  type Product,
  productPath,
} from "@swath/contract/instructions";
import { CLASS, isUsed, type PointBlock } from "@swath/pointcloud/points";
import { type Extent, geotiffPlace } from "@swath/pointcloud/raster";
import { ControlPlanes, type PlaneDifference } from "@swath/pointcloud/strips";
import { strFromU8, unzipSync } from "fflate";
import { readFile } from "node:fs/promises";
import { basename, join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { filesBelow, findFile } from "../../files/file-bytes.ts";
import { esriWkt } from "../../files/shapefile.ts";
import { count, figure, none, type ProgramMeasure } from "../../files/write-outputs.ts";
import { openPoints } from "../../points/point-file.ts";
import { readControlFile, controlMeasures } from "../icp/control.ts";
import { writeControl } from "./delivery-files.ts";
import { type DeliverySystem, statedHeights } from "./delivery-system.ts";
import type { DeliveryTile } from "./delivery-tiles.ts";

interface Expected {
  readonly tile: DeliveryTile;
  readonly product: Product;
}

/** Faults of a delivered file on disk. */
interface Findings {
  readonly otherSystem: boolean;
  readonly outside: boolean;
  /** Points of a file that holds all points of its tile. */
  readonly points: number;
}

const SOUND: Findings = { otherSystem: false, outside: false, points: 0 };

/** Reads the written files of a tile back and compares them with the instruction; `inTile`: points read. */
export async function checkTile(
  out: string,
  tile: DeliveryTile | undefined,
  products: readonly Product[],
  delivery: DeliverySystem,
  inTile: number,
): Promise<ProgramMeasure[]> {
  const expected = new Map<string, Expected>();
  if (tile !== undefined)
    for (const product of products)
      expected.set(productPath(product, tile.name), { tile, product });
  // Those in folders, below which nothing else stands.
  const found = (await filesBelow(out)).filter((path) => path.includes("/"));
  const findings: Findings[] = [];
  for (const path of found) {
    const of = expected.get(path);
    if (of !== undefined) findings.push(await readFindings(join(out, path), of, delivery));
  }
  const those = (test: (each: Findings) => boolean): number => findings.filter(test).length;
  const clouds = products.filter((each) => each.type === "pointCloud" && each.points === "all");
  const written = findings.reduce((sum, { points }) => sum + points, 0);
  return [
    count("products", "Files of products", found.length),
    none(
      "missingProducts",
      "Files of products that are not there",
      expected.size - findings.length,
    ),
    none("otherNames", "Files that no product is called", found.length - findings.length),
    none(
      "otherSystems",
      "Files in another coordinate system",
      those(({ otherSystem }) => otherSystem),
    ),
    none(
      "outsideTiles",
      "Files that reach beyond their tile",
      those(({ outside }) => outside),
    ),
    ...(clouds.length === 0
      ? []
      : [
          none(
            "lostPoints",
            "Points in tiles that were not written",
            Math.abs(inTile - written / clouds.length),
          ),
        ]),
  ];
}

async function readFindings(
  path: string,
  { tile: { extent }, product }: Expected,
  delivery: DeliverySystem,
): Promise<Findings> {
  if (product.type === "pointCloud") {
    const { las } = await openPoints(path);
    const { min, max } = las.header.bounds;
    const isEmpty = las.header.pointCount === 0;
    return {
      otherSystem:
        las.crs.epsg !== delivery.system.epsg ||
        statedHeights(las) !== (delivery.heights?.epsg ?? "ellipsoidal"),
      outside:
        !isEmpty && !covers(extent, { minX: min[0]!, minY: min[1]!, maxX: max[0]!, maxY: max[1]! }),
      points: product.points === "all" ? las.header.pointCount : 0,
    };
  }
  if (product.type === "raster") return rasterFindings(await readFile(path), extent, delivery);
  const { epsg } = delivery.system;
  const otherSystem =
    product.format === "shp.zip"
      ? systemOfShapefile(await readFile(path)) !== esriWkt(epsg)
      : systemOfPackage(path) !== epsg;
  return { ...SOUND, otherSystem };
}

/** Whether points within bounds lie in a tile, whose eastern and northern edge belong to the next. */
const covers = (tile: Extent, of: Extent): boolean =>
  of.minX >= tile.minX && of.minY >= tile.minY && of.maxX < tile.maxX && of.maxY < tile.maxY;

function rasterFindings(bytes: Uint8Array, extent: Extent, delivery: DeliverySystem): Findings {
  const place = geotiffPlace(bytes);
  if (place === undefined) return { ...SOUND, otherSystem: true };
  const { cell, west, north, width, height } = place;
  // Cells stand at multiples of their side: they begin up to one before the tile.
  const beyond = [
    extent.minX - west,
    west + width * cell - extent.maxX,
    north - extent.maxY,
    extent.minY - (north - height * cell),
  ];
  return {
    ...SOUND,
    otherSystem:
      place.epsg !== delivery.system.epsg ||
      place.verticalEpsg !== (delivery.heights?.epsg ?? null),
    outside: beyond.some((by) => by < -1e-6 * cell || by >= cell),
  };
}

/** The text of the .prj. */
function systemOfShapefile(bytes: Uint8Array): string {
  const entries = unzipSync(bytes, { filter: ({ name }) => name.endsWith(".prj") });
  return Object.values(entries).map((text) => strFromU8(text))[0] ?? "";
}

function systemOfPackage(path: string): number | undefined {
  using database = new DatabaseSync(path, { readOnly: true });
  const row = database.prepare("SELECT srs_id FROM gpkg_geometry_columns").get();
  return row === undefined ? undefined : Number(row["srs_id"]);
}

/** The control points of an instruction, and the delivered ground near them. */
export interface DeliveryControl {
  /** Undefined where its file is not there. */
  readonly path: string | undefined;
  readonly planes: ControlPlanes;
  see(block: PointBlock): void;
}

const METRES = { x: 1, y: 1, z: 1 };

/** The control points that an instruction asks for, in the delivery's system; undefined where it asks for none. */
export async function controlPlanes(
  folder: string,
  instruction: Pick<InstructionFile, "control" | "projectId" | "siteName">,
  { crs }: DeliverySystem,
): Promise<DeliveryControl | undefined> {
  if (!instruction.control) return undefined;
  const path = await findFile(folder, controlFileName(instruction));
  const points = path === undefined ? [] : await readControlFile(path, { crs }, METRES);
  const planes = new ControlPlanes(points);
  return {
    path,
    planes,
    see(block) {
      const { x, y, z, classification } = block;
      for (let at = 0; at < block.count; at += 1)
        if (classification[at] === CLASS.ground && isUsed(block, at))
          planes.add(x[at]!, y[at]!, z[at]!);
    },
  };
}

/** Writes the control file and the differences beside the products. */
export async function writeCheck(
  out: string,
  instruction: Pick<InstructionFile, "projectId" | "siteName">,
  control: DeliveryControl | undefined,
  differences: readonly PlaneDifference[] = [],
): Promise<ProgramMeasure[]> {
  if (control === undefined) return [];
  const name = controlFileName(instruction);
  const { path } = control;
  if (path === undefined) return [missing(name, 1)];
  await writeControl(out, { path, name: basename(path) }, differences);
  return [missing(name, 0), ...controlMeasures(differences)];
}

function missing(name: string, value: number): ProgramMeasure {
  const label = `Control file that is not there: ${name}`.slice(0, 100);
  return figure("controlFileMissing", label, value, "", "maximum", { most: 0 });
}
