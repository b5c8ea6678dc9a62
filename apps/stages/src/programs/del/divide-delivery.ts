import { join } from "node:path";
import {
  type InstructionFile,
  mostCells,
  MOST_TILES,
  productName,
} from "@swath/contract/instructions";
import { DIVIDED_FILE, type taskListSchema } from "@swath/contract/processing";
import { systemConversion } from "@swath/pointcloud/coordinates";
import type { Extent } from "@swath/pointcloud/raster";
import { z } from "zod";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import { gridFolders } from "../../coordinates/geoid-files.ts";
import { readJson, writeJson } from "../../files/write-outputs.ts";
import { type CloudCover, partsOf, readCovers } from "../../points/cloud-cover.ts";
import { indexFileSchema } from "../../points/index-file.ts";
import { copcOrLaz } from "../../points/write-points.ts";
import { FileFault, program } from "../../program.ts";
import { readInstruction, readProcessing } from "../../records/read-records.ts";
import { grown } from "../dem/tile.ts";
import { openSources, type Sources, SOURCES_FILE, type SourcesFile } from "./delivery-sources.ts";
import { type DeliverySystem, deliverySystem } from "./delivery-system.ts";
import {
  type DeliveryTile,
  tilesNear,
  type TilesNear,
  tooMany,
  touches,
} from "./delivery-tiles.ts";

const optionsSchema = z.strictObject({
  /** Folder of the covers of classified points, and the index of the flight. */
  covers: z.string(),
  index: z.string(),
  /** Folders of the records. */
  instruction: z.string(),
  processing: z.string(),
  out: z.string(),
  /** Folders of PROJ's grids, with colons between them; PROJ's own folders are searched too. */
  grids: z.string().default(""),
});

/** Width of points around a tile that let its rasters meet those of its neighbours, m. */
const COLLAR = 20;
/** Steps of coordinates and the height of the ground may move a place so far, m. */
const MARGIN = 0.05;

const SLACK = 1e-6;

/** How far around a tile the products of an instruction need points, m. */
export const collarOf = ({ products }: Pick<InstructionFile, "products">): number =>
  products.some(({ type }) => type !== "pointCloud") ? COLLAR : 0;

/**
 * Lists the tiles of an instruction that have points, by the covers of the files alone, and what their tasks
 * have in common; what cannot be delivered is refused here, before a point is read.
 */
export const delDivide = program(optionsSchema, async ({ out, ...options }) => {
  const instruction = await readInstruction(options.instruction);
  refuseImpossible(instruction);
  const index = await readJson(options.index, indexFileSchema);
  scaleOfIndex(index);
  const system = deliverySystem(instruction, index);
  const { flightId } = await readProcessing(options.processing);
  const grids = gridFolders(options.grids);
  const covers = await readCovers(options.covers);
  const files = covers.map(({ file, head }) => ({ file, head }));
  const created = new Date().toISOString();
  const sources = await openSources("", { files, created }, { delivery: system, grids });
  refuseWaveforms(instruction, sources);
  const { tileNaming, projectId, siteName, tileExtents } = instruction;
  const near = tilesNear(tileExtents, { tileNaming, projectId, siteName, flightId });
  const tiles = tilesOf(covers, near, { system, collar: collarOf(instruction) });
  if (tiles.length === 0)
    throw new FileFault("instruction.json", "none of the points lies in one of its tiles");
  const written: SourcesFile = {
    version: 1,
    created,
    files,
    tiles: tiles.map(({ task, name, extent, box }) => ({ task, name, extent, box })),
  };
  await writeJson(join(out, SOURCES_FILE), written);
  const list = tiles.map(({ task, files: of, box }) => {
    const read = covers.filter(({ file }) => of.has(file));
    return {
      name: task,
      files: read.map(({ file }) => file),
      facts: {},
      parts: partsOf(read, box),
    };
  });
  await writeJson(join(out, DIVIDED_FILE), list satisfies z.output<typeof taskListSchema>);
});

/** Refuses products that cannot be made. */
function refuseImpossible({ products, tileExtents }: InstructionFile): void {
  const side =
    tileExtents.kind === "grid"
      ? tileExtents.side
      : Math.max(
          ...tileExtents.tiles.flatMap(({ minX, minY, maxX, maxY }) => [maxX - minX, maxY - minY]),
        );
  for (const product of products)
    if (product.type !== "pointCloud" && (side / product.cell) ** 2 > mostCells(product))
      throw new FileFault(
        "instruction.json",
        `asks for ${productName(product)} of tiles of ${side} m: more than ${mostCells(product)} cells each`,
      );
}

