import { mkdir, rm } from "node:fs/promises";
import { join } from "node:path";
import { type InstructionFile, mostCells, productName } from "@swath/contract/instructions";
import type { ProcessingFile } from "@swath/contract/processing";
import { z } from "zod";
import { scaleOfIndex } from "../../coordinates/check-system.ts";
import { gridFolders } from "../../coordinates/geoid-files.ts";
import {
  readJson,
  count,
  none,
  type ProgramMeasure,
  writeMeasures,
} from "../../files/write-outputs.ts";
import { indexFileSchema } from "../../points/index-file.ts";
import { listPoints } from "../../points/point-file.ts";
import { copcOrLaz } from "../../points/write-points.ts";
import { FileFault, program, type ProgramOutput } from "../../program.ts";
import { readInstruction, readProcessing } from "../../records/read-records.ts";
import { checkDelivery, controlCheck } from "./check-delivery.ts";
import { type DeliveredTile, writeManifest, writeTileIndex } from "./delivery-files.ts";
import { type DeliverySystem, deliverySystem } from "./delivery-system.ts";
import { openSources, type Sources, type Split, splitPoints } from "./split-points.ts";
import { tileFinder, type TileFinder } from "./tile-finder.ts";
import { makeProducts } from "./tile-products.ts";
import { TileSpool } from "./tile-spool.ts";

const optionsSchema = z.strictObject({
  /** Folder of classified points, and the index of the flight. */
  points: z.string(),
  index: z.string(),
  /** Folders of the records; the instruction's control file stands beside it. */
  instruction: z.string(),
  processing: z.string(),
  work: z.string(),
  out: z.string(),
  /** Folders of PROJ's grids, with colons between them; PROJ's own folders are searched too. */
  grids: z.string().default(""),
  /** How far from ground points the terrain is filled, m. */
  reach: z.coerce.number().min(0).max(1_000).default(30),
});
type Options = z.output<typeof optionsSchema>;

/** Width of points around a tile that let its rasters meet those of its neighbours, m. */
const COLLAR = 20;
/** Share of the work that the reading of all points is. */
const READING = 0.5;

interface Delivery {
  readonly options: Options;
  readonly instruction: InstructionFile;
  readonly processing: ProcessingFile;
  readonly system: DeliverySystem;
  readonly sources: Sources;
}

/**
 * Makes the products that an instruction asks for (DEL1), tile by tile: every point is read once,
 * taken to the instruction's system and written to the file of its tile, from which products are
 * made; then index, manifest and checksums. All files are read back and compared with the
 * instruction.
 */
export const del = program(optionsSchema, async (options, output) => {
  const instruction = await readInstruction(options.instruction);
  refuseImpossible(instruction);
  const index = await readJson(options.index, indexFileSchema);
  scaleOfIndex(index);
  const system = deliverySystem(instruction, index);
  const processing = await readProcessing(options.processing);
  const grids = gridFolders(options.grids);
  const paths = await listPoints(options.points);
  const sources = await openSources(options.points, paths, { delivery: system, grids });
  refuseWaveforms(instruction, sources);
  const delivery = { options, instruction, processing, system, sources };
  const control = await controlCheck(options.instruction, instruction, system);
  const finder = finderOf(delivery);
  const spools = join(options.work, "tiles");
  await mkdir(spools, { recursive: true });
  const split = await splitPoints(sources, {
    finder,
    spools: (settings) => ({
      own: new TileSpool((number) => join(spools, `${number}.las`), settings),
      collar: new TileSpool((number) => join(spools, `${number}.around.las`), settings),
    }),
    see: (block) => control.see(block),
    progress: (share) => output.progress(READING * share),
  });
  if (split.tiles.length === 0)
    throw new FileFault("instruction.json", "none of the points lies in one of its tiles");
  const tiles = await makeTiles(delivery, { split, finder, spools }, output);
  const { out } = options;
  await writeTileIndex(out, tiles, instruction, system);
  const measures = [
    ...(await checkDelivery(out, tiles, instruction.products, system, split.inTiles)),
    ...pointMeasures(split, sources, tiles.length),
    ...(await control.write(out)),
  ];
  await writeManifest(out, {
    ...manifestOf(delivery, tiles),
    accuracy: control.accuracy() ?? null,
  });
  await writeMeasures(out, measures);
  output.progress(1);
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
function refuseWaveforms({ products }: InstructionFile, { settings }: Sources): void {
  const asks = products.some((each) => each.type === "pointCloud" && each.format === "copc");
  if (asks && copcOrLaz(settings) !== "copc")
    throw new FileFault(
      "instruction.json",
      "asks for COPC, in which the waveforms of these points have no place: LAZ has",
    );
}

function finderOf({ instruction, processing }: Delivery): TileFinder {
  const { tileExtents, tileNaming, projectId, siteName, products } = instruction;
  const hasGrids = products.some(({ type }) => type !== "pointCloud");
  const naming = { tileNaming, projectId, siteName, flightId: processing.flightId };
  return tileFinder(tileExtents, naming, hasGrids ? COLLAR : 0);
}

async function makeTiles(
  { options: { out, work, reach }, instruction: { products }, system }: Delivery,
  { split, finder, spools }: { split: Split; finder: TileFinder; spools: string },
  output: ProgramOutput,
): Promise<DeliveredTile[]> {
  await mkdir(out, { recursive: true });
  const delivered: DeliveredTile[] = [];
  for (const number of split.tiles) {
    const tile = finder.tiles[number]!;
    const own = join(spools, `${number}.las`);
    const around =
      split.collar.pointsOf(number) > 0 ? join(spools, `${number}.around.las`) : undefined;
    const { settings } = split;
    const of = { tile, own, around, settings, delivery: system, collar: COLLAR, reach, work, out };
    await makeProducts(of, products);
    delivered.push({ ...tile, points: split.own.pointsOf(number) });
    for (const path of [own, around]) if (path !== undefined) await rm(path);
    output.progress(READING + (1 - READING) * (delivered.length / split.tiles.length));
  }
  return delivered.toSorted((a, b) => (a.name < b.name ? -1 : 1));
}

function pointMeasures(
  { inTiles, inNone }: Split,
  { withoutHeights, lostParts }: Sources,
  tiles: number,
): ProgramMeasure[] {
  return [
    count("tiles", "Tiles with points", tiles),
    count("deliveredPoints", "Points in tiles", inTiles),
    count("pointsInNoTile", "Points in no tile of the instruction", inNone),
    none("heightsUnstated", "Files whose heights name no datum", withoutHeights),
    ...lostParts.measures(),
  ];
}

function manifestOf(
  { instruction, processing, system, sources }: Delivery,
  tiles: readonly DeliveredTile[],
) {
  const { ProcInstID, projectId, siteName, targetVerticalDatum, products } = instruction;
  return {
    ProcInstID,
    projectId,
    siteName,
    flightId: processing.flightId,
    sensorId: processing.sensorId,
    horizontalSystem: `EPSG:${system.system.epsg}`,
    verticalDatum: targetVerticalDatum,
    geoids: sources.geoids,
    products: products.map((product) => Object.assign({ name: productName(product) }, product)),
    tiles: tiles.map(({ name, extent, points }) => ({ tile: name, ...extent, points })),
  };
}
