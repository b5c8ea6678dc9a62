import {
  gda2020Definition,
  type ProjectedSystem,
  projectedSystem,
  type SystemFault,
  systemWkt,
} from "@swath/pointcloud/coordinates";
import proj4List from "proj4-list";
import { FileFault } from "./program.ts";

const FAULTS: Readonly<Record<SystemFault, string>> = {
  unknown: "is not known",
  geographic: "has degrees: a projected coordinate system is needed",
  geocentric: "counts metres from the middle of the earth: a projected coordinate system is needed",
  needsGrid: "needs a grid of shifts or other axes, which are not installed",
  unsupported: "cannot be computed",
};

/** WGS 84 of three axes, which the list lacks. */
const WGS84_3D = 4979;

/** The PROJ definition of an EPSG code, undefined where it is not known. */
export function epsgDefinition(epsg: number): string | undefined {
  if (epsg === WGS84_3D) return "+proj=longlat +datum=WGS84 +no_defs";
  return gda2020Definition(epsg) ?? proj4List[`EPSG:${epsg}`]?.[1];
}

/** The projected system of an EPSG code; undefined where it is not known or cannot be computed. */
export function knownSystem(epsg: number): ProjectedSystem | undefined {
  const system = projectedSystem(epsg, epsgDefinition(epsg));
  return "fault" in system ? undefined : system;
}

/** Its well-known text; undefined where none is known. */
export function knownWkt(epsg: number): string | undefined {
  const system = knownSystem(epsg);
  return system && systemWkt(system);
}

/**
 * The projected system of the results: the instruction's or else the project's, as
 * `processing.json` has it. Without one, or with an unusable one, the program fails in plain words.
 */
export function targetSystem(epsg: number | null): ProjectedSystem {
  if (epsg === null)
    throw new FileFault(
      "processing.json",
      "no coordinate system: neither the instruction nor the project names an EPSG code",
    );
  const system = projectedSystem(epsg, epsgDefinition(epsg));
  if (!("fault" in system)) return system;
  throw new FileFault("processing.json", `coordinate system EPSG:${epsg} ${FAULTS[system.fault]}`);
}
