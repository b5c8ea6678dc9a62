import { coordinateTuples } from "./coordinate-tuples.ts";

/** Longitude and latitude in degrees. */
export type Position = readonly [longitude: number, latitude: number];

/** What a KML document draws. */
export interface KmlOutline {
  readonly lines: number;
  readonly polygons: number;
  readonly points: number;
  /** Placemarks that are marked as cross strips, by themselves or by a folder they lie in. */
  readonly crossStrips: number;
  readonly placemarks: number;
  /** Positions of lines and of polygons' outer rings, up to {@link KEPT_POSITIONS} in all, for a small map. */
  readonly paths: readonly KmlPath[];
}

export interface KmlPath {
  readonly name: string;
  readonly crossStrip: boolean;
  /** Whether it is the outer ring of a polygon. */
  readonly area: boolean;
  readonly positions: readonly Position[];
}

const KEPT_POSITIONS = 200_000;
const KEPT_TEXT = 65_536;
const ROOTS: ReadonlySet<string> = new Set(["kml", "Document", "Folder", "Placemark"]);
/** Elements whose text may hold a cross-strip marker. */
const TEXTS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "Snippet",
  "value",
  "displayName",
  "SimpleData",
  "text",
]);

const NUMBERS: ReadonlySet<string> = new Set(["coordinates", "coord"]);

/** Why a document is no readable KML. */
export type KmlFault = "notKml" | "badCoordinates";

interface Placemark {
  name: string;
  marked: boolean;
  paths: Pick<KmlPath, "area" | "positions">[];
}

/**
 * Follows the elements of a KML document (OGC 12-007r2) and keeps its outline: nested folders,
 * MultiGeometry, gx:Track and gx:MultiTrack. Prefixes are dropped; links are never followed.
 */
export class KmlOutliner {
  fault: KmlFault | undefined;
  readonly #stack: string[] = [];
  /** For each open folder, whether it is marked. */
  readonly #folders: boolean[] = [];
  readonly #paths: KmlPath[] = [];
  readonly #counts = { lines: 0, polygons: 0, points: 0, crossStrips: 0, placemarks: 0 };
  #placemark: Placemark | undefined;
  #track: Position[] = [];
  #text = "";
  #kept = 0;

  get depth(): number {
    return this.#stack.length;
  }

  open(element: string): void {
    const name = element.slice(element.indexOf(":") + 1);
    if (this.#stack.length === 0 && !ROOTS.has(name)) this.fault ??= "notKml";
    this.#stack.push(name);
    this.#text = "";
    if (name === "Folder") this.#folders.push(false);
    if (name === "Placemark") this.#placemark = { name: "", marked: false, paths: [] };
    if (name === "Track") this.#track = [];
  }

  /** Keeps the text of the elements that matter; of names and the like only their beginning. */
  text(text: string): void {
    const element = this.#stack.at(-1) ?? "";
    if (NUMBERS.has(element)) this.#text += text;
    else if (TEXTS.has(element)) this.#text += text.slice(0, KEPT_TEXT - this.#text.length);
  }

  close(): void {
    const name = this.#stack.pop();
    const parent = this.#stack.at(-1);
    const text = this.#text;
    this.#text = "";
    if (name !== undefined && TEXTS.has(name)) this.#takeText(name, parent, text);
    if (name === "coordinates") this.#takeCoordinates(text, parent);
    // An empty coord stands for a position that is not known (OGC 12-007r2, 11.3).
    if (name === "coord" && text.trim() !== "") this.#takeCoord(text);
    if (name === "Track") this.#addLine(this.#track);
    if (name === "Polygon") this.#counts.polygons += 1;
    if (name === "Folder") this.#folders.pop();
    if (name === "Placemark") this.#closePlacemark();
  }

  outline(): KmlOutline {
    return { ...this.#counts, paths: this.#paths };
  }

  #takeText(name: string, parent: string | undefined, text: string): void {
    const marked = marksCrossStrip(text);
    if (this.#placemark !== undefined) {
      if (marked) this.#placemark.marked = true;
      if (name === "name" && parent === "Placemark") this.#placemark.name = text.trim();
    } else if (marked && parent === "Folder") this.#folders[this.#folders.length - 1] = true;
  }

  #takeCoordinates(text: string, parent: string | undefined): void {
    const positions: Position[] = [];
    for (const [longitude, latitude] of coordinateTuples(text))
      this.#takePosition(longitude, latitude, positions);
    if (parent === "Point") this.#counts.points += 1;
    else if (parent === "LineString" || this.#isOwnRing(parent)) this.#addLine(positions);
    else if (this.#stack.at(-2) === "outerBoundaryIs") this.#addPath(positions, true);
  }

  #takeCoord(text: string): void {
    const [longitude = "", latitude = ""] = text.trim().split(/\s+/, 2);
    this.#takePosition(longitude, latitude, this.#track);
  }

  /** A ring that bounds no polygon is drawn as a line. */
  #isOwnRing(parent: string | undefined): boolean {
    return parent === "LinearRing" && !(this.#stack.at(-2)?.endsWith("BoundaryIs") ?? false);
  }

  #takePosition(longitude: string, latitude: string, into: Position[]): void {
    const [x, y] = [Number(longitude || "none"), Number(latitude || "none")];
    if (!Number.isFinite(x) || !Number.isFinite(y)) this.fault ??= "badCoordinates";
    else if (this.#kept < KEPT_POSITIONS) {
      into.push([x, y]);
      this.#kept += 1;
    }
  }

  #addLine(positions: Position[]): void {
    this.#counts.lines += 1;
    this.#addPath(positions, false);
  }

  #addPath(positions: readonly Position[], area: boolean): void {
    if (positions.length > 0) this.#placemark?.paths.push({ area, positions });
  }

  #closePlacemark(): void {
    const placemark = this.#placemark;
    if (placemark === undefined) return;
    const crossStrip = placemark.marked || this.#folders.includes(true);
    this.#counts.placemarks += 1;
    if (crossStrip) this.#counts.crossStrips += 1;
    for (const path of placemark.paths)
      this.#paths.push({ name: placemark.name, crossStrip, ...path });
    this.#placemark = undefined;
  }
}

const CROSS_STRIP =
  /\b(?:cross|x)[\s_-]*(?:strips?|lines?|ties?|flights?|runs?)\b|\btie[\s_-]*lines?\b|\b(?:XS|CS)[\s_-]*\d+\b/i;

/** Whether a name or description marks a cross strip: `Cross Strip 1`, `x-line`, `tie lines`, `XS02`. */
export function marksCrossStrip(text: string): boolean {
  return CROSS_STRIP.test(text);
}
