import { joinedBytes } from "@swath/survey/bytes";
import {
  isMacCopy,
  memorySource,
  pathInside,
  readZipDirectory,
  type UnpackBounds,
  unpackEntry,
  type ZipEntry,
} from "@swath/survey/readers";
import { reasonOf } from "../load-kmz.ts";
import { type Fault, fault, type PlanFile } from "../load-outcome.ts";
import type { Shapefile } from "./load-shapefile.ts";

/**
 * Most that one file of an archive unpacks to, and all of them together. Rows of a .dbf are padded with
 * spaces: small tables pack to nearly nothing.
 */
const MAP_ARCHIVE: UnpackBounds = { bytes: 268_435_456, anyRatioBytes: 16_777_216 };

/** Unpacks the files of the shapefiles in an archive, and nothing else: an archive within it stays shut. */
export async function openArchive(
  file: PlanFile,
  { bytes, anyRatioBytes }: UnpackBounds = MAP_ARCHIVE,
): Promise<{ readonly ok: true; readonly files: readonly PlanFile[] } | Fault> {
  if (file.bytes.length === 0) return fault("empty");
  const source = memorySource(file.name, file.bytes);
  const directory = await readZipDirectory(source);
  if (!directory.ok) return fault(reasonOf(directory.fault));
  const wanted = directory.entries.flatMap((entry) => {
    const path = pathInside(entry.name);
    return path === undefined || isMacCopy(path) || !isShapefilePart(path) ? [] : [{ path, entry }];
  });
  if (!wanted.some(({ path }) => /\.shp$/i.test(path))) return fault("noShapefile");
  const files: PlanFile[] = [];
  let left = bytes;
  for (const { path, entry } of wanted) {
    const limits = { bytes: left, anyRatioBytes };
    const unpacked = await bytesOf(source, entry, limits);
    if (!unpacked.ok) return unpacked;
    left -= unpacked.bytes.length;
    files.push({ name: path, bytes: unpacked.bytes });
  }
  return { ok: true, files };
}

async function bytesOf(
  source: ReturnType<typeof memorySource>,
  entry: ZipEntry,
  limits: UnpackBounds,
): Promise<{ readonly ok: true; readonly bytes: Uint8Array } | Fault> {
  const pieces: Uint8Array[] = [];
  const unread = await unpackEntry(source, entry, limits, (piece) => {
    pieces.push(piece.slice());
    return undefined;
  });
  if (unread !== undefined) return fault(reasonOf(unread), entry.name);
  return { ok: true, bytes: joinedBytes(pieces) };
}

const PART = /\.(shp|shx|dbf|prj|cpg)$/i;
const COMPANION =
  /\.(?:sbn|sbx|qix|qpj|qmd|fbn|fbx|ain|aih|atx|ixs|mxs|idm|ind|shp\.xml|sr\.lock)$/i;

/** Whether a file is a part of a shapefile. */
export const isShapefilePart = (name: string): boolean => PART.test(name);

/** Whether a file is another program's index or note beside a shapefile: not used, and no fault. */
export const isShapefileCompanion = (name: string): boolean => COMPANION.test(name);

/** The shapefiles among files: each .shp with the other parts of its name, in any case. */
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
