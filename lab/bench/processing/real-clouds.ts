import { readdirSync } from "node:fs";
import { join } from "node:path";
import { openLas } from "@swath/pointcloud/las";
import { withFile } from "../../../apps/stages/src/files/file-bytes.ts";
import { measured } from "./measured-process.ts";

/** Smaller files are read before they can be measured. */
const FEWEST = 50_000;

export interface RealCloud {
  readonly path: string;
  readonly name: string;
  readonly points: number;
  readonly compressed: boolean;
}

/** The sound point clouds of a folder that are large enough to measure. */
export async function realClouds(folder: string): Promise<RealCloud[]> {
  const names = readdirSync(folder, { recursive: true, encoding: "utf8" });
  const clouds: RealCloud[] = [];
  for (const name of names.filter((entry) => /\.la[sz]$/i.test(entry)).toSorted()) {
    const path = join(folder, name);
    const opened = await withFile(path, openLas);
    if ("fault" in opened) continue;
    const { pointCount, compressed } = opened.file.header;
    if (pointCount >= FEWEST) clouds.push({ path, name, points: pointCount, compressed });
  }
  return clouds;
}

/** Version of the `pdal` on the PATH; undefined without one. */
export async function pdalVersion(): Promise<string | undefined> {
  const taken = await measured("pdal", ["--version"]).catch(() => undefined);
  return /pdal (\d+\.\d+(\.\d+)?)/.exec(taken?.output ?? "")?.[1];
}
