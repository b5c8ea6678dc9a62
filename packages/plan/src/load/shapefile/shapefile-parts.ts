import type { PlanFile } from "../load-outcome.ts";
import type { Shapefile } from "./load-shapefile.ts";

const PART = /\.(shp|shx|dbf|prj|cpg)$/i;
const COMPANION =
  /\.(?:sbn|sbx|qix|qpj|qmd|fbn|fbx|ain|aih|atx|ixs|mxs|idm|ind|shp\.xml|sr\.lock)$/i;

/** Whether a file is one of those that make up a shapefile. */
export const isShapefilePart = (name: string): boolean => PART.test(name);

/** Whether a file is what other programs lay beside a shapefile: of no use here, and no fault. */
export const isShapefileCompanion = (name: string): boolean => COMPANION.test(name);

/** The shapefiles among files: each .shp with the others of its name, whatever their case. */
export function shapefilesOf(files: readonly PlanFile[]): readonly Shapefile[] {
  const stems = Map.groupBy(
    files.filter(({ name }) => isShapefilePart(name)),
    ({ name }) => name.replace(PART, "").toLowerCase(),
  );
  return [...stems.values()].flatMap((parts) => {
    const named = Object.fromEntries(parts.map((part) => [endingOf(part.name), part.bytes]));
    const shp = parts.findLast(({ name }) => endingOf(name) === "shp");
    return shp === undefined ? [] : [{ ...named, file: shp.name, shp: shp.bytes }];
  });
}

const endingOf = (name: string): string => PART.exec(name)?.[1]?.toLowerCase() ?? "";
