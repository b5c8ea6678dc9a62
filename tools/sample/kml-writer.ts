import { strToU8, zipSync } from "fflate";

/** A straight line or a closed ring of longitudes and latitudes, in degrees. */
export interface KmlShape {
  readonly name: string;
  readonly points: readonly (readonly [number, number])[];
  readonly ring: boolean;
}

const ZIP_TIME = new Date(2026, 0, 1);

/** A KMZ with one `doc.kml` (OGC KML 2.2). */
export function kmzFile(title: string, shapes: readonly KmlShape[]): Uint8Array {
  return zipSync({ "doc.kml": strToU8(kmlText(title, shapes)) }, { mtime: ZIP_TIME });
}

/** A document of these shapes (OGC KML 2.2). */
export function kmlText(title: string, shapes: readonly KmlShape[]): string {
  return [
    `<?xml version="1.0" encoding="UTF-8"?>`,
    `<kml xmlns="http://www.opengis.net/kml/2.2"><Document><name>${title}</name>`,
    ...shapes.map(placemark),
    `</Document></kml>`,
  ].join("\n");
}

function placemark({ name, points, ring }: KmlShape): string {
  const text = points.map(([lon, lat]) => `${lon.toFixed(6)},${lat.toFixed(6)},0`).join(" ");
  const line = `<coordinates>${text}</coordinates>`;
  const shape = ring
    ? `<Polygon><outerBoundaryIs><LinearRing>${line}</LinearRing></outerBoundaryIs></Polygon>`
    : `<LineString>${line}</LineString>`;
  return `<Placemark><name>${name}</name>${shape}</Placemark>`;
}

/** Parallel flight lines north of a corner, and cross strips over them where wanted. */
export function flightPlan(
  longitude: number,
  latitude: number,
  crossStrips: boolean,
): readonly KmlShape[] {
  const lines = Array.from({ length: 8 }, (_, i): KmlShape => {
    const y = latitude + i * 0.006;
    const points = [[longitude, y] as const, [longitude + 0.12, y] as const];
    return { name: `Line ${String(i + 1).padStart(3, "0")}`, points, ring: false };
  });
  const cross = [0.02, 0.1].map((x, i): KmlShape => {
    const west = longitude + x;
    const points = [[west, latitude - 0.005] as const, [west, latitude + 0.047] as const];
    return { name: `Cross Strip ${i + 1}`, points, ring: false };
  });
  return crossStrips ? [...lines, ...cross] : lines;
}

/** The area one flight part covers. */
export function coverage(longitude: number, latitude: number): readonly KmlShape[] {
  const [east, north] = [longitude + 0.12, latitude + 0.045];
  const points = [
    [longitude, latitude],
    [east, latitude],
    [east, north],
    [longitude, north],
    [longitude, latitude],
  ] as const;
  return [{ name: "Coverage", points, ring: true }];
}
