import { readTuples } from "./coordinate-tuples.ts";
import {
  type KmlShape,
  placeFault,
  placemarkLabel,
  shapeRemark,
  ShapeRemarks,
  WHOLE_DEGREES,
} from "./kml-shapes.ts";

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

/** What the coordinates below an element draw. */
const SHAPES: Readonly<Record<string, KmlShape>> = {
  Point: "point",
  LineString: "line",
  LinearRing: "ring",
};
const NUMBERS: ReadonlySet<string> = new Set(["coordinates", "coord"]);

/** Why a document is no readable KML. */
export type KmlFault = "notKml" | "badCoordinates" | "outOfRange";

interface Placemark {
  name: string;
  marked: boolean;
  paths: Pick<KmlPath, "area" | "positions">[];
  /** What is remarkable, and the line of the document; told when the name is known. */
  remarks: (readonly [text: string, line: number])[];
  /** Whether a shape of it is left out. */
  lost: boolean;
}

/**
 * Follows the elements of a KML document (OGC 12-007r2) and keeps its outline: nested folders,
 * MultiGeometry, gx:Track and gx:MultiTrack. Prefixes are dropped; links are never followed.
 */
export class KmlOutliner {
  fault: KmlFault | undefined;
  /** Where and why, of a {@link fault} of coordinates. */
  about: string | undefined;
  readonly #stack: string[] = [];
  /** For each open folder, whether it is marked. */
  readonly #folders: boolean[] = [];
  readonly #paths: KmlPath[] = [];
  readonly #counts = { lines: 0, polygons: 0, points: 0, crossStrips: 0, placemarks: 0 };
  #placemark: Placemark | undefined;
  #track = new ByteBuffer();
  #text = "";
  #line = 0;
  #kept = 0;
  readonly #remarks = new ShapeRemarks();

  get depth(): number {
    return this.#stack.length;
  }

  open(element: string, line: number): void {
    const name = element.slice(element.indexOf(":") + 1);
    if (this.#stack.length === 0 && !ROOTS.has(name)) this.fault ??= "notKml";
    this.#stack.push(name);
    this.#text = "";
    this.#line = line;
    if (name === "Folder") this.#folders.push(false);
    if (name === "Placemark")
      this.#placemark = { name: "", marked: false, paths: [], remarks: [], lost: false };
    if (name === "Track") this.#track = new ByteBuffer();
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
    if (name === "Track") this.#addShape("track", this.#track);
    if (name === "Polygon") this.#counts.polygons += 1;
    if (name === "Folder") this.#folders.pop();
    if (name === "Placemark") this.#closePlacemark();
  }

  outline(): KmlOutline {
    return { ...this.#counts, paths: this.#paths, remarks: this.#remarks.texts };
  }

  #takeText(name: string, parent: string | undefined, text: string): void {
    const marked = marksCrossStrip(text);
    if (this.#placemark !== undefined) {
      if (marked) this.#placemark.marked = true;
      if (name === "name" && parent === "Placemark") this.#placemark.name = text.trim();
    } else if (marked && parent === "Folder") this.#folders[this.#folders.length - 1] = true;
  }

  #takeCoordinates(text: string, parent: string | undefined): void {
    const shape = SHAPES[parent ?? ""];
    if (shape === undefined) return;
    const gathered = new ByteBuffer();
    const whole = this.#readTuples(text, gathered);
    if (whole && gathered.count > 1) this.#remark(WHOLE_DEGREES);
    this.#addShape(shape, gathered);
  }

  #takeCoord(text: string): void {
    const [longitude = "", latitude = ""] = text.trim().split(/\s+/, 2);
    this.#readTuples(`${longitude},${latitude}`, this.#track);
  }

  /** Whether all numbers lack a fraction. */
  #readTuples(text: string, into: ByteBuffer): boolean {
    const read = readTuples(text, (longitude, latitude) => {
      const fault = placeFault(longitude, latitude);
      if (fault !== undefined) this.#refuse("outOfRange", fault);
      into.take([longitude, latitude], KEPT_POSITIONS - this.#kept);
    });
    if (!read.ok) this.#refuse("badCoordinates", read.about);
    return read.ok && read.whole;
  }

  #refuse(fault: KmlFault, about: string): void {
    this.fault ??= fault;
    this.about ??= `${this.#label(this.#line)}: ${about}`;
  }

  #label(line: number): string {
    return placemarkLabel(this.#counts.placemarks + 1, this.#placemark?.name ?? "", line);
  }

  #remark(text: string): void {
    this.#placemark?.remarks.push([text, this.#line]);
  }

  /** Counts a shape and keeps what a map draws of it; what has too few vertices is left out, and told. */
  #addShape(shape: KmlShape, { count, positions, closed }: ByteBuffer): void {
    const remark = shapeRemark(shape, count, closed);
    if (remark !== undefined) this.#remark(remark.text);
    if (remark?.leftOut === true) {
      if (this.#placemark !== undefined) this.#placemark.lost = true;
      return;
    }
    const boundary = shape === "ring" ? (this.#stack.at(-2) ?? "") : "";
    if (shape === "point") this.#counts.points += 1;
    // A ring that bounds no polygon is drawn as a line.
    else if (!boundary.endsWith("BoundaryIs")) this.#addLine(positions);
    else if (boundary === "outerBoundaryIs") this.#addPath(positions, true);
  }

  #addLine(positions: readonly Position[]): void {
    this.#counts.lines += 1;
    this.#addPath(positions, false);
  }

  /** What is left of the kept positions may be too few to draw. */
  #addPath(positions: readonly Position[], area: boolean): void {
    if (positions.length < 2) return;
    this.#kept += positions.length;
    this.#placemark?.paths.push({ area, positions });
  }

  #closePlacemark(): void {
    const placemark = this.#placemark;
    if (placemark === undefined) return;
    const crossStrip = placemark.marked || this.#folders.includes(true);
    for (const [text, line] of placemark.remarks) this.#remarks.add(this.#label(line), text);
    this.#counts.placemarks += 1;
    // What draws nothing because its shapes are broken is no cross-strip to fly.
    const drawn = placemark.paths.length > 0 || !placemark.lost;
    if (crossStrip && drawn) this.#counts.crossStrips += 1;
    for (const path of placemark.paths)
      this.#paths.push({ name: placemark.name, crossStrip, ...path });
    this.#placemark = undefined;
  }
}

/** The positions of one shape: all are counted, as many kept as a small map may have. */
class ByteBuffer {
  count = 0;
  readonly positions: Position[] = [];
  #first: Position | undefined;
  #last: Position | undefined;

  take(position: Position, room: number): void {
    this.count += 1;
    this.#first ??= position;
    this.#last = position;
    if (this.positions.length < room) this.positions.push(position);
  }

  get closed(): boolean {
    return this.#first?.[0] === this.#last?.[0] && this.#first?.[1] === this.#last?.[1];
  }
}

const CROSS_STRIP =
  /\b(?:cross|x)[\s_-]*(?:strips?|lines?|ties?|flights?|runs?)\b|\btie[\s_-]*lines?\b|\b(?:XS|CS)[\s_-]*\d+\b/i;

/** Whether a name or description marks a cross strip: `Cross Strip 1`, `x-line`, `tie lines`, `XS02`. */
export function marksCrossStrip(text: string): boolean {
  return CROSS_STRIP.test(text);
}
