import { marksCrossStrip } from "@swath/survey/readers";
import {
  type GeometryBounds,
  GeometryBuilder,
  type LoadedLayer,
  type PlanGeometry,
  wholeExtent,
} from "../../model/index.ts";
import { type CrsCode, crsCandidates } from "../crs/crs-catalogue.ts";
import { type Projection, projectionOfCode, projectionOfPrj } from "../crs/projection.ts";
import { type Fault, fault } from "../load-outcome.ts";
import { featureLabel, outOfRange, placeOnMap } from "../world/place-on-map.ts";
import { type FeatureWords, readFeatureWords } from "./names.ts";
import { drawShape, type ShapeRecords, shapeRecords } from "./shapes.ts";
import { indexFault } from "./shape-index.ts";

/** The files of one shapefile that are read, and the name that it is known by. */
export interface Shapefile {
  readonly file: string;
  readonly shp: Uint8Array;
  readonly shx?: Uint8Array;
  readonly dbf?: Uint8Array;
  readonly prj?: Uint8Array;
  readonly cpg?: Uint8Array;
}

/** A shapefile's layer, the systems it may be in where it states none, or why it is refused. */
export type ShapefileResult =
  | { readonly ok: true; readonly layer: LoadedLayer }
  | { readonly ok: true; readonly candidates: readonly CrsCode[] }
  | Fault;

interface Drawn {
  readonly ok: true;
  readonly geometry: PlanGeometry;
  readonly marked: Uint8Array<ArrayBuffer>;
  readonly withoutGeometry: number;
}

/**
 * Reads a shapefile into flat arrays. Own reader: shpjs makes GeoJSON objects of every position,
 * disagrees with OGR on the number of features, and has no bounds for hostile files.
 *
 * @param chosen system for a file without a .prj; none is ever assumed.
 */
export function loadShapefile(
  shapefile: Shapefile,
  bounds: GeometryBounds,
  chosen?: CrsCode,
): ShapefileResult {
  const { prj } = shapefile;
  const projection = prj === undefined ? chosen && projectionOfCode(chosen) : projectionOfPrj(prj);
  if (typeof projection === "object" && !projection.ok) return projection;
  const known = typeof projection === "object" ? projection : undefined;
  const drawn = drawShapefile(shapefile, bounds, known?.geographic ?? false);
  if (!drawn.ok) return drawn;
  if (drawn.geometry.kinds.length === 0) return fault("noGeometry");
  return known === undefined ? candidatesOf(drawn.geometry) : layerOf(shapefile, drawn, known);
}

function candidatesOf(geometry: PlanGeometry): ShapefileResult {
  const extent = wholeExtent([geometry]) ?? [0, 0, 0, 0];
  const candidates = crsCandidates(extent);
  if (candidates.length > 0) return { ok: true, candidates };
  return fault("unknownCrs", `no .prj, and coordinates from ${extent.join(", ")}`);
}

function layerOf(
  { file }: Shapefile,
  { geometry, marked, withoutGeometry }: Drawn,
  projection: Projection,
): ShapefileResult {
  const misplaced = placeOnMap(geometry, projection);
  if (misplaced !== undefined) return misplaced;
  const layer: LoadedLayer = {
    file,
    source: "shp",
    crs: projection.name,
    geometry,
    marked,
    crossStrips: marked.slice(),
    withoutGeometry,
    networkLinks: [],
  };
  return { ok: true, layer };
}

function drawShapefile(
  { shp, shx, dbf, cpg }: Shapefile,
  bounds: GeometryBounds,
  degrees: boolean,
): Drawn | Fault {
  const records = shapeRecords(shp, bounds.features);
  if (!records.ok) return records;
  const badIndex = shx === undefined ? undefined : indexFault(shx, records);
  if (badIndex !== undefined) return badIndex;
  const words = dbf === undefined ? undefined : readFeatureWords(dbf, cpg);
  if (words?.ok === false) return words;
  const count = records.starts.length;
  if (words !== undefined && words.count !== count)
    return fault("countMismatch", `${count} shapes in the .shp, ${words.count} rows in the .dbf`);
  return draw(shp, records, words, new GeometryBuilder(degrees ? "degrees" : "any", bounds));
}

function draw(
  shp: Uint8Array,
  records: ShapeRecords,
  words: FeatureWords | undefined,
  builder: GeometryBuilder,
): Drawn | Fault {
  const marked: number[] = [];
  let withoutGeometry = 0;
  for (let index = 0; index < records.starts.length; index++) {
    if (words?.deleted(index) === true) continue;
    const name = words?.nameOf(index) || `${kindWord(records.type)} ${index + 1}`;
    const damage = drawShape(shp, records, index, builder);
    if (damage !== undefined)
      return fault("damagedShape", `${featureLabel(name, index)}: ${damage}`);
    if (builder.misplaced !== undefined)
      return outOfRange(name, { ...builder.misplaced, feature: index });
    if (!builder.within) return fault("tooManyPositions");
    if (builder.endFeature(name, ""))
      marked.push(words !== undefined && marksCrossStrip(words.wordsOf(index)) ? 1 : 0);
    else withoutGeometry += 1;
  }
  return { ok: true, geometry: builder.finish(), marked: Uint8Array.from(marked), withoutGeometry };
}

const LINES: ReadonlySet<number> = new Set([3, 13, 23]);
const POLYGONS: ReadonlySet<number> = new Set([5, 15, 25]);

/** What a feature without a name is called, before its number in the file. */
function kindWord(type: number): string {
  if (LINES.has(type)) return "Line";
  return POLYGONS.has(type) ? "Area" : "Point";
}
