import {
  AREA,
  GeometryBuilder,
  LINE,
  onMap,
  type PlanGeometry,
  POINT,
  toWebMercator,
} from "@swath/plan/model";
import { memorySource, readKmz } from "@swath/survey/readers";
import { z } from "zod";

const position = z.array(z.number()).min(2);
const positions = z.array(position);
const rings = z.array(positions);

const geometrySchema = z.discriminatedUnion("type", [
  z.object({ type: z.literal("Point"), coordinates: position }),
  z.object({ type: z.literal("LineString"), coordinates: positions }),
  z.object({ type: z.literal("MultiLineString"), coordinates: rings }),
  z.object({ type: z.literal("Polygon"), coordinates: rings }),
  z.object({ type: z.literal("MultiPolygon"), coordinates: z.array(rings) }),
]);
type Geometry = z.infer<typeof geometrySchema>;

const collectionSchema = z.object({
  features: z.array(
    z.object({
      properties: z.record(z.string(), z.unknown()).nullish(),
      geometry: geometrySchema.nullable(),
    }),
  ),
});

type Positions = z.infer<typeof positions>;

function addPart(builder: GeometryBuilder, of: Positions): void {
  for (const [longitude, latitude] of of)
    if (onMap(longitude!, latitude!)) builder.add(longitude!, latitude!);
}

function addRings(builder: GeometryBuilder, of: z.infer<typeof rings>): void {
  for (const [at, ring] of of.entries()) {
    addPart(builder, ring);
    builder.endRing(AREA, at === 0);
  }
}

function addGeometry(builder: GeometryBuilder, { type, coordinates }: Geometry): void {
  if (type === "Point") {
    addPart(builder, [coordinates]);
    builder.endPart(POINT);
  } else if (type === "LineString" || type === "MultiLineString") {
    for (const line of type === "LineString" ? [coordinates] : coordinates) {
      addPart(builder, line);
      builder.endPart(LINE);
    }
  } else
    for (const polygon of type === "Polygon" ? [coordinates] : coordinates)
      addRings(builder, polygon);
}

/** A line's number, or what else a feature is called. */
function nameOf(properties: Readonly<Record<string, unknown>> | null | undefined): string {
  const { line, name, tile } = properties ?? {};
  for (const each of [line, name, tile]) {
    if (typeof each === "number") return String(each);
    if (typeof each === "string") return each.slice(0, 100);
  }
  return "";
}

/** Features of a GeoJSON text (RFC 7946) as the map draws them; undefined where it is none, or has too many. */
export function geojsonGeometry(text: string): PlanGeometry | undefined {
  const read = collectionSchema.safeParse(parsed(text));
  if (!read.success) return undefined;
  const builder = new GeometryBuilder("degrees");
  for (const { properties, geometry } of read.data.features) {
    if (geometry === null) continue;
    addGeometry(builder, geometry);
    builder.endFeature(nameOf(properties), "");
    if (!builder.within) return undefined;
  }
  const geometry = builder.finish();
  toWebMercator(geometry.positions);
  return geometry;
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/** Lines and areas of a KMZ, in the same way. */
async function kmzGeometry(bytes: Uint8Array<ArrayBuffer>): Promise<PlanGeometry | undefined> {
  const read = await readKmz(memorySource("lines.kmz", bytes));
  if (!read.ok) return undefined;
  const builder = new GeometryBuilder("degrees");
  for (const { name, area, positions: of } of read.paths) {
    addPart(
      builder,
      of.map(([longitude, latitude]) => [longitude, latitude]),
    );
    if (area) builder.endRing(AREA, true);
    else builder.endPart(LINE);
    builder.endFeature(name.slice(0, 100), "");
  }
  const geometry = builder.finish();
  toWebMercator(geometry.positions);
  return geometry;
}

/** What a file of lines and areas holds, by its name: GeoJSON or KMZ; undefined where it holds nothing that is known. */
export function linesGeometry(
  path: string,
  bytes: Uint8Array<ArrayBuffer>,
): Promise<PlanGeometry | undefined> {
  if (/\.kmz$/i.test(path)) return kmzGeometry(bytes);
  return Promise.resolve(geojsonGeometry(new TextDecoder().decode(bytes)));
}
