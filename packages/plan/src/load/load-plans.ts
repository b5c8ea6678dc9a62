import { USUAL_BOUNDS } from "../model/index.ts";
import type { CrsCode } from "./crs/crs-catalogue.ts";
import { loadKmz } from "./load-kmz.ts";
import type { Fault, LoadedFile, LoadOutcome, PlanFile } from "./load-outcome.ts";
import { loadShapefile, type Shapefile } from "./shapefile/load-shapefile.ts";
import {
  openArchive,
  isShapefileCompanion,
  isShapefilePart,
  shapefilesOf,
} from "./shapefile/shapefile-parts.ts";

export interface LoadOptions {
  /** The picker takes kmz only; a drop takes shapefiles too (specification 3, section 2.11). */
  readonly by: "picker" | "drop";
  /** Systems chosen for shapefiles whose .prj tells none, by the `file` of their outcome. */
  readonly crs?: ReadonlyMap<string, CrsCode>;
}

/**
 * Loads the files of one drop or one choice, each or each shapefile with an outcome of its own; a
 * file that fails takes no other with it. Everything is in EPSG:3857 afterwards.
 */
export async function loadPlans(
  files: readonly PlanFile[],
  options: LoadOptions,
): Promise<readonly LoadOutcome[]> {
  const outcomes: LoadOutcome[] = [];
  for (const file of files) outcomes.push(...(await loadFile(file, options)));
  if (options.by === "picker") return outcomes;
  const shapefiles = shapefilesOf(files);
  outcomes.push(...shapefiles.map((shapefile) => shapefileOutcome(shapefile, options)));
  // Parts without a .shp: of no use alone.
  const used = new Set(shapefiles.map(({ file }) => stemOf(file)));
  for (const { name } of files)
    if (isShapefilePart(name) && !used.has(stemOf(name)))
      outcomes.push({ kind: "refused", file: name, reason: "otherFormat" });
  return outcomes;
}

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "").toLowerCase();

async function loadFile(file: PlanFile, options: LoadOptions): Promise<readonly LoadOutcome[]> {
  if (/\.kmz$/i.test(file.name)) {
    const result = await loadKmz(file, USUAL_BOUNDS);
    if (!result.ok) return [refusal(file.name, result)];
    return [loaded(result)];
  }
  if (options.by === "drop" && /\.zip$/i.test(file.name)) return loadArchive(file, options);
  if (options.by === "drop" && (isShapefilePart(file.name) || isShapefileCompanion(file.name)))
    return [];
  return [{ kind: "refused", file: file.name, reason: "otherFormat" }];
}

async function loadArchive(file: PlanFile, options: LoadOptions): Promise<readonly LoadOutcome[]> {
  const archive = await openArchive(file);
  if (!archive.ok) return [refusal(file.name, archive)];
  return shapefilesOf(archive.files).map((shapefile) =>
    shapefileOutcome({ ...shapefile, file: `${file.name}/${shapefile.file}` }, options),
  );
}

function shapefileOutcome(shapefile: Shapefile, { crs }: LoadOptions): LoadOutcome {
  const { file } = shapefile;
  const result = loadShapefile(shapefile, USUAL_BOUNDS, crs?.get(file));
  if (!result.ok) return refusal(file, result);
  if ("layer" in result) return loaded(result);
  const { because, candidates } = result;
  return { kind: "needsCrs", file, because, candidates };
}

function loaded({ layer, remarks }: LoadedFile): LoadOutcome {
  return { kind: "loaded", layer, ...(remarks.length > 0 && { remarks }) };
}

function refusal(file: string, { reason, about }: Fault): LoadOutcome {
  const refused = { kind: "refused", file, reason } as const;
  return about === undefined ? refused : { ...refused, about };
}