/** Points with waveforms have no place in COPC. */
function refuseWaveforms({ products }: InstructionFile, sources: Sources): void {
  const asks = products.some((each) => each.type === "pointCloud" && each.format === "copc");
  if (asks && copcOrLaz(sources) !== "copc")
    throw new FileFault(
      "instruction.json",
      "asks for COPC, in which the waveforms of these points have no place: LAZ has",
    );
}

interface FoundTile extends DeliveryTile {
  readonly files: Set<string>;
  /** Where its points and those around it may lie, in the units of the files. */
  box: Extent;
  /** Whether points may lie in the tile itself. */
  own: boolean;
}

type Setting = { readonly system: DeliverySystem; readonly collar: number };

/** Tiles with the files that cover them or their collar, by their names. */
function tilesOf(covers: readonly CloudCover[], near: TilesNear, setting: Setting) {
  const found = new Map<string, FoundTile>();
  for (const cover of covers) addCover(found, cover, near, setting);
  const tiles = [...found.values()]
    .filter(({ own }) => own)
    .toSorted((one, other) => (one.name < other.name ? -1 : 1));
  if (tiles.length > MOST_TILES) throw tooMany();
  return tiles.map(({ name, extent, files, box }, n) => {
    return { task: taskOf(name, n), name, extent, files, box };
  });
}

/** Names of tasks have no blanks. */
const taskOf = (name: string, n: number): string =>
  /^[A-Za-z0-9][A-Za-z0-9._-]{0,90}$/.test(name) ? name : `tile-${n + 1}`;

/** A tile's neighbours are found for their collars before a point of their own is. */
const MOST_FOUND = 3 * MOST_TILES;

function addCover(
  found: Map<string, FoundTile>,
  { file, cell, cells, metre }: CloudCover,
  near: TilesNear,
  { system, collar }: Setting,
): void {
  const placed = placesOf(system);
  // Places in metres are rounded.
  const slack = [SLACK * cell * metre[0], SLACK * cell * metre[1]] as const;
  for (let at = 0; at < cells.length; at += 2) {
    const [column, row] = [cells[at]!, cells[at + 1]!];
    const square = {
      minX: column * cell * metre[0] - slack[0],
      minY: row * cell * metre[1] - slack[1],
      maxX: (column + 1) * cell * metre[0] + slack[0],
      maxY: (row + 1) * cell * metre[1] + slack[1],
    };
    const covered = placed(square);
    for (const [key, tile] of near(grown(covered, collar))) {
      const known = found.get(key) ?? { ...tile, files: new Set(), box: square, own: false };
      found.set(key, known);
      if (found.size > MOST_FOUND) throw tooMany();
      known.files.add(file);
      known.box = joined(known.box, square);
      known.own ||= touches(tile.extent, covered);
    }
  }
}

const joined = (one: Extent, other: Extent): Extent => ({
  minX: Math.min(one.minX, other.minX),
  minY: Math.min(one.minY, other.minY),
  maxX: Math.max(one.maxX, other.maxX),
  maxY: Math.max(one.maxY, other.maxY),
});

/** What a square of the files' system covers in the delivery's, m. */
function placesOf({ source, system, units: { horizontal } }: DeliverySystem) {
  const convert =
    source.epsg === system.epsg ? undefined : systemConversion(source, system, "other");
  const places = { x: new Float64Array(4), y: new Float64Array(4), z: new Float64Array(4) };
  return ({ minX, minY, maxX, maxY }: Extent): Extent => {
    for (const [n, x] of [minX, maxX, maxX, minX].entries()) places.x[n] = x * horizontal;
    for (const [n, y] of [minY, minY, maxY, maxY].entries()) places.y[n] = y * horizontal;
    places.z.fill(0);
    convert?.(places, 4);
    const [x, y] = [places.x, places.y];
    const box = {
      minX: Math.min(...x),
      minY: Math.min(...y),
      maxX: Math.max(...x),
      maxY: Math.max(...y),
    };
    return grown(box, MARGIN);
  };
}
