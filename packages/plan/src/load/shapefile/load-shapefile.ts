import { marksCrossStrip, ShapeRemarks } from "@swath/survey/readers";
import {
  type GeometryBounds,
  GeometryBuilder,
  type LoadedLayer,
  type PlanGeometry,
  wholeExtent,
} from "../../model/index.ts";
import { type CrsCode, crsCandidates } from "../crs/crs-catalogue.ts";
import {
  type Projection,
  projectionOfCode,
  projectionOfPrj,
  type Untold,
} from "../crs/projection.ts";
import { type CrsQuestion, type Fault, fault, type LoadedFile } from "../load-outcome.ts";
import { featureLabel, outOfRange, placeOnMap } from "../place-on-map.ts";
import { type FeatureWords, readFeatureWords } from "./feature-words.ts";
import { type ShapeRecords, shapeRecords } from "./shape-records.ts";
import { drawShape } from "./shapes.ts";

/** The files of one shapefile that are read, and the name that it is known by. */
export interface Shapefile {
  readonly file: string;
  readonly shp: Uint8Array;
  readonly shx?: Uint8Array;
  readonly dbf?: Uint8Array;
  readonly prj?: Uint8Array;
  readonly cpg?: Uint8Array;
}

/** A shapefile's layer, the question for its system where it tells none, or why it is refused. */
export type ShapefileResult = LoadedFile | ({ readonly ok: true } & CrsQuestion) | Fault;

interface Drawn {
  readonly ok: true;
  readonly geometry: PlanGeometry;
  readonly marked: Uint8Array<ArrayBuffer>;
  readonly withoutGeometry: number;
  readonly remarks: readonly string[];
}

/**
 * Reads a shapefile into flat arrays. Own reader: shpjs makes GeoJSON objects of every position,
 * disagrees with OGR on the number of features, and has no bounds for hostile files. What is damaged in
 * part is read as far as OGR reads it, and told.
 *
 * @param chosen system for a file whose .prj is missing or tells none; none is ever assumed.
 */
export function loadShapefile(
  shapefile: Shapefile,
  bounds: GeometryBounds,
  chosen?: CrsCode,
): ShapefileResult {
  const told = shapefile.prj === undefined ? NO_PRJ : projectionOfPrj(shapefile.prj);
  if (!told.ok && "reason" in told) return told;
  const projection = told.ok || chosen === undefined ? told : projectionOfCode(chosen);
  if (!projection.ok && "reason" in projection) return projection;
  const drawn = drawShapefile(shapefile, bounds, projection.ok && projection.geographic);
  if (!drawn.ok) return drawn;
  if (drawn.geometry.kinds.length === 0) return fault("noGeometry", drawn.remarks.at(-1));
  if (projection.ok) return layerOf(shapefile, drawn, projection);
  const candidates = crsCandidates(wholeExtent([drawn.geometry]) ?? [0, 0, 0, 0]);
  return { ok: true, because: projection.because, candidates };
}

const NO_PRJ: Untold = {
  ok: false,
  because: "This shapefile has no .prj file, which would name it.",
};

function layerOf(
  { file }: Shapefile,
  { geometry, marked, withoutGeometry, remarks }: Drawn,
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
  const { remark } = projection;
  return { ok: true, layer, remarks: remark === undefined ? remarks : [remark, ...remarks] };
}

function drawShapefile(
  { shp, shx, dbf, cpg }: Shapefile,
  bounds: GeometryBounds,
  degrees: boolean,
): Drawn | Fault {
  const records = shapeRecords(shp, shx, bounds.features);
  if (!records.ok) return records;
  const words = dbf === undefined ? undefined : readFeatureWords(dbf, cpg);
  const table = dbf === undefined ? undefined : tableRemark(records.starts.length, words);
  const drawn = draw(shp, records, words, new GeometryBuilder(degrees ? "degrees" : "any", bounds));
  if (!drawn.ok) return drawn;
  const before = table === undefined ? records.remarks : [...records.remarks, table];
  return { ...drawn, remarks: [...before, ...drawn.remarks] };
}

/** How many shapes are drawn: those that have a row, as OGR has it, but for a table without any. */
const shapesOf = (shapes: number, words: FeatureWords | undefined): number =>
  words === undefined || words.stated === 0 ? shapes : Math.min(shapes, words.stated);

const plural = (count: number, what: string): string => `${count} ${what}${count === 1 ? "" : "s"}`;

function tableRemark(shapes: number, words: FeatureWords | undefined): string | undefined {
  if (words === undefined) return "the .dbf is damaged: the shapes are drawn without its names";
  const { stated, count } = words;
  const counts = `${plural(shapes, "shape")} in the .shp, ${plural(stated, "row")} in the .dbf`;
  if (stated === 0)
    return shapes === 0 ? undefined : `${counts}: the shapes are drawn without names`;
  if (stated < shapes) {
    const [first, last] = [stated + 1, shapes];
    const which = first === last ? `shape ${first} is` : `shapes ${first} to ${last} are`;
    return `${counts}: ${which} left out, as in GIS programs, and names may be those of other shapes`;
  }
  if (count < Math.min(stated, shapes))
    return `the .dbf is cut off: of ${stated} rows it has ${count}, and shapes without a row have no name`;
  if (stated === shapes) return undefined;
  return `${counts}: rows without a shape are left out, and names may be those of other shapes`;
}

function draw(
  shp: Uint8Array,
  { type, starts, lengths }: ShapeRecords,
  words: FeatureWords | undefined,
  builder: GeometryBuilder,
): Drawn | Fault {
  const marked: number[] = [];
  const remarks = new ShapeRemarks();
  let withoutGeometry = 0;
  for (let index = 0; index < shapesOf(starts.length, words); index++) {
    if (words?.deleted(index) === true) continue;
    const name = words?.nameOf(index) || `${kindWord(type)} ${index + 1}`;
    const start = starts[index] ?? 0;
    const damage = drawShape(shp.subarray(start, start + (lengths[index] ?? 0)), builder);
    if (builder.misplaced !== undefined)
      return outOfRange(name, { ...builder.misplaced, feature: index });
    if (!builder.within) return fault("tooManyPositions");
    if (damage !== undefined) {
      builder.dropOpen();
      remarks.add(featureLabel(name, index), `a damaged shape (${damage}): left out`);
    }
    if (builder.endFeature(name, ""))
      marked.push(words !== undefined && marksCrossStrip(words.wordsOf(index)) ? 1 : 0);
    else withoutGeometry += 1;
  }
  const geometry = builder.finish();
  return {
    ok: true,
    geometry,
    marked: Uint8Array.from(marked),
    withoutGeometry,
    remarks: remarks.texts,
  };
}

const LINES: ReadonlySet<number> = new Set([3, 13, 23]);
const POLYGONS: ReadonlySet<number> = new Set([5, 15, 25]);

/** What a feature without a name is called, before its number in the file. */
function kindWord(type: number): string {
  if (LINES.has(type)) return "Line";
  return POLYGONS.has(type) ? "Area" : "Point";
}
