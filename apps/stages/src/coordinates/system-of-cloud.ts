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

/** What of the project's system is for clouds that state none. */
export interface GivenSystem {
  readonly epsg: number | null;
  readonly verticalDatum: string | null;
}

/** The system of the folder with `processing.json`; an EPSG code of the option goes before its own. */
export async function givenSystem(options: {
  readonly epsg: number;
  readonly processing?: string | undefined;
}): Promise<GivenSystem> {
  const own = options.epsg > 0 ? options.epsg : null;
  if (options.processing === undefined) return { epsg: own, verticalDatum: null };
  const file = join(options.processing, "processing.json");
  const { epsg, verticalDatum } = await readJson(file, processingFileSchema);
  return { epsg: own ?? epsg, verticalDatum };
}

/** The EPSG code of the {@link givenSystem}. */
export const projectEpsg = async (
  options: Parameters<typeof givenSystem>[0],
): Promise<number | null> => (await givenSystem(options)).epsg;
