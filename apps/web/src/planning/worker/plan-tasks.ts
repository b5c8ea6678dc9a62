import { assignmentAsGeoJson, assignmentAsKmz, assignmentAsShapefiles } from "@swath/plan/export";
import { loadPlans, type PlanFile } from "@swath/plan/load";
import type { PlanGeometry } from "@swath/plan/model";
import { type InstructionSum, instructionSums } from "@swath/plan/sums";
import type {
  CrsRequest,
  ExportRequest,
  FileOutcome,
  LoadRequest,
  SumsRequest,
} from "./plan-calls.ts";

/** Sums what instructions have: the worker's side, which holds the geometry from call to call. */
export class SumsTask {
  #geometries = new Map<string, PlanGeometry>();

  sums({ layers, instructions }: SumsRequest): readonly InstructionSum[] {
    const before = this.#geometries;
    this.#geometries = new Map();
    const whole = layers.map((layer) => {
      const geometry = layer.geometry ?? before.get(layer.id);
      if (geometry === undefined) throw new Error(`the geometry of ${layer.id} was never sent`);
      this.#geometries.set(layer.id, geometry);
      return { ...layer, geometry };
    });
    return instructionSums({ layers: whole, instructions });
  }
}

/** Writes what is associated as a file: the worker's side. */
export function exportAs({ format, ...work }: ExportRequest): Blob {
  if (format === "GeoJSON")
    return new Blob([assignmentAsGeoJson(work)], { type: "application/geo+json" });
  if (format === "KMZ")
    return new Blob([assignmentAsKmz(work)], { type: "application/vnd.google-earth.kmz" });
  return new Blob([assignmentAsShapefiles(work)], { type: "application/zip" });
}

/** Files of other kinds are refused by their names, and not read. */
const READ = /\.(kmz|zip|shp|shx|dbf|prj|cpg)$/i;
/** Of one file, and of all that are loaded at once. */
const MOST_BYTES = 536_870_912;
const MOST_BYTES_AT_ONCE = 1_073_741_824;

type Unread = Extract<FileOutcome, { readonly kind: "unread" }>;

const unread = (file: string, reason: string): Unread => ({ kind: "unread", file, reason });

/** Loads the files of one drop or one choice: the worker's side. */
export class LoadTask {
  #files: readonly PlanFile[] = [];

  async load({ files, by }: LoadRequest): Promise<readonly FileOutcome[]> {
    const read = await readFiles(files);
    this.#files = read.filter((each): each is PlanFile => "bytes" in each);
    const failed = read.filter((each): each is Unread => "kind" in each);
    return [...(await loadPlans(this.#files, { by })), ...failed];
  }

  async loadWithCrs({ file, crs }: CrsRequest): Promise<readonly FileOutcome[]> {
    const options = { by: "drop", crs: new Map([[file, crs]]) } as const;
    const outcomes = await loadPlans(partsOf(file, this.#files), options);
    // Of an archive the others were loaded before.
    return outcomes.filter((each) => fileOf(each) === file);
  }
}

const fileOf = (outcome: FileOutcome): string =>
  outcome.kind === "loaded" ? outcome.layer.file : outcome.file;

const stemOf = (name: string): string => name.replace(/\.[^.]*$/, "").toLowerCase();

/** The archive that a shapefile lies in, or the files that make it. */
function partsOf(shapefile: string, files: readonly PlanFile[]): readonly PlanFile[] {
  const archive = files.filter(({ name }) => shapefile.startsWith(`${name}/`));
  if (archive.length > 0) return archive;
  return files.filter(({ name }) => stemOf(name) === stemOf(shapefile));
}

async function readFiles(files: readonly File[]): Promise<readonly (PlanFile | Unread)[]> {
  let room = MOST_BYTES_AT_ONCE;
  const read: (PlanFile | Unread)[] = [];
  for (const file of files) {
    const { name, size } = file;
    if (!READ.test(name)) read.push({ name, bytes: new Uint8Array() });
    else if (size > MOST_BYTES || size > room) read.push(unread(name, "The file is too large"));
    else read.push(await bytesOf(file));
    if (READ.test(name)) room -= Math.min(size, room);
  }
  return read;
}

async function bytesOf(file: File): Promise<PlanFile | Unread> {
  try {
    return { name: file.name, bytes: new Uint8Array(await file.arrayBuffer()) };
  } catch (error) {
    return unread(file.name, `The browser could not read it: ${String(error)}`);
  }
}
