import { refused, type ReadFault, type Refused } from "../file-source.ts";
import { readTuples } from "./coordinate-tuples.ts";
import {
  type KmlShape,
  placemarkLabel,
  shapeRemark,
  ShapeRemarks,
  WHOLE_DEGREES,
} from "./kml-shapes.ts";

/**
 * Use of a shape: `outer` and `inner` are rings of a polygon, `box` is the ground of an overlay.
 */
export type KmlPart = "point" | "line" | "outer" | "inner" | "box";

/** A placemark, ground overlay or network link. */
export interface KmlFeature {
  readonly element: string;
  readonly name: string;
  /** Address of a network link. */
  readonly href: string;
  /** Whether its own words or those of its folders mark it as a cross-strip. */
  readonly marked: boolean;
  /** Names of the folders around it, outermost first; `""` for a folder without one. */
  readonly folders: readonly string[];
}

/** Receives the features of a document while it is read: positions, the part they form, the feature. */
export interface KmlSink {
  /** Whether it takes shapes that stand outside of any feature. */
  readonly strays: boolean;
  /** A feature begins; parts that a feature around it has drawn so far belong to none. */
  begin(): void;
  /** Takes a position in degrees; says why it cannot be on the earth. */
  position(longitude: number, latitude: number): string | undefined;
  /** Ends the part of the positions since the last part; one that is not drawn is left out. */
  part(part: KmlPart, drawn: boolean): void;
  /** Ends the feature; says why the document is refused. */
  feature(feature: KmlFeature): Refused | undefined;
}

const ROOTS: ReadonlySet<string> = new Set(["kml", "Document", "Folder", "Placemark"]);
const FEATURES: ReadonlySet<string> = new Set(["Placemark", "GroundOverlay", "NetworkLink"]);
/** Elements whose text may mark a cross-strip, and the address of a link. */
const WORDS: ReadonlySet<string> = new Set(
  "name description Snippet value displayName SimpleData text href".split(" "),
);
const CORNERS = [
  ["west", "south"],
  ["east", "south"],
  ["east", "north"],
  ["west", "north"],
] as const;
const NUMBERS: ReadonlySet<string | undefined> = new Set([
  "coordinates",
  "coord",
  ...CORNERS.flat(),
]);
/** Letters that are looked at of a text other than numbers. */
const MOST_LETTERS = 65_536;

interface OpenFeature {
  readonly element: string;
  name: string;
  href: string;
  marked: boolean;
  /** Each with its line of the document; the feature's name, which they state, may follow them. */
  readonly remarks: (readonly [text: string, line: number])[];
}

/**
 * Follows the elements of a KML document (OGC 12-007r2) and passes its features to a sink: placemarks
 * with nested MultiGeometry, gx:Track and gx:MultiTrack, ground overlays by their box, and network
 * links. Prefixes are dropped; links are never followed.
 */
export class KmlWalker {
  /** Why the document is refused; the parser ends at it. */
  refusal: Refused | undefined;
  readonly #sink: KmlSink;
  readonly #stack: string[] = [];
  readonly #folders: { name: string; marked: boolean }[] = [];
  readonly #remarks = new ShapeRemarks();
  readonly #box = new Map<string, number>();
  #feature: OpenFeature | undefined;
  #placemarks = 0;
  #text = "";
  #line = 0;
  /** Whether the outer ring of the open polygon is left out: its holes go with it. */
  #outerLost = false;
  /** The open part: number of its positions, whether its last one is its first. */
  #count = 0;
  #first: readonly [longitude: number, latitude: number] = [NaN, NaN];
  #closed = false;

  constructor(sink: KmlSink) {
    this.#sink = sink;
  }

  get depth(): number {
    return this.#stack.length;
  }

  /** Shapes that are left out or mended, each with its placemark. */
  get remarks(): readonly string[] {
    return this.#remarks.texts;
  }

