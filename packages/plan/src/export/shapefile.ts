import { strToU8, zipSync } from "fflate";
import {
  type Column,
  type ShapeKind,
  type ShapePaths,
  shapesFile,
  tableFile,
} from "@swath/survey/writers";
import { AREA, LINE, type PartKind, POINT } from "../model/index.ts";
import type { PlanWork } from "../state/index.ts";
import { withinWorld } from "./antimeridian.ts";
import { type AssignedFeature, assignedFeatures } from "./assigned-features.ts";

const WGS84 =
  'GEOGCS["GCS_WGS_1984",DATUM["D_WGS_1984",SPHEROID["WGS_1984",6378137.0,298.257223563]],PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]]';

/** Years before 1980 do not fit in a ZIP; a fixed one keeps the bytes the same. */
const ZIP_TIME = new Date(1980, 0, 1);

const FILES: readonly (readonly [ShapeKind, PartKind])[] = [
  ["lines", LINE],
  ["areas", AREA],
  ["points", POINT],
];

const COLUMNS: readonly Column<AssignedFeature>[] = [
  { name: "NAME", width: 200, text: ({ name }) => name },
  { name: "PROJECT", width: 40, text: ({ projectId }) => projectId },
  { name: "SITE", width: 120, text: ({ siteName }) => siteName },
  { name: "TYPE", width: 12, text: ({ crossStrip }) => (crossStrip ? "cross strip" : "") },
  { name: "FOLDER", width: 200, text: ({ folder }) => folder },
  { name: "FILE", width: 200, text: ({ file }) => file },
];

/**
 * The assignment as a ZIP of shapefiles, one for each kind that it has: `lines`, `areas`, `points`, each
 * with .shp, .shx, .dbf, .prj and .cpg. WGS 84, cut at the antimeridian.
 */
export function assignmentAsShapefiles(
  work: Pick<PlanWork, "layers" | "instructions">,
): Uint8Array<ArrayBuffer> {
  const features = assignedFeatures(work);
  const files = Object.fromEntries(FILES.flatMap(([name, kind]) => filesOf(name, kind, features)));
  return new Uint8Array(zipSync(files, { mtime: ZIP_TIME }));
}

function filesOf(
  name: ShapeKind,
  kind: PartKind,
  features: readonly AssignedFeature[],
): readonly (readonly [string, Uint8Array])[] {
  const rows: AssignedFeature[] = [];
  const shapes: ShapePaths[] = [];
  for (const feature of features) {
    const parts = feature.parts.filter((part) => part.kind === kind);
    if (parts.length === 0) continue;
    rows.push(feature);
    shapes.push(withinWorld(parts).map(({ path }) => path));
  }
  if (rows.length === 0) return [];
  const { shp, shx } = shapesFile(name, shapes);
  return [
    [`${name}.shp`, shp],
    [`${name}.shx`, shx],
    [`${name}.dbf`, tableFile(COLUMNS, rows)],
    [`${name}.prj`, strToU8(WGS84)],
    [`${name}.cpg`, strToU8("UTF-8")],
  ];
}
