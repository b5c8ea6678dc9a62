import { strToU8 } from "fflate";
import { zipFile } from "./zip-file.ts";

/** Degrees, and metres where a height is known. */
export type KmlPosition = readonly [longitude: number, latitude: number, height?: number];

/** One shape of a placemark; rings of an area are closed here, its outer one comes first. */
export type KmlShape =
  | { readonly type: "point"; readonly position: KmlPosition }
  | { readonly type: "line"; readonly positions: readonly KmlPosition[] }
  | { readonly type: "area"; readonly rings: readonly (readonly KmlPosition[])[] };

export interface KmlMark {
  readonly name: string;
  readonly description?: string;
  /** Begin and end of the shown event. */
  readonly time?: { readonly begin: Date; readonly end: Date };
  /** Several of them are one placemark's MultiGeometry. */
  readonly shapes: readonly KmlShape[];
}

export interface KmlFolder {
  /** Marks of a folder without a name stand in the document itself. */
  readonly name: string;
  readonly marks: readonly KmlMark[];
}

/** About a millimetre. */
const PLACE_DECIMALS = 8;
const HEIGHT_DECIMALS = 2;

/** A KML document (OGC 12-007r2, _KML 2.3_) of named folders. */
export function kmlText(title: string, folders: readonly KmlFolder[]): string {
  const body = folders.map(({ name, marks }) => {
    const inside = marks.map(markText).join("");
    return name === "" ? inside : `<Folder>${nameText(name)}\n${inside}</Folder>\n`;
  });
  return `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document>${nameText(title)}\n${body.join("")}</Document></kml>\n`;
}

/** A KMZ whose only file is that document: the same bytes for the same marks. */
export const kmzFile = (title: string, folders: readonly KmlFolder[]): Uint8Array<ArrayBuffer> =>
  zipFile({ "doc.kml": strToU8(kmlText(title, folders)) });

function markText({ name, description, time, shapes }: KmlMark): string {
  const texts = shapes.map(shapeText);
  const shape = texts.length === 1 ? texts[0] : `<MultiGeometry>${texts.join("")}</MultiGeometry>`;
  const about =
    description === undefined ? "" : `<description>${escaped(description)}</description>`;
  const span =
    time === undefined
      ? ""
      : `<TimeSpan><begin>${time.begin.toISOString()}</begin><end>${time.end.toISOString()}</end></TimeSpan>`;
  return `<Placemark>${nameText(name)}${about}${span}${shape}</Placemark>\n`;
}

function shapeText(shape: KmlShape): string {
  if (shape.type === "point") return `<Point>${coordinates([shape.position])}</Point>`;
  if (shape.type === "line")
    return `<LineString><tessellate>1</tessellate>${coordinates(shape.positions)}</LineString>`;
  const [outer = "", ...inner] = shape.rings.map(
    (ring) => `<LinearRing>${coordinates(closed(ring))}</LinearRing>`,
  );
  const holes = inner.map((ring) => `<innerBoundaryIs>${ring}</innerBoundaryIs>`).join("");
  return `<Polygon><outerBoundaryIs>${outer}</outerBoundaryIs>${holes}</Polygon>`;
}

function closed(ring: readonly KmlPosition[]): readonly KmlPosition[] {
  const [first, last] = [ring[0], ring.at(-1)];
  if (first === undefined || (first[0] === last?.[0] && first[1] === last[1])) return ring;
  return [...ring, first];
}

function coordinates(positions: readonly KmlPosition[]): string {
  const text = positions.map(([longitude, latitude, height]) => {
    const place = `${longitude.toFixed(PLACE_DECIMALS)},${latitude.toFixed(PLACE_DECIMALS)}`;
    return height === undefined ? place : `${place},${height.toFixed(HEIGHT_DECIMALS)}`;
  });
  return `<coordinates>${text.join(" ")}</coordinates>`;
}

const nameText = (name: string): string => `<name>${escaped(name)}</name>`;

/** Characters that XML forbids are left out. */
function escaped(text: string): string {
  const allowed = text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD\u{10000}-\u{10FFFF}]/gu, "");
  return allowed.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}
