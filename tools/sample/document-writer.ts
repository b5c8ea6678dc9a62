import { utcToGps } from "@swath/survey";
import { strToU8, zipSync } from "fflate";
import { BinaryWriter } from "./binary-writer.ts";

const latin = (text: string): Uint8Array => Uint8Array.from(text, (char) => char.charCodeAt(0));

/** A PDF of one page with one line of text (PDF 1.4: header, objects, cross-reference table, trailer). */
export function pdfFile(line: string): Uint8Array {
  const content = `BT /F1 18 Tf 72 760 Td (${line.replaceAll(/[()\\]/g, "")}) Tj ET`;
  const objects = [
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 595 842] /Contents 4 0 R " +
      "/Resources << /Font << /F1 5 0 R >> >> >>",
    `<< /Length ${content.length} >>\nstream\n${content}\nendstream`,
    "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
  ];
  let file = "%PDF-1.4\n";
  const offsets = objects.map((object, i) => {
    const offset = file.length;
    file += `${i + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const size = objects.length + 1;
  const table = `xref\n0 ${size}\n0000000000 65535 f \n${offsets.join("")}`;
  const trailer = `trailer\n<< /Size ${size} /Root 1 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
  return latin(file + table + trailer);
}

const BIFF2_BOF = 0x0009;
const BIFF2_LABEL = 0x0004;
const BIFF2_EOF = 0x000a;
const WORKSHEET = 0x0010;

/** An Excel worksheet of texts (BIFF2: BOF, one LABEL record for each cell, EOF). */
export function xlsFile(rows: readonly (readonly string[])[]): Uint8Array {
  const cells = rows.flatMap((row, y) => row.map((text, x) => ({ x, y, text })));
  const bytes = cells.reduce((sum, { text }) => sum + 12 + text.length, 8 + 4);
  const writer = new BinaryWriter(bytes).u16(BIFF2_BOF).u16(4).u16(2).u16(WORKSHEET);
  for (const { x, y, text } of cells) {
    writer
      .u16(BIFF2_LABEL)
      .u16(8 + text.length)
      .u16(y)
      .u16(x);
    writer.skip(3).u8(text.length).text(text);
  }
  return writer.u16(BIFF2_EOF).u16(0).bytes;
}

/** A comma-separated table. */
export function csvFile(rows: readonly (readonly string[])[]): Uint8Array {
  return latin(rows.map((row) => `${row.join(",")}\r\n`).join(""));
}

/** One log of the flight management system; times in UTC milliseconds since 1970. */
export interface FmsFlight {
  readonly flightId: string;
  readonly projectIds: readonly string[];
  readonly start: number;
  readonly end: number;
  /** Where the lines are known: when each was flown. */
  readonly lines?: readonly { readonly start: number; readonly end: number }[];
}

const LINE_MS = 4 * 60_000;

/** The instant an event is logged at, and the event. */
function at(time: number, event: string): string {
  const { week, seconds } = utcToGps(time);
  return `${week} ${seconds.toFixed(3).padStart(10, "0")} ${event}`;
}

/** A log in the house format of docs/formats.md: GPS week and seconds, an event, and what it concerns. */
export function fmsLog(flight: FmsFlight): Uint8Array {
  const lines = ["FMS Flight Log", `Flight: ${flight.flightId}`, "Time: GPS week, seconds of week"];
  lines.push(...flight.projectIds.map((id) => `Project: ${id}`), at(flight.start, "LOG START"));
  for (const [i, { start, end }] of (flight.lines ?? usualLines(flight)).entries()) {
    const project = flight.projectIds[(i + 1) % flight.projectIds.length] ?? "";
    const name = String(i + 1).padStart(3, "0");
    lines.push(at(start, `LINE ${name} START ${project}`), at(end, `LINE ${name} END`));
  }
  lines.push(at(flight.end, "LOG END"), "");
  return new TextEncoder().encode(lines.join("\r\n"));
}

function usualLines({ start, end }: FmsFlight): { start: number; end: number }[] {
  const lines = [];
  for (let time = start + LINE_MS; time + LINE_MS < end; time += 2 * LINE_MS)
    lines.push({ start: time, end: time + LINE_MS });
  return lines;
}

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
