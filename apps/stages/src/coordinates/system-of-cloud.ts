import { join } from "node:path";
import { processingFileSchema } from "@swath/contract/processing";
import { readJson } from "../files/json-file.ts";
import type { PointFile } from "../points/point-file.ts";
import { FileFault } from "../program.ts";
import { type CloudSystem, cloudSystem } from "./cloud-system.ts";

/** The system of a file's points; a {@link FileFault} where there is none. */
export function systemOfCloud({ name, las }: PointFile, given: number | null): CloudSystem {
  const system = cloudSystem(las.crs, given);
  if (typeof system === "string") throw new FileFault(name, system);
  return system;
}

/**
 * EPSG code for clouds that state no system: that of the option, else the project's in the folder
 * with `processing.json`.
 */
export async function projectEpsg(options: {
  readonly epsg: number;
  readonly processing?: string | undefined;
}): Promise<number | null> {
  if (options.epsg > 0) return options.epsg;
  if (options.processing === undefined) return null;
  const file = join(options.processing, "processing.json");
  return (await readJson(file, processingFileSchema)).epsg;
}
