import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { openLas } from "@swath/pointcloud/las";
import { withFile } from "../../../apps/stages/src/files/file-bytes.ts";
import { inBenchFolder } from "./bench-folder.ts";
import { measured, stageProgram } from "./measured-process.ts";

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

/** Metres of a cloud's unit, as pi1 reads it. */
export async function unitOf({ path }: RealCloud): Promise<number> {
  return await inBenchFolder(async (folder) => {
    const { copyFileSync } = await import("node:fs");
    const [points, out] = [folder("points"), folder("out")];
    copyFileSync(path, join(points, "cloud.laz"));
    await stageProgram("pi1", { points, out });
    const index = JSON.parse(readFileSync(join(out, "index.json"), "utf8")) as {
      crs: { horizontalUnit: number };
    };
    return index.crs.horizontalUnit;
  });
}

/** Version of the `pdal` on the PATH; undefined without one. */
export async function pdalVersion(): Promise<string | undefined> {
  const taken = await measured("pdal", ["--version"]).catch(() => undefined);
  return /pdal (\d+\.\d+(\.\d+)?)/.exec(taken?.output ?? "")?.[1];
}
