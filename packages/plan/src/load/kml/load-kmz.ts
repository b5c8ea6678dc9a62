import { memorySource, parseKmz, type KmlBounds, type ReadFault } from "@swath/survey/readers";
import type { GeometryBounds } from "../../model/index.ts";
import {
  type Fault,
  fault,
  type LoadedFile,
  type LoadReason,
  type PlanFile,
} from "../load-outcome.ts";
import { projectionOfCode } from "../crs/projection.ts";
import { placeOnMap } from "../world/place-on-map.ts";
import { PlanOutline } from "./plan-outline.ts";

/** Five million positions are some 200 MB of KML; a ring of a million, 40 MB. */
const MAP_KML: KmlBounds = { bytes: 268_435_456, token: 67_108_864 };
const WGS84 = 4326;

/** Reads the root KML of a KMZ into a layer; cross-strips are those that its words mark. */
export async function loadKmz(file: PlanFile, bounds: GeometryBounds): Promise<LoadedFile | Fault> {
  const outline = new PlanOutline(bounds);
  const unread = await parseKmz(memorySource(file.name, file.bytes), outline, MAP_KML);
  if (outline.reason !== undefined) return outline.reason;
  if (unread !== undefined) return fault(reasonOf(unread.fault), unread.about);
  const geometry = outline.builder.finish();
  const { links: networkLinks, withoutGeometry } = outline;
  const { remarks } = outline;
  if (geometry.kinds.length === 0 && networkLinks.length === 0)
    return fault("noGeometry", remarks[0]);
  const projection = projectionOfCode(WGS84);
  if (!projection.ok) return projection;
  const misplaced = placeOnMap(geometry, projection);
  if (misplaced !== undefined) return misplaced;
  const marked = Uint8Array.from(outline.marked);
  return {
    ok: true,
    remarks,
    layer: {
      file: file.name,
      source: "kmz",
      crs: projection.name,
      geometry,
      marked,
      crossStrips: marked.slice(),
      withoutGeometry,
      networkLinks,
    },
  };
}

/** Reasons that archives and KML share with other files of a flight. */
const REASONS: Partial<Record<ReadFault, LoadReason>> = {
  empty: "empty",
  tooLarge: "tooLarge",
  notAZip: "notAZip",
  encrypted: "encrypted",
  wrongChecksum: "wrongChecksum",
  noKml: "noKml",
  notWellFormed: "notWellFormed",
  documentType: "documentType",
  notKml: "notKml",
  badCoordinates: "badCoordinates",
  outOfRange: "outOfRange",
};

/** A reader's fault as a reason of the map; what is none of its own is a damaged archive. */
export const reasonOf = (unread: ReadFault): LoadReason => REASONS[unread] ?? "corrupt";
