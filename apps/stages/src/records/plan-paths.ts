import { basename } from "node:path";
import { plansOfProject } from "@swath/survey/areas";
import { type KmlPath, readKml, readKmz } from "@swath/survey/readers";
import { withFile } from "../files/file-bytes.ts";
import { findFiles } from "../files/find-files.ts";
import { FileFault } from "../program.ts";

/**
 * What the plans in a folder draw: of the project where some are named after it, else all. Undefined
 * without a plan.
 */
export async function planPaths(
  folder: string | undefined,
  projectId: string | null | undefined,
): Promise<readonly KmlPath[] | undefined> {
  const files = plansOfProject(await findFiles(folder, /\.km[lz]$/i), projectId);
  if (files.length === 0) return undefined;
  const paths: KmlPath[] = [];
  for (const file of files) {
    const plan = await withFile(file, (source) =>
      (/\.kml$/i.test(file) ? readKml : readKmz)({ ...source, path: file }),
    );
    if (!plan.ok) {
      const { fault, about = fault } = plan;
      throw new FileFault(basename(file), `is no readable flight plan: ${about}`);
    }
    paths.push(...plan.paths);
  }
  return paths;
}
