import { HORIZONTAL_SYSTEMS } from "@swath/contract/instructions";
import { type ShapeKind, type ShapePaths, shapesFile, tableFile } from "@swath/survey/writers";
import { strToU8, zipSync } from "fflate";
import { knownWkt } from "../target-system.ts";

/** Years before 1980 do not fit in a ZIP; a fixed one keeps the bytes the same. */
const ZIP_TIME = new Date(1980, 0, 1);
const DIGITS = 20;
const DECIMALS = 6;

/** A feature and the number that it has. */
export interface ShapeFeature {
  readonly paths: ShapePaths;
  readonly value: number;
}

/** A layer of features with one number each. Names are of the code, never of a file. */
interface ShapeLayer {
  readonly name: string;
  readonly kind: ShapeKind;
  readonly column: string;
}

/**
 * A shapefile of one layer in a ZIP: `.shp`, `.shx`, `.dbf`, `.prj` and `.cpg` (ESRI Shapefile Technical
 * Description, 1998).
 */
export function zippedShapefile(
  { name, kind, column }: ShapeLayer,
  features: readonly ShapeFeature[],
  epsg: number,
): Uint8Array {
  const { shp, shx } = shapesFile(
    kind,
    features.map(({ paths }) => paths),
  );
  const number = {
    name: column,
    width: DIGITS,
    decimals: DECIMALS,
    text: ({ value }: ShapeFeature) => value.toFixed(DECIMALS),
  };
  return zipSync(
    {
      [`${name}.shp`]: shp,
      [`${name}.shx`]: shx,
      [`${name}.dbf`]: tableFile([number], features),
      [`${name}.prj`]: strToU8(esriWkt(epsg)),
      [`${name}.cpg`]: strToU8("UTF-8"),
    },
    { mtime: ZIP_TIME },
  );
}

/** Datums of {@link HORIZONTAL_SYSTEMS} by the begin of their label, as Esri calls them. */
const DATUMS = [
  { label: "GDA2020", name: "GDA2020", system: "GCS_GDA2020", datum: "GDA2020" },
  { label: "GDA94", name: "GDA_1994", system: "GCS_GDA_1994", datum: "D_GDA_1994" },
  { label: "NZGD2000", name: "NZGD_2000", system: "GCS_NZGD_2000", datum: "D_NZGD_2000" },
  { label: "WGS 84", name: "WGS_1984", system: "GCS_WGS_1984", datum: "D_WGS_1984" },
] as const;
const GRS80 = `SPHEROID["GRS_1980",6378137.0,298.257222101]`;
const WGS84 = `SPHEROID["WGS_1984",6378137.0,298.257223563]`;

/** A system that products are delivered in as the text of a .prj, in Esri's words. */
export function esriWkt(epsg: number): string {
  const { label = "" } = HORIZONTAL_SYSTEMS.find(({ code }) => code === `EPSG:${epsg}`) ?? {};
  const known = DATUMS.find((each) => label.startsWith(each.label));
  const projection = /PROJECTION\[[^\]]+\](?:,PARAMETER\[[^\]]+\])*/.exec(
    knownWkt(epsg) ?? "",
  )?.[0];
  if (known === undefined || projection === undefined)
    throw new Error(`EPSG:${epsg} is no system of deliveries`);
  const name = label
    .replace(known.label, known.name)
    .replace("zone", "Zone")
    .replace("Mercator 2000", "Mercator")
    .replaceAll(/[\s/]+/g, "_");
  const spheroid = known.label === "WGS 84" ? WGS84 : GRS80;
  const degrees = `PRIMEM["Greenwich",0.0],UNIT["Degree",0.0174532925199433]`;
  const geographic = `GEOGCS["${known.system}",DATUM["${known.datum}",${spheroid}],${degrees}]`;
  return `PROJCS["${name}",${geographic},${projection},UNIT["Meter",1.0]]`;
}
