import { productName } from "@swath/contract/instructions";
import { verticalAccuracy } from "@swath/pointcloud/quality";
import { z } from "zod";
import { gridFolders } from "../../coordinates/geoid-files.ts";
import { count, none, readJson, writeMeasures } from "../../files/write-outputs.ts";
import { indexFileSchema } from "../../points/index-file.ts";
import { LOST_RECORDS } from "../../points/lost-parts.ts";
import { FileFault, program } from "../../program.ts";
import { readInstruction, readProcessing } from "../../records/read-records.ts";
import { controlPlanes, writeCheck } from "./check-delivery.ts";
import { writeManifest, writeTileIndex } from "./delivery-files.ts";
import { readParts } from "./delivery-parts.ts";
import { openSources, readSources } from "./delivery-sources.ts";
import { deliverySystem } from "./delivery-system.ts";

const optionsSchema = z.strictObject({
  /** Folders of what the tasks said, and of their list. */
  tasks: z.string(),
  divided: z.string(),
  index: z.string(),
  /** Folders of the records; the instruction's control file stands beside it. */
  instruction: z.string(),
  processing: z.string(),
  grids: z.string().default(""),
  out: z.string(),
});

/** Index, manifest and checksums of a delivery, and its control points, by what its tasks said. */
export const delCollect = program(optionsSchema, async ({ out, ...options }) => {
  const instruction = await readInstruction(options.instruction);
  const delivery = deliverySystem(instruction, await readJson(options.index, indexFileSchema));
  const processing = await readProcessing(options.processing);
  const grids = gridFolders(options.grids);
  const sources = await openSources("", await readSources(options.divided), { delivery, grids });
  const parts = await readParts(options.tasks);
  if (parts.length === 0)
    throw new FileFault("instruction.json", "none of the points lies in one of its tiles");
  const control = await controlPlanes(options.instruction, instruction, delivery);
  for (const part of parts) control?.planes.addSums(part.control);
  const differences = control?.planes.differences();
  await writeTileIndex(out, parts, instruction, delivery);
  const checked = await writeCheck(out, instruction, control, differences);
  const { ProcInstID, projectId, siteName, targetVerticalDatum, products } = instruction;
  const delivered = parts.flatMap(({ files }) => files);
  await writeManifest(out, delivered, {
    ProcInstID,
    projectId,
    siteName,
    flightId: processing.flightId,
    sensorId: processing.sensorId,
    horizontalSystem: `EPSG:${delivery.system.epsg}`,
    verticalDatum: targetVerticalDatum,
    geoids: sources.geoids,
    products: products.map((product) => Object.assign({ name: productName(product) }, product)),
    tiles: parts.map(({ name, extent, points }) => ({ tile: name, ...extent, points })),
    accuracy: (differences && verticalAccuracy(differences)) ?? null,
  });
  const placed = parts.reduce((sum, { first }) => sum + first, 0);
  await writeMeasures(out, [
    count("pointsInNoTile", "Points in no tile of the instruction", sources.points - placed),
    none("heightsUnstated", "Files whose heights name no datum", sources.withoutHeights),
    ...(sources.lostRecords === 0 ? [] : [count("recordsLost", LOST_RECORDS, sources.lostRecords)]),
    ...checked,
  ]);
});
