import { type FileSource, type ReadResult, type Refused, refused } from "../file-source.ts";
import { unpackEntry } from "../unpack-entry.ts";
import { isMacCopy, pathInside, readZipDirectory, type ZipEntry } from "../zip-directory.ts";
import { type KmlBounds, KmlParser, PIECE_BYTES, USUAL_KML } from "./kml-parser.ts";
import { placeFault } from "./kml-shapes.ts";
import { type KmlFeature, type KmlPart, type KmlSink, KmlWalker } from "./kml-walker.ts";

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

/** Longitude and latitude in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** The contents of a KML document: counts, and paths for a small map. */
export interface KmlOutline {
  readonly lines: number;
  readonly polygons: number;
  readonly points: number;
  /** Placemarks that are marked as cross strips, by themselves or by a folder they lie in. */
  readonly crossStrips: number;
  readonly placemarks: number;
  /** Positions of lines and of polygons' outer rings, up to {@link MOST_POSITIONS} in all. */
  readonly paths: readonly KmlPath[];
  /** Shapes that are left out or mended, each with its placemark: no line has fewer than two vertices. */
  readonly remarks: readonly string[];
}

export interface KmlPath {
  readonly name: string;
  readonly crossStrip: boolean;
  /** Whether it is the outer ring of a polygon. */
  readonly area: boolean;
  readonly positions: readonly Position[];
}

const MOST_POSITIONS = 200_000;

/** Sums a document up: counts every shape, keeps the positions of the first. */
class KmlSummary implements KmlSink {
  readonly strays = true;
  readonly #counts = { lines: 0, polygons: 0, points: 0, crossStrips: 0, placemarks: 0 };
  readonly #paths: KmlPath[] = [];
  #kept = 0;
  /** Paths of the open feature, and whether one of its shapes is left out. */
  #own: Pick<KmlPath, "area" | "positions">[] = [];
  #lost = false;
  /** Positions of the open part. */
  #open: Position[] = [];

  begin(): void {
    this.#own = [];
    this.#lost = false;
  }

  position(longitude: number, latitude: number): string | undefined {
    if (this.#open.length < MOST_POSITIONS - this.#kept) this.#open.push([longitude, latitude]);
    return placeFault(longitude, latitude);
  }

  part(part: KmlPart, drawn: boolean): void {
    const positions = this.#open;
    this.#open = [];
    if (part === "outer") this.#counts.polygons += 1;
    if (!drawn) this.#lost = true;
    else if (part === "point") this.#counts.points += 1;
    else if (part === "line" || part === "outer") {
      if (part === "line") this.#counts.lines += 1;
      // The room that is left may hold too few positions to draw.
      if (positions.length < 2) return;
      this.#kept += positions.length;
      this.#own.push({ area: part === "outer", positions });
    }
  }

  feature({ element, name, marked: crossStrip }: KmlFeature): undefined {
    if (element !== "Placemark") return;
    this.#counts.placemarks += 1;
    // A placemark that draws nothing because its shapes are broken is no cross-strip to fly.
    if (crossStrip && (this.#own.length > 0 || !this.#lost)) this.#counts.crossStrips += 1;
    for (const path of this.#own) this.#paths.push({ name, crossStrip, ...path });
  }

  outline(remarks: readonly string[]): KmlOutline {
    return { ...this.#counts, paths: this.#paths, remarks };
  }
}
