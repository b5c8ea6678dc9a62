import { type FileSource, type ReadResult, type Refused, refused } from "../file-source.ts";
import {
  isMacCopy,
  pathInside,
  readZipDirectory,
  unpackEntry,
  type ZipEntry,
} from "../zip/index.ts";
import { type KmlOutline, KmlOutliner } from "./kml-outline.ts";
import { type KmlBounds, type KmlHandler, KmlParser, USUAL_KML } from "./kml.ts";

const SMALL_BYTES = 1_048_576;

/** Reads the root KML of a KMZ and inflates nothing else. */
export async function readKmz(source: FileSource): Promise<ReadResult<KmlOutline>> {
  const outliner = new KmlOutliner();
  return (await parseKmz(source, outliner)) ?? { ok: true, ...outliner.outline() };
}

/** Leads a handler through the root KML of a KMZ; why it cannot be read, or undefined. */
export async function parseKmz(
  source: FileSource,
  handler: KmlHandler,
  bounds: KmlBounds = USUAL_KML,
): Promise<Refused | undefined> {
  if (source.size === 0) return refused("empty");
  const directory = await readZipDirectory(source);
  if (!directory.ok) return directory;
  const root = rootKml(directory.entries);
  if (root === undefined) return refused("noKml");
  const parser = new KmlParser(handler, bounds);
  const limits = { bytes: bounds.bytes, anyRatioBytes: SMALL_BYTES };
  const fault = await unpackEntry(source, root, limits, (piece) => {
    parser.write(piece);
    // Only this ends it at once: of a damaged archive its damage is told, not the document's.
    return parser.fault === "tooLarge" ? "tooLarge" : undefined;
  });
  return fault === undefined ? parser.finish() : refused(fault);
}

const inRoot = ({ path }: { readonly path: string }): boolean => !path.includes("/");

/** `doc.kml` in the root, then in any folder; else the first KML in the root, then in any folder. */
function rootKml(entries: readonly ZipEntry[]): ZipEntry | undefined {
  const kml = entries.flatMap((entry) => {
    const path = /\.kml$/i.test(entry.name) ? pathInside(entry.name) : undefined;
    return path === undefined || isMacCopy(path) ? [] : [{ entry, path }];
  });
  const docs = kml.filter(({ path }) => /(?:^|\/)doc\.kml$/i.test(path));
  return (docs.find(inRoot) ?? docs[0] ?? kml.find(inRoot) ?? kml[0])?.entry;
}
