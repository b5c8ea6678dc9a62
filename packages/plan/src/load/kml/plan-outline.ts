import {
  type KmlHandler,
  type KmlShape,
  marksCrossStrip,
  placemarkLabel,
  type ReadFault,
  readTuples,
  shapeRemark,
  ShapeRemarks,
  swappedHint,
  WHOLE_DEGREES,
} from "@swath/survey/readers";
import {
  AREA,
  type GeometryBounds,
  GeometryBuilder,
  LINE,
  type NetworkLink,
  POINT,
} from "../../model/index.ts";
import type { Fault } from "../load-outcome.ts";
import { fault } from "../load-outcome.ts";
import { outOfRange } from "../world/place-on-map.ts";
import { OverlayBox } from "./overlay-box.ts";

const ROOTS: ReadonlySet<string> = new Set(["kml", "Document", "Folder", "Placemark"]);
/** Elements that are drawn as one feature, or lead elsewhere. */
const FEATURES: ReadonlySet<string> = new Set(["Placemark", "GroundOverlay", "NetworkLink"]);
/** Elements whose text may hold a cross-strip marker. */
const WORDS: ReadonlySet<string> = new Set([
  "name",
  "description",
  "Snippet",
  "value",
  "displayName",
  "SimpleData",
  "text",
  "href",
]);
const NUMBERS: ReadonlySet<string> = new Set([
  "coordinates",
  "coord",
  "north",
  "south",
  "east",
  "west",
]);
const KEPT_TEXT = 65_536;
const KEPT_NAME = 200;
const MOST_LINKS = 1000;

interface OpenFeature {
  readonly element: string;
  name: string;
  href: string;
  marked: boolean;
  /** What is remarkable of its shapes, with the line of the document; told when the name is known. */
  remarks: (readonly [text: string, line: number])[];
}

/**
 * Follows a KML document (OGC 12-007r2) and gathers its features in degrees: placemarks with nested
 * MultiGeometry, gx:Track and gx:MultiTrack, polygons with their holes, and ground overlays by their
 * box, as OGR has them. Network links are listed. Prefixes are dropped.
 */
export class PlanOutline implements KmlHandler {
  /** Told to the parser, which ends at it; {@link reason} says why. */
  fault: ReadFault | undefined;
  reason: Fault | undefined;
  readonly builder: GeometryBuilder;
  readonly marked: number[] = [];
  readonly links: NetworkLink[] = [];
  withoutGeometry = 0;
  readonly #remarks = new ShapeRemarks();
  #read = 0;
  #line = 0;
  /** Whether the outer ring of the open polygon is left out: its holes go with it. */
  #outerLost = false;
  readonly #stack: string[] = [];
  readonly #folders: { name: string; marked: boolean }[] = [];
  readonly #box = new OverlayBox();
  #feature: OpenFeature | undefined;
  #text = "";

  constructor(bounds: GeometryBounds) {
    this.builder = new GeometryBuilder("degrees", bounds);
  }

  get depth(): number {
    return this.#stack.length;
  }

  /** Shapes that are left out or mended, each with its placemark. */
  get remarks(): readonly string[] {
    return this.#remarks.texts;
  }

