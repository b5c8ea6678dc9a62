import { strToU8, zipSync } from "fflate";

/** One placemark of a KML: a polygon (a closed ring) or a line, longitude and latitude in degrees. */
export interface Placemark {
  readonly name: string;
  readonly polygon: boolean;
  readonly places: readonly (readonly [longitude: number, latitude: number])[];
}

/** A KMZ with one document (OGC 12-007r2, _KML 2.3_), the same bytes for the same placemarks. */
export function kmzOf(name: string, placemarks: readonly Placemark[]): Uint8Array {
  const marks = placemarks.map(markOf).join("");
  const kml = `<?xml version="1.0" encoding="UTF-8"?>\n<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${escaped(name)}</name>${marks}</Document></kml>\n`;
  return zipSync({ "doc.kml": strToU8(kml) }, { mtime: new Date(1980, 0, 1) });
}

function markOf({ name, polygon, places }: Placemark): string {
  const ring = polygon && places[0] !== undefined ? [...places, places[0]] : places;
  const text = ring.map(([x, y]) => `${x.toFixed(8)},${y.toFixed(8)}`).join(" ");
  const coordinates = `<coordinates>${text}</coordinates>`;
  const shape = polygon
    ? `<Polygon><outerBoundaryIs><LinearRing>${coordinates}</LinearRing></outerBoundaryIs></Polygon>`
    : `<LineString><tessellate>1</tessellate>${coordinates}</LineString>`;
  return `<Placemark><name>${escaped(name)}</name>${shape}</Placemark>\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;" };

/** Characters that XML forbids are left out. */
function escaped(text: string): string {
  const allowed = text.replaceAll(/[^\t\n\r\u0020-\uD7FF\uE000-\uFFFD]/g, "");
  return allowed.replaceAll(/[&<>]/g, (sign) => ENTITIES[sign] ?? "");
}
