import { join } from "node:path";
import { processingFileSchema } from "@swath/contract/processing";
import { readJson } from "../files/write-outputs.ts";
import { type IndexFile, middleOf } from "../points/index-file.ts";
import type { PointFile } from "../points/point-file.ts";
import { FileFault } from "../program.ts";
import { type CloudSystem, cloudSystem, metricScale, type MetricScale } from "./cloud-system.ts";
import { impossibleSystem } from "./impossible-system.ts";

/**
 * The system of a file's points, known to be possible by the bounds of its header; a {@link FileFault}
 * where there is none, or where the points cannot be in it.
 */
export function systemOfCloud({ name, las }: PointFile, given: number | null): CloudSystem {
  const system = cloudSystem(las.crs, given);
  if (typeof system === "string") throw new FileFault(name, system);
  const fault = las.header.pointCount > 0 && impossibleSystem(system, las.header.bounds);
  const whose = las.crs.stated
    ? ""
    : "states no coordinate system, so that the project's is taken; it ";
  if (fault) throw new FileFault(name, whose + fault);
  return system;
}

/** Scale of the points of an index, whose system is known to be possible by their bounds. */
export function scaleOfIndex(index: IndexFile): MetricScale {
  const { epsg, verticalEpsg = null, geographic, horizontalUnit, verticalUnit } = index.crs;
  const crs = { epsg, verticalEpsg, geographic, horizontalUnit, verticalUnit };
  const system = cloudSystem({ ...crs, stated: true }, null);
  if (typeof system === "string") throw new FileFault("index.json", system);
  for (const { path, bounds } of index.files) {
    const fault = bounds === null ? undefined : impossibleSystem(system, bounds);
    if (fault !== undefined) throw new FileFault(path, fault);
  }
  return metricScale(system, middleOf(index));
}

/** What of a file's statement of its system is to be told: that it has none, or contradicts itself. */
export function systemNotes({ name, las }: PointFile, { epsg }: CloudSystem): string[] {
  const taken = `states no coordinate system: EPSG:${epsg} is taken, of the stage's parameter, the project or its instruction, and stated in what is written`;
  return [
    ...(las.crs.stated ? [] : [`${name} ${taken}`]),
    ...(las.crs.contradiction === null
      ? []
      : [`${name} ${las.crs.contradiction}: ${sourceInWords(las.crs.source)} counts`]),
  ];
}

const sourceInWords = (source: PointFile["las"]["crs"]["source"]): string =>
  source === "text" ? "the text" : source === "keys" ? "what the keys say" : "the project's";

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