  /** `element` with its prefix; `line` of the document, from 1. */
  open(element: string, line: number): void {
    const name = element.slice(element.indexOf(":") + 1);
    if (this.#stack.length === 0 && !ROOTS.has(name)) this.refusal ??= refused("notKml");
    this.#stack.push(name);
    this.#text = "";
    this.#line = line;
    if (name === "Polygon") this.#outerLost = false;
    if (name === "Track") this.#count = 0;
    if (name === "Folder") this.#folders.push({ name: "", marked: false });
    if (!FEATURES.has(name)) return;
    this.#sink.begin();
    this.#feature = { element: name, name: "", href: "", marked: false, remarks: [] };
  }

  text(text: string): void {
    const whole = NUMBERS.has(this.#stack.at(-1));
    this.#text += whole ? text : text.slice(0, MOST_LETTERS - this.#text.length);
  }

  close(): void {
    const name = this.#stack.pop() ?? "";
    const parent = this.#stack.at(-1);
    const text = this.#text;
    this.#text = "";
    if (WORDS.has(name)) this.#takeWords(name, parent, text.trim());
    else if (name === "Folder") this.#folders.pop();
    else if (parent === "LatLonBox") this.#box.set(name, Number(text.trim() || "none"));
    else if (name === this.#feature?.element) this.#closeFeature(this.#feature);
    else if (this.#feature === undefined && !this.#sink.strays) return;
    else if (name === "coordinates") this.#takeCoordinates(parent, text);
    else if (name === "coord" && parent === "Track") this.#takeCoord(text);
    else if (name === "Track") this.#endShape("track", "line");
  }

  #takeWords(name: string, parent: string | undefined, text: string): void {
    const feature = this.#feature;
    const owner = feature ?? (parent === "Folder" ? this.#folders.at(-1) : undefined);
    if (owner === undefined) return;
    if (name === "href" && feature !== undefined) feature.href = text;
    else if (name !== "href" && marksCrossStrip(text)) owner.marked = true;
    if (name === "name" && parent === (feature?.element ?? "Folder")) owner.name = text;
  }

  #takeCoordinates(parent: string | undefined, text: string): void {
    this.#count = 0;
    const whole = this.#readTuples(text, parent === "Point");
    if (whole && this.#count > 1) this.#remark(WHOLE_DEGREES);
    if (parent === "Point") this.#endShape("point", "point");
    else if (parent === "LatLonQuad") this.#sink.part("box", true);
    else if (parent === "LinearRing") this.#endShape("ring", ringPart(this.#stack.at(-2)));
    else this.#endShape("line", "line");
  }

  /** An empty coord stands for a position that is not known (OGC 12-007r2, 11.3). */
  #takeCoord(text: string): void {
    this.#readTuples(text.trim().split(/\s+/, 2).join(","), false);
  }

  /** Passes the positions on, of a point its first; tells whether all numbers lack a fraction. */
  #readTuples(text: string, point: boolean): boolean {
    const read = readTuples(text, (longitude, latitude) => {
      if (this.#count === 0) this.#first = [longitude, latitude];
      this.#count += 1;
      this.#closed = longitude === this.#first[0] && latitude === this.#first[1];
      if (point && this.#count > 1) return;
      const fault = this.#sink.position(longitude, latitude);
      if (fault !== undefined) this.#refuse("outOfRange", fault);
    });
    if (!read.ok) this.#refuse("badCoordinates", read.about);
    return read.ok && read.whole;
  }

  #endShape(shape: KmlShape, part: KmlPart): void {
    const remark = shapeRemark(shape, this.#count, this.#closed);
    if (remark !== undefined) this.#remark(remark.text);
    const drawn = remark?.leftOut !== true;
    if (part === "outer") this.#outerLost = !drawn;
    this.#sink.part(part, drawn && !(part === "inner" && this.#outerLost));
  }

  #closeFeature(feature: OpenFeature): void {
    this.#feature = undefined;
    if (feature.element === "Placemark") this.#placemarks += 1;
    if (feature.element === "GroundOverlay") this.#drawBox();
    for (const [text, line] of feature.remarks)
      this.#remarks.add(placemarkLabel(this.#placemarks, feature.name, line), text);
    const { element, name, href } = feature;
    const marked = feature.marked || this.#folders.some((folder) => folder.marked);
    const folders = this.#folders.map((folder) => folder.name);
    this.refusal ??= this.#sink.feature({ element, name, href, marked, folders });
  }

  /** Draws the LatLonBox of a ground overlay as OGR has it, without its rotation. */
  #drawBox(): void {
    const corners = CORNERS.map(
      ([x, y]) => [this.#box.get(x) ?? NaN, this.#box.get(y) ?? NaN] as const,
    );
    this.#box.clear();
    if (!corners.flat().every((side) => Number.isFinite(side))) return;
    for (const [x, y] of corners) this.#sink.position(x, y);
    this.#sink.part("box", true);
  }

  #refuse(fault: ReadFault, about: string): void {
    const label = placemarkLabel(this.#placemarks + 1, this.#feature?.name ?? "", this.#line);
    this.refusal ??= refused(fault, `${label}: ${about}`);
  }

  #remark(text: string): void {
    this.#feature?.remarks.push([text, this.#line]);
  }
}

/** A ring that bounds no polygon is drawn as a line. */
function ringPart(boundary: string | undefined): KmlPart {
  if (boundary === "outerBoundaryIs") return "outer";
  return boundary === "innerBoundaryIs" ? "inner" : "line";
}

const CROSS_STRIP =
  /\b(?:cross|x)[\s_-]*(?:strips?|lines?|ties?|flights?|runs?)\b|\btie[\s_-]*lines?\b|\b(?:XS|CS)[\s_-]*\d+\b/i;

/** Whether a name or description marks a cross strip: `Cross Strip 1`, `x-line`, `tie lines`, `XS02`. */
export function marksCrossStrip(text: string): boolean {
  return CROSS_STRIP.test(text);
}
