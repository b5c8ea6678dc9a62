import { HORIZONTAL_SYSTEMS } from "@swath/contract/instructions";
import { shapefile, type ShapeLayer, type ShapePaths, zipFile } from "@swath/survey/writers";
import { knownWkt } from "../target-system.ts";

const DIGITS = 20;
const DECIMALS = 6;

/** A feature and the number that it has. */
export interface ShapeFeature {
  readonly paths: ShapePaths;
  readonly value: number;
}

/** A shapefile of features with one number each, in a ZIP. Names are of the code, never of a file. */
export function zippedShapefile(
  { column, ...layer }: Pick<ShapeLayer<ShapeFeature>, "name" | "kind"> & { column: string },
  features: readonly ShapeFeature[],
  epsg: number,
): Uint8Array {
  const number = {
    name: column,
    width: DIGITS,
    decimals: DECIMALS,
    text: ({ value }: ShapeFeature) => value.toFixed(DECIMALS),
  };
  return zipFile(shapefile({ ...layer, columns: [number], prj: esriWkt(epsg) }, features));
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
