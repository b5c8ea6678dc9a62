import { mkdir, writeFile } from "node:fs/promises";
import { join } from "node:path";
import { z } from "zod";
import { gridFolders } from "../../coordinates/geoid-files.ts";
import { count, readJson, writeMeasures } from "../../files/write-outputs.ts";
import { indexFileSchema } from "../../points/index-file.ts";
import { LostParts } from "../../points/lost-parts.ts";
import { listPoints } from "../../points/point-file.ts";
import { FileFault, program } from "../../program.ts";
import { readInstruction } from "../../records/read-records.ts";
import { checkTile, controlPlanes } from "./check-delivery.ts";
import { filesOf } from "./delivery-files.ts";
import { partPath, type TilePart } from "./delivery-parts.ts";
import { openSources, readSources } from "./delivery-sources.ts";
import { deliverySystem } from "./delivery-system.ts";
import { touches } from "./delivery-tiles.ts";
import { collarOf } from "./divide-delivery.ts";
import { readTile } from "./read-tile.ts";
import { makeProducts } from "./tile-products.ts";

const optionsSchema = z.strictObject({
  /** The task, and the folder of the list that names its tile. */
  tile: z.string(),
  divided: z.string(),
  /** Folder of its classified points, and the index of the flight. */
  points: z.string(),
  index: z.string(),
  /** Folder of the record; the instruction's control file stands beside it. */
  instruction: z.string(),
  work: z.string(),
  out: z.string(),
  /** Folders of PROJ's grids, with colons between them; PROJ's own folders are searched too. */
  grids: z.string().default(""),
  /** How far from ground points the terrain is filled, m. */
  reach: z.coerce.number().min(0).max(1_000).default(30),
});

/** The numbers of the files that the task was given: those of its list's entry. */
async function numbersOf(
  files: readonly { readonly file: string }[],
  folder: string,
): Promise<number[]> {
  const given = new Set(await listPoints(folder));
  return [...files.keys()].filter((number) => given.has(files[number]!.file));
}

/** Share of the work that the reading of the points is. */
const READING = 0.4;

/**
 * Makes the products of a tile that an instruction asks for (DEL1), by the points in it and around it, taken to the
 * instruction's system; they are read back and compared with the instruction. `parts/TASK.json` says what
 * they are.
 */
export const del = program(optionsSchema, async (options, output) => {
  const { out, work, reach } = options;
  const instruction = await readInstruction(options.instruction);
  const delivery = deliverySystem(instruction, await readJson(options.index, indexFileSchema));
  const divided = await readSources(options.divided);
  const number = divided.tiles.findIndex(({ task }) => task === options.tile);
  const tile = divided.tiles[number];
  if (tile === undefined) throw new FileFault(options.tile, "is not in the list of tiles");
  const grids = gridFolders(options.grids);
  const sources = await openSources(options.points, divided, { delivery, grids });
  const settings = sources.settingsOf(tile.extent);
  const control = await controlPlanes(options.instruction, instruction, delivery);
  const lostParts = new LostParts([]);
  const collar = collarOf(instruction);
  const [own, around] = [join(work, "own.las"), join(work, "around.las")];
  const read = await readTile(
    { own, around },
    {
      sources,
      settings,
      files: await numbersOf(divided.files, options.points),
      extent: tile.extent,
      collar,
      box: tile.box,
      earlier: divided.tiles
        .slice(0, number)
        .map(({ extent }) => extent)
        .filter((extent) => touches(extent, tile.extent)),
      lostParts,
      see: (block) => control?.see(block),
      progress: (share) => output.progress(READING * share),
    },
  );
  const isEmpty = read.points === 0;
  const { products } = instruction;
  const of = { tile, own, settings, delivery, collar, reach, work, out };
  await mkdir(out, { recursive: true });
  if (!isEmpty)
    await makeProducts({ ...of, around: read.around > 0 ? around : undefined }, products);
  await writeMeasures(out, [
    ...(await checkTile(out, isEmpty ? undefined : tile, products, delivery, read.points)),
    count("tiles", "Tiles with points", isEmpty ? 0 : 1),
    count("deliveredPoints", "Points in tiles", read.points),
    ...lostParts.measures(),
  ]);
  const part: TilePart = {
    version: 1,
    name: tile.name,
    extent: tile.extent,
    points: read.points,
    first: read.first,
    files: await filesOf(out),
    control: (control?.planes.sums() ?? []).map(([n, sums]) => [n, [...sums]]),
  };
  await mkdir(join(out, "parts"), { recursive: true });
  await writeFile(join(out, partPath(options.tile)), JSON.stringify(part));
  output.progress(1);
});
