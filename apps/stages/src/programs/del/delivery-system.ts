import { ELLIPSOIDAL, type InstructionFile } from "@swath/contract/instructions";
import {
  type HeightSystem,
  type ProjectedSystem,
  type SystemConversion,
  systemConversion,
} from "@swath/pointcloud/coordinates";
import { ELLIPSOIDAL_HEIGHTS, type LasFile, type LasRecord, wktOf } from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";
import { systemRecord } from "../../coordinates/system-records.ts";
import { heightsCode } from "../../coordinates/vertical-datum.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { FileFault } from "../../program.ts";
import { knownSystem } from "../../target-system.ts";

/** EPSG code of the unit. */
const METRE = 9001;

/** How points get into the systems of an instruction, and how files state these. */
export interface DeliverySystem {
  readonly system: ProjectedSystem;
  /** The same, as an index states it. */
  readonly crs: IndexFile["crs"] & { readonly epsg: number };
  /** Undefined where heights are ellipsoidal. */
  readonly heights: HeightSystem | undefined;
  /** Undefined where points stand in the system already. */
  readonly convert: ((block: PointBlock) => void) | undefined;
  /** The record that states the system in a file of points. */
  readonly record: LasRecord;
}

/** The systems of an instruction; what cannot be made of points of the index is a {@link FileFault}. */
export function deliverySystem(
  instruction: Pick<InstructionFile, "targetHorizontalDatum" | "targetVerticalDatum">,
  { crs }: Pick<IndexFile, "crs">,
): DeliverySystem {
  const { targetHorizontalDatum: code, targetVerticalDatum: vertical } = instruction;
  const system = systemOf(Number(code.slice("EPSG:".length)), `the instruction's system ${code}`);
  const heights = heightsOf(vertical);
  if (crs.epsg === null)
    throw new FileFault(
      "index.json",
      `the points' coordinate system has no EPSG code: they cannot be taken to ${code}`,
    );
  const source = systemOf(crs.epsg, `the points' system EPSG:${crs.epsg}`);
  const units = { horizontal: crs.horizontalUnit, vertical: crs.verticalUnit };
  const stands = system.epsg === source.epsg && units.horizontal === 1 && units.vertical === 1;
  const conversion = systemConversion(
    source,
    system,
    heights === undefined ? "ellipsoidal" : "other",
  );
  if (conversion === undefined)
    throw new FileFault(
      "instruction.json",
      `the points are in EPSG:${source.epsg}, the instruction wants ${code}: no shift between their datums is installed`,
    );
  return {
    system,
    crs: { epsg: system.epsg, geographic: false, horizontalUnit: 1, verticalUnit: 1 },
    heights,
    convert: stands ? undefined : inMetres(conversion, units),
    record: systemRecord(system, heights, METRE),
  };
}

function systemOf(epsg: number, what: string): ProjectedSystem {
  const system = knownSystem(epsg);
  if (system === undefined) throw new FileFault("instruction.json", `${what} cannot be computed`);
  return system;
}

function heightsOf(name: string): HeightSystem | undefined {
  const epsg = heightsCode(name);
  return name === ELLIPSOIDAL || epsg === undefined ? undefined : { name, epsg };
}

function inMetres(
  convert: SystemConversion,
  units: { readonly horizontal: number; readonly vertical: number },
): (block: PointBlock) => void {
  return ({ x, y, z, count }) => {
    for (let n = 0; n < count; n += 1) {
      x[n]! *= units.horizontal;
      y[n]! *= units.horizontal;
      z[n]! *= units.vertical;
    }
    convert({ x, y, z }, count);
  };
}

/** The height system that a file states: a code, `ellipsoidal`, or null for none. */
export function statedHeights({ crs, records }: Pick<LasFile, "crs" | "records">) {
  if (crs.verticalEpsg === ELLIPSOIDAL_HEIGHTS) return "ellipsoidal";
  if (crs.verticalEpsg !== null) return crs.verticalEpsg;
  return /VERT_DATUM\s*\[\s*"[^"]*"\s*,\s*2002\b/i.test(wktOf(records) ?? "")
    ? "ellipsoidal"
    : null;
}
