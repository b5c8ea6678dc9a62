import { copyFile, readdir } from "node:fs/promises";
import { basename, join } from "node:path";
import { PLACES_FILE } from "@swath/contract/processing";
import { trimRaster } from "@swath/pointcloud/raster";
import { z } from "zod";
import { writePreview } from "../../files/write-outputs.ts";
import { scaleOfIndex } from "../../coordinates/system-of-cloud.ts";
import { readJson, writeJson } from "../../files/json-file.ts";
import { indexFileSchema } from "../../points/index-file.ts";
import { program } from "../../program.ts";
import { largestProfile } from "./profile.ts";
import { joinReliefs, reliefPicture, tilePlaces } from "./relief.ts";
import { readTiles } from "./tile.ts";

const optionsSchema = z.strictObject({
  /** Folder of what the tasks wrote. */
  done: z.string(),
  tiles: z.string(),
  index: z.string(),
  out: z.string(),
});

/** Of all tiles: what share of each is empty, their relief as one map, and the profile across the largest roof. */
export const demCollect = program(optionsSchema, async ({ done, tiles, out, ...options }) => {
  const index = await readJson(options.index, indexFileSchema);
  const scale = scaleOfIndex(index);
  const files = (await readdir(done, { recursive: true })).toSorted();
  const pathOf = (name: string): string | undefined =>
    files.find((file) => basename(file) === name);
  const pieces = (await readTiles(tiles)).flatMap(({ name, extent }) => {
    const path = pathOf(`relief_${name}.png`);
    return path === undefined ? [] : [{ name, path: join(done, path), extent }];
  });
  if (pieces.length === 0) return;
  const joined = await joinReliefs(pieces);
  await writeJson(join(out, PLACES_FILE), [tilePlaces(joined.empty, scale)]);
  const relief = trimRaster(joined.relief);
  if (relief === undefined) return;
  await writePreview(out, "relief.svg", (size) => reliefPicture(relief, size, scale.y));
  const profile = largestProfile(files);
  if (profile !== undefined) await copyFile(join(done, profile), join(out, "profile.svg"));
});
