import { ELLIPSOIDAL, type InstructionFile } from "@swath/contract/instructions";
import {
  type HeightSystem,
  type ProjectedSystem,
  systemConversion,
} from "@swath/pointcloud/coordinates";
import { ELLIPSOIDAL_HEIGHTS, type LasFile, type LasRecord, wktOf } from "@swath/pointcloud/las";
import type { PointBlock } from "@swath/pointcloud/points";
import { addGeoid, type Geoids } from "../../coordinates/geoids.ts";
import { systemRecord } from "../../coordinates/system-records.ts";
import { heightsCode, heightsNamed } from "../../coordinates/vertical-datum.ts";
import type { IndexFile } from "../../points/index-file.ts";
import { FileFault } from "../../program.ts";
import { knownSystem } from "../../target-system.ts";

/** EPSG code of the unit. */
const METRE = 9001;

/** The systems of an instruction, and that of the points. */
export interface DeliverySystem {
  readonly system: ProjectedSystem;
  /** The same, as an index states it. */
  readonly crs: IndexFile["crs"] & { readonly epsg: number };
  /** Undefined where heights are ellipsoidal. */
  readonly heights: HeightSystem | undefined;
  /** The record that states the system in a file of points. */
  readonly record: LasRecord;
  /** The system of the points, and metres in its units. */
  readonly source: ProjectedSystem;
  readonly units: Units;
}

interface Units {
  readonly horizontal: number;
  readonly vertical: number;
}

/** Takes points where they stand from their system to the delivery's. */
export type Conversion = (block: PointBlock) => void;

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
  if (systemConversion(source, system, "other") === undefined)
    throw new FileFault(
      "instruction.json",
      `the points are in EPSG:${source.epsg}, the instruction wants ${code}: no shift between their datums is installed`,
    );
  return {
    system,
    crs: { epsg: system.epsg, geographic: false, horizontalUnit: 1, verticalUnit: 1 },
    heights,
    record: systemRecord(system, heights, METRE),
    source,
    units: { horizontal: crs.horizontalUnit, vertical: crs.verticalUnit },
  };
}

/**
 * How points get from the heights that their file states into a delivery's systems; undefined where they stand
 * there. Heights that a file does not state are taken for the delivery's. Throws a {@link FileFault} where a
 * geoid is missing.
 */
export async function conversionFrom(
  stated: StatedHeights,
  { system, source, heights, units }: DeliverySystem,
  geoids: Geoids,
): Promise<Conversion | undefined> {
  const from = stated === null ? heights : heightsOf(nameOf(stated));
  const isSame = from?.name === heights?.name;
  const places =
    system.epsg === source.epsg
      ? undefined
      : systemConversion(source, system, isSame && from !== undefined ? "other" : "ellipsoidal");
  const before = isSame || from === undefined ? undefined : await geoids.of(from, source);
  const after = isSame || heights === undefined ? undefined : await geoids.of(heights, system);
  const isMetric = units.horizontal === 1 && units.vertical === 1;
  if (isMetric && (places ?? before ?? after) === undefined) return undefined;
  return (block) => {
    inMetres(block, units);
    if (before !== undefined)
      addGeoid(block, block.count, { geoid: before, system: source, times: 1 });
    places?.(block, block.count);
    if (after !== undefined) addGeoid(block, block.count, { geoid: after, system, times: -1 });
  };
}

/** The name of the heights that a file states. */
function nameOf(stated: number | "ellipsoidal"): string {
  if (stated === "ellipsoidal") return ELLIPSOIDAL;
  const name = heightsNamed(stated);
  if (name === undefined)
    throw new FileFault(`EPSG:${stated}`, "is a system of heights that is not known");
  return name;
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

function inMetres({ x, y, z, count }: PointBlock, { horizontal, vertical }: Units): void {
  if (horizontal === 1 && vertical === 1) return;
  for (let n = 0; n < count; n += 1) {
    x[n]! *= horizontal;
    y[n]! *= horizontal;
    z[n]! *= vertical;
  }
}

/** An EPSG code, `ellipsoidal`, or null for none. */
export type StatedHeights = number | "ellipsoidal" | null;

/** The height system that a file states. */
export function statedHeights({ crs, records }: Pick<LasFile, "crs" | "records">): StatedHeights {
  if (crs.verticalEpsg === ELLIPSOIDAL_HEIGHTS) return "ellipsoidal";
  if (crs.verticalEpsg !== null) return crs.verticalEpsg;
  return /VERT_DATUM\s*\[\s*"[^"]*"\s*,\s*2002\b/i.test(wktOf(records) ?? "")
    ? "ellipsoidal"
    : null;
}
