import { type FileSource, type ReadResult, type Refused, refused } from "../file-source.ts";
import {
  isMacCopy,
  pathInside,
  readZipDirectory,
  unpackEntry,
  type ZipEntry,
} from "../zip/index.ts";
import { type KmlOutline, KmlSummary } from "./kml-outline.ts";
import { type KmlBounds, KmlParser, PIECE_BYTES, USUAL_KML } from "./kml-parser.ts";
import { KmlWalker } from "./kml-walker.ts";

const SMALL_BYTES = 1_048_576;

/** Reads a KML file. */
export async function readKml(source: FileSource): Promise<ReadResult<KmlOutline>> {
  if (source.size === 0) return refused("empty");
  if (source.size > USUAL_KML.bytes) return refused("tooLarge");
  return outlineOf(async (walker) => {
    const parser = new KmlParser(walker);
    for (let at = 0; at < source.size; at += PIECE_BYTES)
      if (!parser.write(await source.read(at, Math.min(at + PIECE_BYTES, source.size)))) break;
    return parser.finish();
  });
}

/** Reads the root KML of a KMZ and inflates nothing else. */
export async function readKmz(source: FileSource): Promise<ReadResult<KmlOutline>> {
  return outlineOf((walker) => walkKmz(source, walker));
}

async function outlineOf(
  read: (walker: KmlWalker) => Promise<Refused | undefined>,
): Promise<ReadResult<KmlOutline>> {
  const summary = new KmlSummary();
  const walker = new KmlWalker(summary);
  return (await read(walker)) ?? { ok: true, ...summary.outline(walker.remarks) };
}

/** Leads a walker through the root KML of a KMZ; says why it cannot be read. */
export async function walkKmz(
  source: FileSource,
  walker: KmlWalker,
  bounds: KmlBounds = USUAL_KML,
): Promise<Refused | undefined> {
  if (source.size === 0) return refused("empty");
  const directory = await readZipDirectory(source);
  if (!directory.ok) return directory;
  const root = rootKml(directory.entries);
  if (root === undefined) return refused("noKml");
  const parser = new KmlParser(walker, bounds);
  const limits = { bytes: bounds.bytes, anyRatioBytes: SMALL_BYTES };
  const fault = await unpackEntry(source, root, limits, (piece) => {
    parser.write(piece);
    // Only this fault ends the reading: otherwise damage of the archive counts before the document's.
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