  open(element: string, line: number): void {
    const name = element.slice(element.indexOf(":") + 1);
    if (this.#stack.length === 0 && !ROOTS.has(name)) this.#refuse(fault("notKml"));
    this.#stack.push(name);
    this.#text = "";
    this.#line = line;
    if (name === "Polygon") this.#outerLost = false;
    if (name === "Folder") this.#folders.push({ name: "", marked: false });
    if (!FEATURES.has(name)) return;
    // What an element drew that holds another feature, or is none, is no part of a feature.
    this.builder.dropOpen();
    this.#feature = { element: name, name: "", href: "", marked: false, remarks: [] };
  }

  text(text: string): void {
    const element = this.#stack.at(-1) ?? "";
    if (NUMBERS.has(element)) this.#text += text;
    else if (WORDS.has(element)) this.#text += text.slice(0, KEPT_TEXT - this.#text.length);
  }

  close(): void {
    const name = this.#stack.pop() ?? "";
    const parent = this.#stack.at(-1) ?? "";
    const text = this.#text;
    this.#text = "";
    if (WORDS.has(name)) this.#takeWords(name, parent, text.trim());
    else if (name === "coordinates") this.#takeCoordinates(parent, text);
    // An empty coord stands for a position that is not known (OGC 12-007r2, 11.3).
    else if (name === "coord" && text.trim() !== "") this.#takeCoord(text);
    else if (name === "Track") this.#endTrack();
    else if (name === "Folder") this.#folders.pop();
    else if (parent === "LatLonBox") this.#box.take(name, text);
    else if (name === this.#feature?.element) this.#closeFeature(this.#feature);
  }

  #takeWords(name: string, parent: string, text: string): void {
    const feature = this.#feature;
    const folder = this.#folders.at(-1);
    const marked = name !== "href" && marksCrossStrip(text);
    if (feature !== undefined) {
      if (marked) feature.marked = true;
      if (name === "name" && parent === feature.element) feature.name = text.slice(0, KEPT_NAME);
      if (name === "href") feature.href = text.slice(0, KEPT_TEXT);
    } else if (folder !== undefined && parent === "Folder") {
      if (marked) folder.marked = true;
      if (name === "name") folder.name = text.slice(0, KEPT_NAME);
    }
  }

  /** Coordinates outside a feature (of a region, a camera) are none of the drawing. */
  #takeCoordinates(parent: string, text: string): void {
    if (this.#feature === undefined) return;
    if (parent === "Point") return this.#takePoint(text);
    const whole = this.#readTuples(text);
    if (whole && this.builder.partLength > 1) this.#remark(WHOLE_DEGREES);
    if (parent === "LatLonQuad") this.builder.endRing(AREA, true);
    else if (parent === "LinearRing") this.#endRing(this.#stack.at(-2) ?? "");
    else if (this.#isDrawn("line")) this.builder.endPart(LINE);
  }

  #takePoint(text: string): void {
    let positions = 0;
    this.#readTuples(text, () => {
      positions += 1;
      return positions === 1;
    });
    const remark = shapeRemark("point", positions, true);
    if (remark !== undefined) this.#remark(remark.text);
    this.builder.endPart(POINT);
  }

  /** Whether the shape that is being gathered is drawn; if not, it is dropped. What is unusual is told. */
  #isDrawn(shape: KmlShape): boolean {
    const remark = shapeRemark(shape, this.builder.partLength, this.builder.isPartClosed);
    if (remark !== undefined) this.#remark(remark.text);
    if (remark?.leftOut !== true) return true;
    this.builder.dropPart();
    return false;
  }

  #endTrack(): void {
    if (this.#feature !== undefined && this.#isDrawn("track")) this.builder.endPart(LINE);
  }

  /** A ring that bounds no polygon is drawn as a line. */
  #endRing(boundary: string): void {
    const drawn = this.#isDrawn("ring");
    if (boundary === "outerBoundaryIs") this.#outerLost = !drawn;
    if (!drawn) return;
    if (boundary === "outerBoundaryIs") this.builder.endRing(AREA, true);
    else if (boundary !== "innerBoundaryIs") this.builder.endPart(LINE);
    else if (this.#outerLost) this.builder.dropPart();
    else this.builder.endRing(AREA, false);
  }

  #takeCoord(text: string): void {
    const [longitude = "", latitude = ""] = text.trim().split(/\s+/, 2);
    if (this.#feature !== undefined) this.#readTuples(`${longitude},${latitude}`);
  }

  /** Adds what is to be taken; whether all numbers lack a fraction. */
  #readTuples(text: string, taken: () => boolean = () => true): boolean {
    const read = readTuples(text, (longitude, latitude) => {
      if (taken()) this.builder.add(longitude, latitude);
    });
    if (!read.ok)
      this.#refuse(fault("badCoordinates", `${this.#label(this.#line)}: ${read.about}`));
    return read.ok && read.whole;
  }

  #remark(text: string): void {
    this.#feature?.remarks.push([text, this.#line]);
  }

  #closeFeature(feature: OpenFeature): void {
    this.#feature = undefined;
    if (feature.element === "NetworkLink") {
      const link = { name: feature.name, address: feature.href };
      if (this.links.length < MOST_LINKS) this.links.push(link);
      return;
    }
    if (feature.element === "GroundOverlay") this.#box.draw(this.builder);
    this.#read += 1;
    for (const [text, line] of feature.remarks)
      this.#remarks.add(placemarkLabel(this.#read, feature.name, line), text);
    const folder = this.#folders.map(({ name }) => name).filter((name) => name !== "");
    const marked = feature.marked || this.#folders.some((open) => open.marked);
    const { misplaced } = this.builder;
    if (misplaced !== undefined)
      this.#refuse(outOfRange(feature.name, misplaced, swappedHint(misplaced.x, misplaced.y)));
    else if (!this.builder.endFeature(feature.name, folder.join("/"))) this.withoutGeometry += 1;
    else this.marked.push(marked ? 1 : 0);
    if (!this.builder.within) this.#refuse(fault("tooManyPositions"));
  }

  #label(line: number): string {
    return placemarkLabel(this.#read + 1, this.#feature?.name ?? "", line);
  }

  #refuse(reason: Fault): void {
    this.reason ??= reason;
    this.fault ??= reason.reason === "tooManyPositions" ? "tooLarge" : "badCoordinates";
  }
}
