import {
  type KmlBounds,
  type KmlFeature,
  type KmlPart,
  type KmlSink,
  KmlWalker,
  memorySource,
  type ReadFault,
  type Refused,
  refused,
  swappedHint,
  walkKmz,
} from "@swath/survey/readers";
import {
  AREA,
  type GeometryBounds,
  GeometryBuilder,
  LINE,
  type NetworkLink,
  POINT,
} from "../model/index.ts";
import {
  type Fault,
  fault,
  type LoadedFile,
  type LoadReason,
  type PlanFile,
} from "./load-outcome.ts";
import { projectionOfCode } from "./crs/projection.ts";
import { outOfRange, placeOnMap } from "./place-on-map.ts";

/** Five million positions are some 200 MB of KML; a ring of a million, 40 MB. */
const MAP_KML: KmlBounds = { bytes: 268_435_456, token: 67_108_864 };
const WGS84 = 4326;
const NAME_LETTERS = 200;
const MOST_LINKS = 1000;

/** Reads the root KML of a KMZ into a layer; cross-strips are those that its words mark. */
export async function loadKmz(file: PlanFile, bounds: GeometryBounds): Promise<LoadedFile | Fault> {
  const features = new PlanFeatures(bounds);
  const walker = new KmlWalker(features);
  const unread = await walkKmz(memorySource(file.name, file.bytes), walker, MAP_KML);
  const refusal = walker.refusal ?? unread;
  if (refusal !== undefined) {
    const tooMany = refusal.fault === "tooLarge" && !features.builder.within;
    return fault(tooMany ? "tooManyPositions" : reasonOf(refusal.fault), refusal.about);
  }
  const geometry = features.builder.finish();
  const { links: networkLinks, withoutGeometry } = features;
  const { remarks } = walker;
  if (geometry.kinds.length === 0 && networkLinks.length === 0)
    return fault("noGeometry", remarks[0]);
  const projection = projectionOfCode(WGS84);
  if (!projection.ok) return projection;
  const misplaced = placeOnMap(geometry, projection);
  if (misplaced !== undefined) return misplaced;
  const marked = Uint8Array.from(features.marked);
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

/** Gathers the features of a KML in degrees, and lists its network links. */
class PlanFeatures implements KmlSink {
  readonly strays = false;
  readonly builder: GeometryBuilder;
  readonly marked: number[] = [];
  readonly links: NetworkLink[] = [];
  withoutGeometry = 0;

  constructor(bounds: GeometryBounds) {
    this.builder = new GeometryBuilder("degrees", bounds);
  }

  begin(): void {
    this.builder.dropOpen();
  }

  position(longitude: number, latitude: number): undefined {
    this.builder.add(longitude, latitude);
  }

  part(part: KmlPart, drawn: boolean): void {
    if (!drawn) this.builder.dropPart();
    else if (part === "point") this.builder.endPart(POINT);
    else if (part === "line") this.builder.endPart(LINE);
    else this.builder.endRing(AREA, part !== "inner");
  }

  feature({ element, name: words, href, marked, folders }: KmlFeature): Refused | undefined {
    const name = words.slice(0, NAME_LETTERS);
    if (element === "NetworkLink") {
      if (this.links.length < MOST_LINKS) this.links.push({ name, address: href });
      return undefined;
    }
    const { misplaced } = this.builder;
    if (misplaced !== undefined) {
      const hint = swappedHint(misplaced.x, misplaced.y);
      return refused("outOfRange", outOfRange(name, misplaced, hint).about);
    }
    const folder = folders.map((names) => names.slice(0, NAME_LETTERS)).filter((it) => it !== "");
    if (this.builder.endFeature(name, folder.join("/"))) this.marked.push(marked ? 1 : 0);
    else this.withoutGeometry += 1;
    return this.builder.within ? undefined : refused("tooLarge");
  }
}

/** Reasons that archives and KML share with other files of a flight. */
const SHARED: readonly (ReadFault & LoadReason)[] = [
  "empty",
  "tooLarge",
  "notAZip",
  "encrypted",
  "wrongChecksum",
  "noKml",
  "notWellFormed",
  "documentType",
  "notKml",
  "badCoordinates",
  "outOfRange",
];

/** A reader's fault as a reason of the map; every other fault is a damaged archive. */
export const reasonOf = (unread: ReadFault): LoadReason =>
  SHARED.find((reason) => reason === unread) ?? "corrupt";
