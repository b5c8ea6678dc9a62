import {
  geographicSystemWkt,
  type HeightSystem,
  type ProjectedSystem,
  systemWktWithHeights,
  wktWithHeights,
} from "@swath/pointcloud/coordinates";
import {
  copySettings,
  crsRecords,
  ELLIPSOIDAL_HEIGHTS,
  type LasFile,
  type LasRecord,
  type LasSettings,
  projectedSystemRecord,
  textRecord,
  textRecords,
} from "@swath/pointcloud/las";
import { epsgDefinition, knownWkt } from "../target-system.ts";
import type { StatedSystem } from "./cloud-system.ts";

/**
 * The settings of a copy of a file, which states the system that its points are in, once: as text, as
 * point formats 6 and on have it (LAS 1.4-R15, 2.4). A file's own text is kept; that of GeoTIFF keys,
 * and of a system that was taken since the file states none, is written. Of a system without a code or
 * a projection without a text the keys are kept.
 */
export function settingsInSystem(las: LasFile, system: StatedSystem): LasSettings {
  return { ...copySettings(las), records: recordsOf(las, system) };
}

function recordsOf({ crs, records }: LasFile, system: StatedSystem): readonly LasRecord[] {
  const own = textRecords(records);
  if (crs.source === "text" && own.length > 0) return own;
  const text = textOf(system);
  if (text !== undefined) return [textRecord(text, `EPSG:${system.epsg}`)];
  if (crs.source === "keys") return crsRecords(records).filter((record) => !own.includes(record));
  return system.epsg === null ? [] : [projectedSystemRecord(system.epsg)];
}

/**
 * The record that states a system and its heights, else ellipsoidal ones: as text (LAS 1.4, 2.7); where
 * no text is known the codes of both, and of a unit, as GeoTIFF keys.
 */
export function systemRecord(
  system: ProjectedSystem,
  heights?: HeightSystem,
  unit?: number,
): LasRecord {
  const wkt = systemWktWithHeights(system, heights);
  return wkt === undefined
    ? projectedSystemRecord(system.epsg, unit, heights?.epsg ?? ELLIPSOIDAL_HEIGHTS)
    : textRecord(wkt, `EPSG:${system.epsg}`);
}

/** A system as text, with its heights; undefined where it has no code, or no text is known of it. */
function textOf(system: StatedSystem): string | undefined {
  const { epsg, verticalEpsg = null, geographic, horizontalUnit, verticalUnit } = system;
  const definition = epsg === null ? undefined : epsgDefinition(epsg);
  if (epsg === null || definition === undefined) return undefined;
  const text = geographic ? geographicSystemWkt(epsg, definition) : knownWkt(epsg);
  if (text === undefined) return undefined;
  const name = `EPSG:${epsg}`;
  if (verticalEpsg === ELLIPSOIDAL_HEIGHTS) return wktWithHeights(text, name, verticalUnit);
  if (verticalEpsg !== null)
    return wktWithHeights(text, name, verticalUnit, {
      name: `EPSG:${verticalEpsg}`,
      epsg: verticalEpsg,
    });
  const unit = geographic ? 1 : horizontalUnit;
  return unit === verticalUnit
    ? text
    : wktWithHeights(text, name, verticalUnit, { name: "Unknown", epsg: null });
}
